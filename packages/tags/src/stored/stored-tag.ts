import { collection, integer, json, object, reference, text } from '@colophon/core';
import { visibleTags } from './visible-tags.ts';
import { MAXIMUM_SLUG } from './slug.ts';

export const DEFAULT_CONTEXT = 'global';

const fields = {
  slug: text({
    required: true,
    maxLength: MAXIMUM_SLUG,
    description: 'The key: one URL segment, unique across contexts. Lower-case words with hyphens are recommended.',
  }),
  name: text({ required: true, maxLength: 500, search: 'A', description: 'The display name.' }),
  context: text({
    default: DEFAULT_CONTEXT,
    minLength: 1,
    maxLength: 200,
    description: 'The vocabulary that the tag belongs to, such as a package or department. Cannot be changed.',
  }),
  parent_slug: reference('tags', { description: 'The tag above, in the same context; null for a root. Changing it moves the tag.' }),
  level: integer({ default: 0, minimum: 0, readOnly: true, description: 'Depth in the hierarchy, 0 for a root; always computed.' }),
  description: text({ search: 'C', maxLength: 20_000 }),
  metadata: json({ description: 'Arbitrary data of the application.' }),
};

const allOperations = ['list', 'get', 'create', 'update', 'delete'].concat(
  ['hierarchy', 'children', 'aliases', 'addAlias', 'getMetadata', 'setMetadata', 'updateMetadata', 'move', 'merge'],
  ['roots', 'bulk', 'cleanup', 'findByAlias', 'exportSkos', 'importSkos'],
);

/** The fields of a tag, separate so that aliases can refer to tags. The rules and operations are those of `Tag`. */
export class StoredTag extends object(fields, {
  table: 'tags',
  key: 'slug',
  api: true,
  mcp: true,
  cli: { include: allOperations },
  access: { read: 'public', create: 'editor', update: 'editor', delete: 'admin', visible: visibleTags },
  indexes: [['context'], ['parent_slug'], ['context', 'parent_slug']],
  label: 'Tags',
  description: 'A vocabulary of tags in contexts, each with a position in a hierarchy.',
}) {}

/** The table of tags, for references. */
export class StoredTags extends collection(StoredTag) {}
