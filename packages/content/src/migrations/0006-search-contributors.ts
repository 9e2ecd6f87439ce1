import { defineMigration, searchable } from '@colophon/core/migrations';

/** Contributors are found by words of their name and address. */
export const searchContributors = defineMigration({
  id: 'content/0006-search-contributors',
  steps: [searchable('content_contributors')],
});
