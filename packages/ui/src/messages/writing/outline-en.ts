/** The texts of the outline, in English. */
export const outlineEn = {
  'outline.label': 'Outline',
  'outline.none': 'No headings yet. A line that begins with ## is one.',
  'outline.untitled': 'Untitled',
  'outline.keys': 'Enter goes to a heading, Alt and ↑ or ↓ move its section, Esc closes.',
  'outline.moved': ({ title }: { readonly title: string }) => `Moved: ${title}`,
  'outline.impossible': 'There is no section of this level to change places with.',
};
