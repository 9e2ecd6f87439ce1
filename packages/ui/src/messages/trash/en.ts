import type { Format } from '../../state/text/format.ts';

/** The texts of the trash, in English. */
export const trashEn = {
  'trash.label': 'Trash',
  'trash.about':
    'Deleted drafts can be restored until they are deleted permanently. Pieces that were published stay in the list as deleted.',
  'trash.empty': 'The trash is empty. Deleted drafts are kept here for a while.',
  'trash.removed': ({ date }: { readonly date: string }) => `Deleted ${date}`,
  'trash.removed.by': ({ date, name }: { readonly date: string; readonly name: string }) => `Deleted ${date} by ${name}`,
  'trash.removed.you': ({ date }: { readonly date: string }) => `Deleted ${date} by you`,
  'trash.days': ({ count }: { readonly count: number }, format: Format) =>
    format.plural(count, { one: `${format.number(count)} day left`, other: `${format.number(count)} days left` }),
  'trash.today': 'Less than a day left',
  'trash.restore': 'Restore',
  'trash.restore.label': ({ title }: { readonly title: string }) => `Restore ${title}`,
  'trash.restored': ({ title }: { readonly title: string }) => `“${title}” was restored as a draft.`,
  'trash.restored.without': ({ parts }: { readonly parts: string }) => `Not restored: ${parts}.`,
  'trash.already': 'This draft was already restored.',
  'trash.open': 'Open',
  'trash.erase': 'Delete permanently',
  'trash.erase.label': ({ title }: { readonly title: string }) => `Delete permanently: ${title}`,
  'trash.erase.title': ({ title }: { readonly title: string }) => `Delete “${title}” permanently?`,
  'trash.erase.about': 'This deletes the draft for everyone and cannot be undone.',
  'trash.erase.type': 'Type the title to confirm',
  'trash.erase.wrong': 'The title does not match.',
  'trash.erased': ({ title }: { readonly title: string }) => `“${title}” was deleted permanently.`,
  'trash.admins': 'Admins can delete drafts permanently at any time.',
  'trash.more': 'Show more',
  'trash.list': 'Deleted drafts',
};
