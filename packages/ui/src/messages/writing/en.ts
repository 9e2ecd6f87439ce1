/** The texts of the live view and of what helps with writing in it, in English. */
export const writingEn = {
  'live.task': 'Task',
  'live.code': 'Code',
  'live.picture': 'Picture',
  'live.picture.of': ({ alt }: { readonly alt: string }) => `Picture: ${alt}`,
  'live.picture.alt': 'Alternative text',
  'live.picture.noAlt': 'No description yet: what does it show?',
  'live.picture.caption': 'Caption',
  'live.picture.broken': 'The picture could not be loaded.',
  'live.picture.edit': 'Crop, focal point, credit…',
  'live.picture.hint': 'Press Tab for its caption and description.',
  'live.format.removed': 'Formatting removed.',
};
