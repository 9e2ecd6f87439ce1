import type { Format } from '../../state/text/format.ts';

/** The texts of the media library, in English. */
export const mediaEn = {
  'media.title': 'Insert a picture',
  'media.title.add': 'Add a picture',
  'media.search': 'Search by name or description',
  'media.show': 'Show',
  'media.recent': 'Recent',
  'media.undescribed': 'No alternative text',
  'media.piece': 'In this piece',
  'media.tag': 'By tag',
  'media.tag.which': 'Tag of the pieces',
  'media.files': 'Files',
  'media.empty': 'No files yet.',
  'media.none': 'Nothing matches.',
  'media.more': 'Show more',
  'media.count': ({ count }: { readonly count: number }, format: Format) =>
    format.plural(count, { one: `${format.number(count)} file`, other: `${format.number(count)} files` }),
  'media.size': ({ kind, size }: { readonly kind: string; readonly size: string }) => `${kind}, ${size} kB`,
  'media.upload': 'Upload…',
  'media.insert': 'Insert',
  'media.choose': 'Choose a picture, or upload one.',
  'media.chosen': ({ name }: { readonly name: string }) => `Chosen: ${name}`,
  'media.credit': ({ credit }: { readonly credit: string }) => `Credit: ${credit}`,
  'media.uses': 'Used in',
  'media.uses.none': 'Not used in any piece yet.',
  'media.noAlt': 'No alt text',
  'media.describe': 'Describe what it shows in this piece, for those who do not see it.',
};
