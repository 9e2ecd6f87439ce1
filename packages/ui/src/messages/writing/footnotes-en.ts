/** The texts of footnotes in the live view, in English. */
export const footnotesEn = {
  'note.reference': ({ label, text }: { readonly label: string; readonly text: string }) => `Footnote ${label}: ${text}`,
  'note.missing': ({ label }: { readonly label: string }) => `Footnote ${label} has no text yet.`,
  'note.back': ({ label }: { readonly label: string }) => `Footnote ${label}: back to the text`,
  'note.empty': 'This footnote is empty.',
};
