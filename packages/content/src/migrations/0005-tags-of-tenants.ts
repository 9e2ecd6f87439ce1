import { defineMigration, divide } from '@colophon/core/migrations';

/**
 * A tag that pieces of one tenant alone have becomes that tenant's, with the tags below it that nobody else has. Accounts and lists of tags
 * name tags by their slugs, which stay.
 */
export const tagsOfTenants = defineMigration({
  id: 'content/0005-tags-of-tenants',
  steps: [
    divide('tags', {
      owner: 'tenantId',
      keptKey: 'global_slug',
      parent: 'parent_slug',
      uses: {
        table: 'content_tags',
        column: 'tag_slug',
        record: 'content_id',
        recordTable: 'contents',
        recordKey: 'id',
        owner: 'tenantId',
      },
      followers: [{ table: 'tag_aliases', column: 'tag_slug', owner: 'tenantId' }],
    }),
  ],
});
