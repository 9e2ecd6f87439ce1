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
import { shownSlug } from '../stored/stored-slug.ts';
import { requireOwnTag, tellTenants } from '../stored/tenants-of-tag.ts';
import { tagJoinsOf } from '../stored/tag-join.ts';

/**
 * Merges two tags, given by their keys, in one transaction: join rows, aliases and children of `from` move to `to` (duplicates are dropped), the old slug becomes
 * an alias, `from` is deleted.
 *
 * @throws NotFoundError if either tag does not exist
 * @throws ForbiddenError if one is global and the caller acts in a tenant: a merge changes both
 * @throws ValidationError `itself` or `cycle` if `to` is `from` or below it; `other_tenant` if `to` is a tenant's and `from` is not the same one's
 * @throws ConflictError if `from` has children and `to` is in another context
 */
export async function mergeTags(database: Database, call: Call, from: string, to: string): Promise<void> {
  if (from === to) throw refusal('/to_slug', 'itself', `${shownSlug(from).slice(0, 200)} cannot be merged into itself`);
  await database.transaction(async () => {
    await lockHierarchy(database);
    const tags = new StoredTags(database);
    // Always in the same order, so that two merges do not deadlock.
    for (const slug of [from, to].sort()) await tags.getForUpdate(slug);
    const source = await tags.get(from);
    const target = await tags.get(to);
    if (!source) throw new NotFoundError(`There is no tag ${shownSlug(from).slice(0, 200)}.`);
    if (!target)
      throw new NotFoundError(`There is no tag ${shownSlug(to).slice(0, 200)} to merge into.`, {
        errors: [pointerTo('not_found', 'the tag does not exist')],
      });
    for (const tag of [source, target]) requireOwnTag(call, tag);
    if (target.tenantId !== null && target.tenantId !== source.tenantId)
      throw refusal(
        '/to_slug',
        'other_tenant',
        `${shownSlug(to)} belongs to a tenant, and ${shownSlug(from)} does not belong to the same one`,
      );
    if (await isWithin(database, to, from))
      throw refusal('/to_slug', 'cycle', `${shownSlug(to)} is below ${shownSlug(from)}; merge in the opposite direction, or move it first`);
    await refuseOtherContext(database, source, target);
    const change = { definition: StoredTag.definition, slug: from, before: source.toJSON(), after: { slug: to } };
    await tellTenants(database, call, { ...change, action: 'merge' });
    await mergeJoins(database, call, from, to);
    await handOverChildren(database, call, { definition: StoredTag.definition, from, to, level: target.level + 1 });
    await mergeAliases(database, call, from, target);
    await database.run(database.dialect.builder.deleteFrom('tags').where('slug', '=', from).compile());
    await writeAudit(database, call, {
      action: 'merge',
      definition: StoredTag.definition,
      key: from,
      before: source.toJSON(),
      after: { slug: to },
      tenantId: source.tenantId,
    });
  });
}

async function refuseOtherContext(database: Database, source: StoredTag, target: StoredTag): Promise<void> {
  if (source.context === target.context) return;
  const child = await new StoredTags(database).find({ parent_slug: source.slug });
  if (!child) return;
  throw new ConflictError(
    `${shownSlug(source.slug)} has children in the context ${source.context}, which cannot move to ${shownSlug(target.slug)} in the context ${target.context}.`,
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

async function mergeAliases(database: Database, call: Call, from: string, target: StoredTag): Promise<void> {
  const { builder } = database.dialect;
  const { slug: to, tenantId } = target;
  const aliases = new TagAliases(database, call);
  const moving = await aliases.getAliasesForTag(from);
  const known = new Set((await aliases.getAliasesForTag(to)).map(identity));
  for (const alias of moving) {
    if (known.has(identity(alias))) continue;
    const query = builder
      .updateTable('tag_aliases')
      .set({
        tag_slug: to,
        tenantId,
        rev: sql`rev + 1`,
        updated_at: database.dialect.encode('datetime', call.now().toISOString()),
      })
      .where('id', '=', alias.id);
    await database.run(query.compile());
    const definition = TagAlias.definition;
    const change = { before: { tag_slug: from }, after: { tag_slug: to }, tenantId };
    await writeAudit(database, call, { action: 'merge', definition, key: alias.id, ...change });
  }
  await removeAliasesOf(database, call, [from]);
  await aliases.addAlias(to, shownSlug(from));
}

/** The fields of the aliases' unique rule, except the tag. */
function identity({ alias, language, context }: TagAlias): string {
  return JSON.stringify([alias, language, context]);
}

function pointerTo(code: string, detail: string): { pointer: string; code: string; detail: string } {
  return { pointer: '/to_slug', code, detail };
}
