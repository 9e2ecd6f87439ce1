/** The texts of the menu of blocks, in English. */
export const slashEn = {
  'slash.label': 'Insert',
  'slash.done': ({ name }: { readonly name: string }) => `Inserted: ${name}`,
  'slash.heading2': 'Heading',
  'slash.heading3': 'Small heading',
  'slash.bullets': 'Bulleted list',
  'slash.numbers': 'Numbered list',
  'slash.task': 'Task list',
  'slash.quote': 'Quote',
  'slash.code': 'Code block',
  'slash.table': 'Table',
  'slash.picture': 'Picture',
  'slash.footnote': 'Footnote',
  'slash.link': 'Link to a piece or address',
  'slash.fact': 'Back this with a fact',
  'slash.divider': 'Divider',
  'slash.assistant': 'Ask the assistant',
};
