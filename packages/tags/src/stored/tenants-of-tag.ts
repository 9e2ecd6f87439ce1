import { type Call, type Database, ForbiddenError, type ObjectDefinition, tenantIn, writeAudit } from '@colophon/core';
import { sql } from 'kysely';
import { shownSlug } from './stored-slug.ts';
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
 * Rejects the change of a global tag by a caller of a tenant: all tenants share it. Surfaces reject it where the record is the operation's
 * own; this is for all other ways to it.
 *
 * @throws ForbiddenError
 */
export function requireOwnTag(
  { caller }: Pick<Call, 'caller'>,
  { slug, tenantId }: { readonly slug: string; readonly tenantId: string | null },
): void {
  if (caller.kind === 'system' || caller.tenantId === tenantId) return;
  throw new ForbiddenError(
    `The tag ${shownSlug(slug).slice(0, 200)} is global: every tenant can read it, but only callers without a tenant can change it.`,
    { hint: 'Ask an administrator without a tenant to change it, or use a tag of your own.' },
  );
}

/** A change of a tag, for the logs of those who use it. */
export interface TagChange {
  readonly definition: ObjectDefinition;
  readonly action: 'update' | 'merge' | 'delete';
  /** As it is stored. */
  readonly slug: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Adds the change of a global tag to the audit log of each tenant that uses it; the log of global records has it anyway, and that of its
 * tenant the change of another one. Call it before uses are removed.
 */
export async function tellTenants(database: Database, call: Call, { definition, action, slug, before, after }: TagChange): Promise<void> {
  if (tenantIn(slug) !== null) return;
  for (const tenantId of await tenantsUsing(database, slug)) {
    if (tenantId !== null) await writeAudit(database, call, { action, definition, key: slug, before, after, tenantId });
  }
}
