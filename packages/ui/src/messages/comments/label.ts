import type { Format } from '../../state/text/format.ts';

/** What an editor says of comments by itself, in English: the rest is loaded with them. */
export const commentsLabelEn = {
  'comments.label': 'Comments',
  'comments.count': ({ count }: { readonly count: number }, format: Format) => `Comments (${format.number(count)})`,
  'comments.next': ({ number, total, name }: { readonly number: string; readonly total: string; readonly name: string }) =>
    `Comment ${number} of ${total}, by ${name}`,
  'comments.none.marked': 'No comment is marked in the text.',
  'comments.somebody': 'Somebody',
};
