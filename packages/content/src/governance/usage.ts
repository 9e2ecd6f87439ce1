import type { Database, Row } from '@colophon/core';
import { configuredDefinitions } from './configure.ts';
import type { Requirement } from './definitions.ts';
import { foldName } from '../record/names.ts';

/** A stored definition that is to be deleted. */
interface Leaving {
  readonly id: string;
  readonly key: string;
  readonly tenantId: string | null;
}

/** Returns who still uses a policy, in words; undefined if nobody does or another policy of that key remains. */
export async function findPolicyUser(database: Database, policy: Leaving): Promise<string | undefined> {
  const configured = configuredDefinitions(database);
  if (await standsElsewhere(database, 'content_governance_policies', policy, configured.policies)) return undefined;
  const names = (requirements: unknown): boolean =>
    Array.isArray(requirements) && (requirements as Requirement[]).some((each) => foldName(each.policyKey) === foldName(policy.key));
  const fixed = configured.profiles.find((each) => names(each.requirements));
  if (fixed) return `profile ${fixed.key}`;
  const rows = await rowsNear(database, 'content_governance_profiles', policy);
  const row = rows.find((each) => names(database.dialect.decode('json', each['requirements'])));
  return row && `profile ${String(row['key'])}`;
}

/** Returns who still uses a profile, in words; undefined if nobody does or another profile of that key remains. */
export async function findProfileUser(database: Database, profile: Leaving): Promise<string | undefined> {
  const configured = configuredDefinitions(database);
  if (await standsElsewhere(database, 'content_governance_profiles', profile, configured.profiles)) return undefined;
  const names = (each: Readonly<Record<string, unknown>>): boolean =>
    [each['publicationProfileKey'], each['correctionProfileKey']].some(
      (key) => typeof key === 'string' && foldName(key) === foldName(profile.key),
    );
  const fixed = configured.assignments.find((each) => names({ ...each }));
  if (fixed) return `the assignment of ${nameOf({ ...fixed })}`;
  const row = (await rowsNear(database, 'content_governance_assignments', profile)).find(names);
  return row && `the assignment of ${nameOf(row)}`;
}

async function standsElsewhere(
  database: Database,
  table: string,
  { id, key, tenantId }: Leaving,
  configured: readonly { readonly key: string }[],
): Promise<boolean> {
  if (configured.some((each) => each.key === foldName(key))) return true;
  if (tenantId === null) return false;
  const { builder } = database.dialect;
  const query = builder.selectFrom(table).select('id').where('key', '=', key).where('id', '!=', id).where('tenantId', 'is', null);
  return (await database.first(query.compile())) !== undefined;
}

/** Returns the rows that could refer to it: of its tenant, or of every tenant if it is global. */
async function rowsNear(database: Database, table: string, { tenantId }: Leaving): Promise<readonly Row[]> {
  const query = database.dialect.builder.selectFrom(table).selectAll();
  return database.all((tenantId === null ? query : query.where('tenantId', '=', tenantId)).compile());
}

function nameOf({ contentType, variant }: Readonly<Record<string, unknown>>): string {
  return (variant ?? null) === null ? String(contentType) : `${String(contentType)}, variant ${String(variant)}`;
}
