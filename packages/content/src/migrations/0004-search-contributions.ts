import { defineMigration, searchable } from '@colophon/core/migrations';

/** The inbox of contributions can be searched. */
export const searchContributions = defineMigration({
  id: 'content/0004-search-contributions',
  steps: [searchable('content_contributions')],
});
