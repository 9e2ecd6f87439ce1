/** What every component says alike, in English. */
export const commonEn = {
  'common.cancel': 'Cancel',
  'common.close': 'Close',
  'common.details': 'Details',
  'common.request': ({ id }: { readonly id: string }) => `Request ${id}`,
  'common.retry': 'Try again',
  'common.loading': 'Loading…',
  'common.offline': 'Not connected. Your edits are kept here.',
  'common.notifications': 'Messages',
  'problem.unknown': 'Something went wrong that nobody foresaw.',
  'problem.unloaded': 'This part could not be loaded. Reload the page when there is a connection.',
  'common.ok': 'OK',
  'common.save': 'Save',
  'common.remove': 'Remove',
  'common.none': 'None',
  'tokens.remove': ({ value }: { readonly value: string }) => `Remove ${value}`,
  'tokens.removed': ({ value }: { readonly value: string }) => `${value} removed`,
};
