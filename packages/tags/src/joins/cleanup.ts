import { type Call, ConflictError, type Database, writeAudit } from '@colophon/core';
import { sql } from 'kysely';
import { removeAliasesOf } from '../aliases/remove-aliases.ts';
import { lockHierarchy } from '../hierarchy/lock.ts';
import { StoredTag } from '../stored/stored-tag.ts';
import { TAG_COLUMNS, type TagRecord, tagRecord } from '../stored/tag-record.ts';
import { chunks } from '../stored/chunks.ts';
import { shownSlug } from '../stored/stored-slug.ts';
import { registeredTagJoins, tagJoinsOf } from '../stored/tag-join.ts';

/**
 * Deletes the tags of a context that are in no join table, keeping the ancestors of used ones and of other tenants' tags; whole branches are
 * deleted, from the leaves up. Only tags of the tenant that the call acts in are deleted, without one only global ones. Returns the slugs in
 * the order of deletion, as they are shown.
 *
 * @throws ConflictError if no join table is registered: no tag can then be known to be unused
 */
export async function cleanupUnusedTags(database: Database, call: Call, context: string): Promise<string[]> {
  if (registeredTagJoins().length === 0) {
    throw new ConflictError('No join table is registered, so every tag would look unused; nothing was deleted.', {
      code: 'no_tag_joins',
      hint: 'Call registerTagJoin for each table that refers to tags before cleaning up.',
    });
  }
  return database.transaction(async () => {
    await lockHierarchy(database);
    const unused = await unusedTags(database, call, context);
    const deletable = database.dialect.locksRows ? await stillUnused(database, call, { context, candidates: unused }) : unused;
    if (deletable.length === 0) return [];
    const slugs = deletable.map((tag) => tag.slug);
    for (const { onDelete } of await tagJoinsOf(database)) await onDelete?.({ slugs, database, call });
    await removeAliasesOf(database, call, slugs);
    await removeLevelByLevel(database, deletable);
    for (const tag of deletable) {
      await writeAudit(database, call, {
        action: 'delete',
        definition: StoredTag.definition,
        key: tag.slug,
        before: { ...tag },
        after: undefined,
        tenantId: tag.tenantId,
      });
    }
    return slugs.map(shownSlug);
  });
}

/** Deepest first. */
async function unusedTags(database: Database, { caller: { tenantId } }: Call, context: string): Promise<readonly TagRecord[]> {
  const joins = await tagJoinsOf(database);
  const named = joins.map(({ table }) => sql`select tag_slug from ${sql.table(table)}`);
  // What a tag of somebody else is below stays.
  const owner = tenantId === null ? sql`"tenantId" is null` : sql`"tenantId" = ${tenantId}`;
  const used = sql.join([sql`select slug from tags where not coalesce(${owner}, false)`, ...named], sql` union `);
  const query = sql`
    with recursive used(slug) as (
      ${used}
      union
      select tags.parent_slug from used join tags on tags.slug = used.slug where tags.parent_slug is not null
    )
    select ${sql.raw(TAG_COLUMNS)} from tags
    where context = ${context} and ${owner} and slug not in (select slug from used)
    order by level desc, slug`;
  const rows = await database.values(query.compile(database.dialect.builder));
  return rows.map((values) => tagRecord(database, values));
}

/**
 * A concurrent transaction that tags an entity locks the tag's row until it ends. Locking the rows waits for it; a second check then sees
 * its changes.
 */
async function stillUnused(
  database: Database,
  call: Call,
  { context, candidates }: { readonly context: string; readonly candidates: readonly TagRecord[] },
): Promise<readonly TagRecord[]> {
  const slugs = candidates.map((tag) => tag.slug);
  for (const chunk of chunks(slugs)) {
    await database.all(
      database.dialect.builder.selectFrom('tags').select('slug').where('slug', 'in', chunk).orderBy('slug').forUpdate().compile(),
    );
  }
  const usedSlugs = new Set(slugs);
  return (await unusedTags(database, call, context)).filter((tag) => usedSlugs.has(tag.slug));
}

/** A parent is deleted after its children, because the reference between them is checked immediately. */
async function removeLevelByLevel(database: Database, tags: readonly TagRecord[]): Promise<void> {
  for (const level of Map.groupBy(tags, (tag) => tag.level).values()) {
    for (const some of chunks(level.map((tag) => tag.slug))) {
      await database.run(database.dialect.builder.deleteFrom('tags').where('slug', 'in', some).compile());
    }
  }
}
