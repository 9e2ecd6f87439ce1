import type { Format } from '../../state/text/format.ts';

/** What the components of the editors say, in English. */
export const contentEn = {
  'tray.label': 'Reviews',
  'tray.empty': 'No review is asked of this piece.',
  'merge.title': 'Two people edited this piece',
  'merge.title.by': ({ name, time }: { readonly name: string; readonly time: string }) =>
    `${name} saved this at ${time}, while you were editing`,
  'merge.kept': 'Nothing is lost: your text is kept here until you decide.',
  'merge.merged': ({ fields }: { readonly fields: string }) => `Merged by itself: ${fields}`,
  'merge.questions': ({ count }: { readonly count: number }, format: Format) =>
    format.plural(count, {
      one: `You both changed ${format.number(count)} thing`,
      other: `You both changed ${format.number(count)} things`,
    }),
  'merge.answered': ({ number, total }: { readonly number: string; readonly total: string }) => `${number} of ${total} decided`,
  'merge.before': ({ value }: { readonly value: string }) => `Before: ${value}`,
  'merge.mine': 'Mine',
  'merge.theirs': 'Theirs',
  'merge.own': 'Write it',
  'merge.own.label': ({ field }: { readonly field: string }) => `${field}, as it should be`,
  'merge.part': ({ field, number }: { readonly field: string; readonly number: string }) => `${field}, part ${number}`,
  'merge.nothing': 'nothing',
  'merge.save': 'Save merged text',
  'merge.copy': 'Keep mine as a copy',
  'merge.discard': 'Discard mine',
  'merge.undecided': ({ count }: { readonly count: number }, format: Format) =>
    format.plural(count, {
      one: `Decide ${format.number(count)} more thing, then it can be saved.`,
      other: `Decide ${format.number(count)} more things, then it can be saved.`,
    }),
  'merge.moved': ({ number, total, label }: { readonly number: string; readonly total: string; readonly label: string }) =>
    `${number} of ${total}: ${label}`,
  'field.title': 'Title',
  'field.description': 'Description',
  'field.body': 'Text',
  'field.bodyFormat': 'Format',
  'field.slug': 'Address',
  'field.context': 'Section of the address',
  'field.type': 'Type',
  'field.variant': 'Variant',
  'field.status': 'Status',
  'field.state': 'State',
  'field.category': 'Category',
  'field.tags': 'Tags',
  'field.authors': 'Authors',
  'field.language': 'Language',
  'field.url': 'Web address',
  'field.source': 'Source',
  'field.publish_date': 'Date of publication',
  'field.publishAt': 'Publish at',
  'field.unpublishAt': 'Take back at',
  'field.metadata': 'More',
  'field.thumbnailAssetId': 'Picture',
};
