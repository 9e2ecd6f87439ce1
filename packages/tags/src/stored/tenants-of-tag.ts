import { type Call, ColophonError, type Database, writeAudit, type ObjectDefinition } from '@colophon/core';
import { sql } from 'kysely';
import { tagJoinsOf } from './tag-join.ts';

/** The tenants that use a tag, or one below it; null for entities that belong to no tenant. */
export async function tenantsUsing(database: Database, slug: string): Promise<ReadonlySet<string | null>> {
  const tenants = new Set<string | null>();
  for (const { table, entityColumn, entityTable, tenantColumn } of await tagJoinsOf(database)) {
    if (tenantColumn === undefined) continue;
    const query = sql`
      with recursive below(slug) as (
        select slug from tags where slug = ${slug}
        union
        select tags.slug from below join tags on tags.parent_slug = below.slug
      )
      select distinct ${sql.ref(`entity.${tenantColumn}`)} as tenant from ${sql.table(table)} as use
      join ${sql.table(entityTable)} as entity on ${sql.ref('entity.id')} = ${sql.ref(`use.${entityColumn}`)}
      where use.tag_slug in (select slug from below)`;
    for (const row of await database.all(query.compile(database.dialect.builder))) tenants.add((row['tenant'] as string | null) ?? null);
  }
  return tenants;
}

/**
 * Rejects the change of a tag that others use by a caller of a tenant: tags are shared by all tenants, and it would change what others have
 * published. Its row is locked until the ambient transaction ends, so that a use by another tenant waits for the change or prevents it.
 *
 * @throws ColophonError 403 `tag_of_others`, which names nobody
 */
export async function requireOwnTag(database: Database, { caller }: Call, slug: string): Promise<void> {
  if (caller.kind === 'system' || caller.tenantId === null) return;
  if (database.dialect.locksRows)
    await database.first(database.dialect.builder.selectFrom('tags').select('slug').where('slug', '=', slug).forUpdate().compile());
  const others = [...(await tenantsUsing(database, slug))].filter((tenantId) => tenantId !== caller.tenantId);
  if (others.length === 0) return;
  throw new ColophonError(403, 'tag_of_others', `The tag ${slug.slice(0, 200)}, or one below it, is used outside of your tenant.`, {
    hint: 'Ask an administrator without a tenant to change it, or use a tag of your own.',
  });
}

/** A change of a tag, for the logs of those who use it. */
export interface TagChange {
  readonly definition: ObjectDefinition;
  readonly action: 'update' | 'merge' | 'delete';
  readonly slug: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>> | undefined;
}

/** Adds the change of a tag to the audit log of each tenant that uses it; the log of all tags has it anyway. Call it before uses are removed. */
export async function tellTenants(database: Database, call: Call, { definition, action, slug, before, after }: TagChange): Promise<void> {
  for (const tenantId of await tenantsUsing(database, slug)) {
    if (tenantId !== null) await writeAudit(database, call, { action, definition, key: slug, before, after, tenantId });
  }
}
