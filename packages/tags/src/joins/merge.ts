import { type Call, ConflictError, type Database, NotFoundError, writeAudit } from '@colophon/core';
import { sql } from 'kysely';
import { TagAlias } from '../aliases/tag-alias.ts';
import { TagAliases } from '../aliases/tag-aliases.ts';
import { removeAliasesOf } from '../aliases/remove-aliases.ts';
import { handOverChildren } from '../hierarchy/hand-over-children.ts';
import { lockHierarchy } from '../hierarchy/lock.ts';
import { isWithin } from '../hierarchy/place.ts';
import { refusal } from '../stored/refusal.ts';
import { StoredTag, StoredTags } from '../stored/stored-tag.ts';
import { requireOwnTag, tellTenants } from '../stored/tenants-of-tag.ts';
import { tagJoinsOf } from '../stored/tag-join.ts';

/**
 * Merges two tags in one transaction: join rows, aliases and children of `from` move to `to` (duplicates are dropped), the old slug becomes
 * an alias, `from` is deleted.
 *
 * @throws NotFoundError if either tag does not exist
 * @throws ValidationError `itself` or `cycle` if `to` is `from` or below it
 * @throws ConflictError if `from` has children and `to` is in another context
 */
export async function mergeTags(database: Database, call: Call, from: string, to: string): Promise<void> {
  if (from === to) throw refusal('/to_slug', 'itself', `${from.slice(0, 200)} cannot be merged into itself`);
  await database.transaction(async () => {
    await lockHierarchy(database);
    const tags = new StoredTags(database);
    // Always in the same order, so that two merges do not deadlock.
    for (const slug of [from, to].sort()) await tags.getForUpdate(slug);
    const source = await tags.get(from);
    const target = await tags.get(to);
    if (!source) throw new NotFoundError(`There is no tag ${from.slice(0, 200)}.`);
    if (!target)
      throw new NotFoundError(`There is no tag ${to.slice(0, 200)} to merge into.`, {
        errors: [pointerTo('not_found', 'the tag does not exist')],
      });
    if (await isWithin(database, to, from))
      throw refusal('/to_slug', 'cycle', `${to} is below ${from}; merge in the opposite direction, or move it first`);
    await refuseOtherContext(database, source, target);
    await requireOwnTag(database, call, from);
    const change = { definition: StoredTag.definition, slug: from, before: source.toJSON(), after: { slug: to } };
    await tellTenants(database, call, { ...change, action: 'merge' });
    await mergeJoins(database, call, from, to);
    await handOverChildren(database, call, { definition: StoredTag.definition, from, to, level: target.level + 1 });
    await mergeAliases(database, call, from, to);
    await database.run(database.dialect.builder.deleteFrom('tags').where('slug', '=', from).compile());
    await writeAudit(database, call, {
      action: 'merge',
      definition: StoredTag.definition,
      key: from,
      before: source.toJSON(),
      after: { slug: to },
    });
  });
}

async function refuseOtherContext(database: Database, source: StoredTag, target: StoredTag): Promise<void> {
  if (source.context === target.context) return;
  const child = await new StoredTags(database).find({ parent_slug: source.slug });
  if (!child) return;
  throw new ConflictError(
    `${source.slug} has children in the context ${source.context}, which cannot move to ${target.slug} in the context ${target.context}.`,
    {
      code: 'other_context',
      errors: [pointerTo('other_context', `is in the context ${target.context}`)],
      hint: 'Move or merge the children first.',
    },
  );
}

async function mergeJoins(database: Database, call: Call, from: string, to: string): Promise<void> {
  for (const { table, entityColumn, onMerge } of await tagJoinsOf(database)) {
    await onMerge?.({ from, to, database, call });
    const entity = sql.ref(entityColumn);
    const repoint = sql`
      update ${sql.table(table)} set tag_slug = ${to} where tag_slug = ${from}
      and ${entity} not in (select ${entity} from ${sql.table(table)} where tag_slug = ${to})`;
    await database.run(repoint.compile(database.dialect.builder));
    await database.run(database.dialect.builder.deleteFrom(table).where('tag_slug', '=', from).compile());
  }
}

async function mergeAliases(database: Database, call: Call, from: string, to: string): Promise<void> {
  const { builder } = database.dialect;
  const aliases = new TagAliases(database, call);
  const moving = await aliases.getAliasesForTag(from);
  const known = new Set((await aliases.getAliasesForTag(to)).map(identity));
  for (const alias of moving) {
    if (known.has(identity(alias))) continue;
    const query = builder
      .updateTable('tag_aliases')
      .set({
        tag_slug: to,
        rev: sql`rev + 1`,
        updated_at: database.dialect.encode('datetime', call.now().toISOString()),
      })
      .where('id', '=', alias.id);
    await database.run(query.compile());
    const definition = TagAlias.definition;
    await writeAudit(database, call, { action: 'merge', definition, key: alias.id, before: { tag_slug: from }, after: { tag_slug: to } });
  }
  await removeAliasesOf(database, call, [from]);
  await aliases.addAlias(to, from);
}

/** The fields of the aliases' unique rule, except the tag. */
function identity({ alias, language, context }: TagAlias): string {
  return JSON.stringify([alias, language, context]);
}

function pointerTo(code: string, detail: string): { pointer: string; code: string; detail: string } {
  return { pointer: '/to_slug', code, detail };
}
