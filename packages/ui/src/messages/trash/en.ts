import type { Format } from '../../state/text/format.ts';

/** What the trash says, in English. */
export const trashEn = {
  'trash.label': 'Trash',
  'trash.about': 'Deleted drafts can be restored until they are gone for good; what was ever published stays in the list, as deleted.',
  'trash.empty': 'Nothing is in the trash. A draft that is removed stays here for a while.',
  'trash.removed': ({ date }: { readonly date: string }) => `Removed ${date}`,
  'trash.removed.by': ({ date, name }: { readonly date: string; readonly name: string }) => `Removed ${date} by ${name}`,
  'trash.removed.you': ({ date }: { readonly date: string }) => `Removed ${date} by you`,
  'trash.days': ({ count }: { readonly count: number }, format: Format) =>
    format.plural(count, { one: `${format.number(count)} more day`, other: `${format.number(count)} more days` }),
  'trash.today': 'Gone within a day',
  'trash.restore': 'Restore',
  'trash.restore.label': ({ title }: { readonly title: string }) => `Restore ${title}`,
  'trash.restored': ({ title }: { readonly title: string }) => `“${title}” is a draft again.`,
  'trash.restored.without': ({ parts }: { readonly parts: string }) => `Not restored: ${parts}.`,
  'trash.already': 'Somebody has restored it already.',
  'trash.open': 'Open it',
  'trash.erase': 'Remove for good',
  'trash.erase.label': ({ title }: { readonly title: string }) => `Remove for good: ${title}`,
  'trash.erase.title': ({ title }: { readonly title: string }) => `Remove “${title}” for good?`,
  'trash.erase.about': 'Its text is lost for everyone, and nothing brings it back.',
  'trash.erase.type': 'Type its title to confirm',
  'trash.erase.wrong': 'That is not its title.',
  'trash.erased': ({ title }: { readonly title: string }) => `“${title}” is gone for good.`,
  'trash.admins': 'Admins can remove a draft for good at once.',
  'trash.more': 'Show more',
  'trash.list': 'Drafts that were removed',
};
