/** The label of comments in an editor, in English: the other texts are loaded with them. */
export const commentsLabelEn = {
  'comments.label': 'Comments',
  'comments.next': ({ number, total, name }: { readonly number: string; readonly total: string; readonly name: string }) =>
    `Comment ${number} of ${total}, by ${name}`,
  'comments.none.marked': 'No comment is marked in the text.',
  'comments.somebody': 'Somebody',
};
