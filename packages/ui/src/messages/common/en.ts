import type { Format } from '../../state/text/format.ts';

/** The texts that all components share, in English. */
export const commonEn = {
  'common.cancel': 'Cancel',
  'common.close': 'Close',
  'common.details': 'Details',
  'common.request': ({ id }: { readonly id: string }) => `Request ${id}`,
  'common.retry': 'Try again',
  'common.loading': 'Loading…',
  'common.offline': 'Offline. Your edits are kept on this device.',
  'common.notifications': 'Notifications',
  'problem.unknown': 'An unexpected error occurred.',
  'problem.broken': 'This part cannot be displayed because of an unexpected error. Your edits are kept.',
  'problem.unloaded': 'This part could not be loaded. Check your connection and reload the page.',
  'common.ok': 'OK',
  'common.save': 'Save',
  'common.remove': 'Remove',
  'common.none': 'None',
  'tokens.remove': ({ value }: { readonly value: string }) => `Remove ${value}`,
  'tokens.removed': ({ value }: { readonly value: string }) => `${value} removed`,
  'tokens.pending': ({ text }: { readonly text: string }) => `“${text}” is not added yet: press Enter.`,
  'combo.list': 'Suggestions',
  'combo.add': ({ text }: { readonly text: string }) => `Add “${text}”`,
  'combo.count': ({ count }: { readonly count: number }, format: Format) =>
    format.plural(count, { one: `${format.number(count)} suggestion`, other: `${format.number(count)} suggestions` }),
  'common.hourTwice': ({ time }: { readonly time: string }) => `This hour occurs twice that night. The first one is meant: ${time}.`,
  'sources.title': ({ count }: { readonly count: number }, format: Format) => `Sources of the answer (${format.number(count)})`,
  'sources.found': 'found, not cited',
};
