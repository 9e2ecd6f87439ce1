import { collection, integer, json, object, reference, text } from '@colophon/core';
import { visibleTags } from './visible-tags.ts';
import { MAXIMUM_SLUG } from './slug.ts';

export const DEFAULT_CONTEXT = 'global';

const fields = {
  slug: text({
    required: true,
    maxLength: MAXIMUM_SLUG,
    qualified: true,
    description: 'The key: one URL segment, unique across contexts. Lower-case words with hyphens are recommended.',
  }),
  name: text({ required: true, maxLength: 500, search: 'A', description: 'The display name.' }),
  context: text({
    default: DEFAULT_CONTEXT,
    minLength: 1,
    maxLength: 200,
    description: 'The vocabulary that the tag belongs to, such as a package or department. Cannot be changed.',
  }),
  parent_slug: reference('tags', {
    qualified: true,
    description: 'The tag above, in the same context; null for a root. Changing it moves the tag.',
  }),
  level: integer({ default: 0, minimum: 0, readOnly: true, description: 'Depth in the hierarchy, 0 for a root; always computed.' }),
  description: text({ search: 'C', maxLength: 20_000 }),
  metadata: json({ description: 'Arbitrary data of the application.' }),
  // The slug as it is shown, for a tag of a tenant: a global tag with this slug is not one of the tenant's vocabulary.
  global_slug: text({ private: true }),
};

const allOperations = ['list', 'get', 'create', 'update', 'delete'].concat(
  ['hierarchy', 'children', 'aliases', 'addAlias', 'getMetadata', 'setMetadata', 'updateMetadata', 'move', 'merge', 'split'],
  ['roots', 'bulk', 'cleanup', 'findByAlias', 'exportSkos', 'importSkos'],
);

/**
 * The fields of a tag, separate so that aliases can refer to tags. The rules and operations are those of `Tag`.
 *
 * A tag of a tenant is stored under its tenant and its slug (`<tenantId>/<slug>`; no slug has a slash), so that `slug` is the key of one
 * table for all, and join tables refer to it. An instance has `slug` and `parent_slug` as they are stored; what leaves the process has the
 * slug alone.
 */
export class StoredTag extends object(fields, {
  table: 'tags',
  key: 'slug',
  tenant: true,
  api: true,
  mcp: true,
  cli: { include: allOperations },
  access: { read: 'public', create: 'editor', update: 'editor', delete: 'admin', visible: visibleTags },
  indexes: [['context'], ['parent_slug'], ['context', 'parent_slug'], ['tenantId', 'global_slug']],
  label: 'Tags',
  description: 'A vocabulary of tags in contexts, each with a position in a hierarchy.',
}) {}

/** The table of tags, for references. */
export class StoredTags extends collection(StoredTag) {}
