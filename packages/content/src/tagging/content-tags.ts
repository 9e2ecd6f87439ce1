import { anonymous, both, type Call, type Database, type Filter, hasRole, where } from '@colophon/core';
import { registerTagJoin, storedSlugs } from '@colophon/tags';
import { contentAccess } from '../record/access.ts';
import { contentFields } from '../record/content-fields.ts';
import { markChanged } from '../editions/record/mark-changed.ts';
import { rewriteTagLists } from './rewrite-tag-lists.ts';

const TABLE = 'content_tags';

/**
 * The join table between content and tags. People read and write the list `tags` of a record; this table holds the same by key, so that the
 * database enforces it and finds a tag's records by an index.
 */
export const contentTags = registerTagJoin({
  table: TABLE,
  entityColumn: 'content_id',
  entityTable: 'contents',
  tenantColumn: 'tenantId',
  readable: readablePieces,
  onMerge: ({ database, from, to, call }) => rewriteTagLists(database, [from], { to, at: call.now() }),
  onDelete: ({ database, slugs, call }) => rewriteTagLists(database, slugs, { to: undefined, at: call.now() }),
  onRename: ({ database, slugs: values, call }) =>
    markChanged(database, 'tag', [{ table: TABLE, record: 'content_id', column: 'tag_slug', values }], call.now()),
});

/**
 * The pieces whose tags a call can read: those published by any tenant, since global tags are shared, and the drafts that it can read. Admins
 * without a tenant look after the global vocabulary: they read every tag of it.
 */
function readablePieces(call: Call): { readonly fields: typeof contentFields; readonly filter: Filter } | undefined {
  const { caller } = call;
  if (caller.tenantId === null && hasRole(caller, 'admin')) return undefined;
  const published = contentAccess.visible?.({ ...call, caller: anonymous(caller.tenantId) });
  const own = both(where('tenantId', caller.tenantId === null ? 'null' : 'eq', caller.tenantId ?? true), contentAccess.visible?.(call));
  return { fields: contentFields, filter: { kind: 'any', filters: [published, own].filter((each) => each !== undefined) } };
}

/** Updates the join table to a record's list, with the keys of the tags. The call acts in the tenant of the record. */
export async function writeContentTags(
  database: Database,
  call: Call,
  { contentId, slugs }: { readonly contentId: string; readonly slugs: readonly string[] },
): Promise<void> {
  const { builder } = database.dialect;
  const keyOf = await storedSlugs(database, call, slugs);
  const keys = slugs.map(keyOf);
  let stale = builder.deleteFrom(TABLE).where('content_id', '=', contentId);
  if (keys.length > 0) stale = stale.where('tag_slug', 'not in', keys);
  await database.run(stale.compile());
  if (keys.length === 0) return;
  const created_at = database.dialect.encode('datetime', call.now().toISOString());
  const rows = keys.map((tag_slug) => ({ content_id: contentId, tag_slug, created_at }));
  const missing = builder
    .insertInto(TABLE)
    .values(rows)
    .onConflict((conflict) => conflict.columns(['content_id', 'tag_slug']).doNothing());
  await database.run(missing.compile());
}
