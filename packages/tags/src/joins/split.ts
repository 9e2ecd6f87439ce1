import { type Call, type Database, NotFoundError, qualify, writeAudit } from '@colophon/core';
import { sql } from 'kysely';
import { TagAliases } from '../aliases/tag-aliases.ts';
import { lockHierarchy } from '../hierarchy/lock.ts';
import { relevelChildren } from '../hierarchy/relevel.ts';
import { refusal } from '../stored/refusal.ts';
import { StoredTag, StoredTags } from '../stored/stored-tag.ts';
import { actingInTenant, shownSlug, storedSlug } from '../stored/stored-slug.ts';
import { type TagJoin, tagJoinsOf } from '../stored/tag-join.ts';
import { requireOwnTag } from '../stored/tenants-of-tag.ts';

/** What a tenant's copy of a tag took over from it. */
export interface TenantSplit {
  readonly tenantId: string;
  readonly uses: number;
  /** The tenant's own tags that were below it. */
  readonly children: number;
  readonly aliases: number;
}

export interface TagSplit {
  readonly slug: string;
  readonly tenants: readonly TenantSplit[];
}

/**
 * Copies a global tag, with its aliases, to each tenant whose entities have it or whose own tags are below it: its entities and tags then
 * refer to the copy, whose slug is the same, so that their lists of tags do not change. The global tag stays for global entities, and for
 * tenants that do not have it. A tenant that has a tag of its own with this slug gets its uses there. All or nothing; a second call does the
 * same for what has come since.
 *
 * @throws NotFoundError if there is no such tag
 * @throws ForbiddenError if the caller acts in a tenant
 */
export async function splitTag(database: Database, call: Call, slug: string): Promise<TagSplit> {
  return database.transaction(async () => {
    await lockHierarchy(database);
    const tags = new StoredTags(database);
    const tag = await tags.getForUpdate(slug);
    if (!tag) throw new NotFoundError(`There is no tag ${shownSlug(slug).slice(0, 200)}.`);
    requireOwnTag(call, tag);
    if (tag.tenantId !== null) throw refusal('/slug', 'not_global', `${shownSlug(slug)} belongs to a tenant already`);
    const joins = (await tagJoinsOf(database)).filter(({ tenantColumn }) => tenantColumn !== undefined);
    const tenants: TenantSplit[] = [];
    for (const tenantId of await tenantsToSplit(database, joins, slug))
      tenants.push(await splitFor({ database, call, joins, tag }, tenantId));
    return { slug, tenants };
  });
}

interface Split {
  readonly database: Database;
  readonly call: Call;
  readonly joins: readonly TagJoin[];
  readonly tag: StoredTag;
}

async function splitFor({ database, call, joins, tag }: Split, tenantId: string): Promise<TenantSplit> {
  const { slug: from } = tag;
  const to = qualify(tenantId, from);
  const isNew = (await new StoredTags(database).get(to)) === undefined;
  if (isNew) await copyTag({ database, call, tag }, tenantId);
  let uses = 0;
  for (const join of joins) uses += await moveUses(database, join, { from, to, tenantId });
  // Below a tag that was there before, another order is kept.
  const children = isNew ? await moveChildren(database, call, { from, to, tenantId }) : 0;
  const aliases = isNew ? await copyAliases(database, call, { from, to, tenantId }) : 0;
  const definition = StoredTag.definition;
  const change = { before: { slug: from }, after: { uses, children, aliases }, tenantId };
  await writeAudit(database, call, { action: 'split', definition, key: to, ...change });
  return { tenantId, uses, children, aliases };
}

/** The copy is below the tenant's own tag with the slug of the parent, if there is one. */
async function copyTag({ database, call, tag }: Omit<Split, 'joins'>, tenantId: string): Promise<void> {
  const { slug, parent_slug: parent, name, context, description, metadata } = tag;
  const parent_slug = parent === null ? null : await storedSlug(database, actingInTenant(call, tenantId), parent);
  const above = parent_slug === null ? undefined : await new StoredTags(database).require(parent_slug);
  const level = above === undefined ? 0 : above.level + 1;
  // Without the rules of `Tag`, by which a tenant cannot create a tag whose slug is global.
  const copy = new StoredTags(database, call).make({
    slug: qualify(tenantId, slug),
    name,
    context,
    parent_slug,
    level,
    description,
    metadata,
  });
  copy.tenantId = tenantId;
  copy.global_slug = slug;
  await copy.save();
}

interface Move {
  readonly from: string;
  readonly to: string;
  readonly tenantId: string;
}

async function moveUses(database: Database, join: TagJoin, { from, to, tenantId }: Move): Promise<number> {
  const { table, entityColumn, entityTable, tenantColumn = '' } = join;
  const entity = sql.ref(entityColumn);
  const own = sql`${entity} in (select id from ${sql.table(entityTable)} where ${sql.ref(tenantColumn)} = ${tenantId})`;
  const repoint = sql`
    update ${sql.table(table)} set tag_slug = ${to} where tag_slug = ${from} and ${own}
    and ${entity} not in (select ${entity} from ${sql.table(table)} where tag_slug = ${to})`;
  const { builder } = database.dialect;
  const moved = await database.run(repoint.compile(builder));
  await database.run(sql`delete from ${sql.table(table)} where tag_slug = ${from} and ${own}`.compile(builder));
  return moved;
}

/** Moves the tenant's own tags that are below the tag. */
async function moveChildren(database: Database, call: Call, { from, to, tenantId }: Move): Promise<number> {
  const { builder } = database.dialect;
  const children = builder.selectFrom('tags').select('slug').where('parent_slug', '=', from).where('tenantId', '=', tenantId);
  const moved = (await database.all(children.compile())).map((row) => String(row['slug'])).filter((slug) => slug !== to);
  for (const slug of moved) {
    const stamp = database.dialect.encode('datetime', call.now().toISOString());
    const update = builder.updateTable('tags').set({ parent_slug: to, rev: sql`rev + 1`, updated_at: stamp });
    await database.run(update.where('slug', '=', slug).compile());
  }
  const { level } = await new StoredTags(database).require(to);
  await relevelChildren(database, to, level + 1);
  return moved.length;
}

async function copyAliases(database: Database, call: Call, { from, to, tenantId }: Move): Promise<number> {
  const aliases = await new TagAliases(database).getAliasesForTag(from);
  for (const { alias, language, context } of aliases)
    await new TagAliases(database, actingInTenant(call, tenantId)).addAlias(to, alias, language, context);
  return aliases.length;
}

/** The tenants whose entities have the tag, or whose own tags are below it. */
async function tenantsToSplit(database: Database, joins: readonly TagJoin[], slug: string): Promise<string[]> {
  const using = joins.map(
    ({ table, entityColumn, entityTable, tenantColumn = '' }) => sql`
      select distinct ${sql.ref(`entity.${tenantColumn}`)} as tenant from ${sql.table(table)} as use
      join ${sql.table(entityTable)} as entity on ${sql.ref('entity.id')} = ${sql.ref(`use.${entityColumn}`)}
      where use.tag_slug = ${slug}`,
  );
  const below = sql`select distinct "tenantId" as tenant from tags where parent_slug = ${slug}`;
  const rows = await database.all(sql.join([below, ...using], sql` union `).compile(database.dialect.builder));
  return rows.flatMap(({ tenant }) => (typeof tenant === 'string' ? [tenant] : [])).sort();
}
