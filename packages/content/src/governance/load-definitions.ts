import type { Database, Row } from '@colophon/core';
import { assignmentKey } from './check-definitions.ts';
import { configuredDefinitions, overlaid } from './configure.ts';
import {
  type AssignmentDefinition,
  type Definitions,
  type PolicyDefinition,
  type ProfileDefinition,
  type Requirement,
  type Rule,
  withInstructions,
} from './definitions.ts';

/** Whose definitions: a tenant's own go before global ones, and these before what is configured. */
export type TenantId = string | null;

/** What is stored of each sort, global rows first so that a tenant's own take their place. */
export async function persistedDefinitions(database: Database, tenantId: TenantId): Promise<Definitions> {
  return {
    policies: await persistedPolicies(database, tenantId),
    profiles: await persistedProfiles(database, tenantId),
    assignments: await persistedAssignments(database, tenantId),
  };
}

/** What is in force for a tenant: what is stored over what is configured. */
export async function effectiveDefinitions(database: Database, tenantId: TenantId): Promise<Definitions> {
  return overlaidDefinitions(await persistedDefinitions(database, tenantId));
}

/** What is in force when this is what is stored. */
export function overlaidDefinitions(persisted: Definitions): Definitions {
  const configured = configuredDefinitions();
  return {
    policies: overlaid(configured.policies, persisted.policies, (each) => each.key).map(withInstructions),
    profiles: overlaid(configured.profiles, persisted.profiles, (each) => each.key),
    assignments: overlaid(configured.assignments, persisted.assignments, assignmentKey),
  };
}

export async function persistedPolicies(database: Database, tenantId: TenantId): Promise<PolicyDefinition[]> {
  const rows = await rowsOf(database, 'content_governance_policies', tenantId);
  return rows.map((row) => ({
    key: String(row['key']),
    label: textOf(row, 'label') ?? String(row['key']),
    kind: String(row['kind']) as PolicyDefinition['kind'],
    instructions: textOf(row, 'instructions') ?? '',
    humanVerdict: flagOf(database, row, 'humanVerdict'),
    rules: listOf<Rule>(database, row, 'rules'),
  }));
}

export async function persistedProfiles(database: Database, tenantId: TenantId): Promise<ProfileDefinition[]> {
  const rows = await rowsOf(database, 'content_governance_profiles', tenantId);
  return rows.map((row) => ({
    key: String(row['key']),
    label: textOf(row, 'label') ?? String(row['key']),
    requirements: listOf<Requirement>(database, row, 'requirements'),
  }));
}

/** The assignments of a tenant, and of one content type where it is given. */
export async function persistedAssignments(database: Database, tenantId: TenantId, contentType?: string): Promise<AssignmentDefinition[]> {
  const rows = await rowsOf(database, 'content_governance_assignments', tenantId, contentType);
  return rows.map((row) => ({
    contentType: String(row['contentType']),
    variant: textOf(row, 'variant'),
    enabled: flagOf(database, row, 'enabled'),
    factLinkingEnabled: flagOf(database, row, 'factLinkingEnabled'),
    transparencyEnabled: flagOf(database, row, 'transparencyEnabled'),
    publicationProfileKey: textOf(row, 'publicationProfileKey'),
    correctionProfileKey: textOf(row, 'correctionProfileKey'),
    enforcePublishReadiness: flagOf(database, row, 'enforcePublishReadiness'),
  }));
}

async function rowsOf(database: Database, table: string, tenantId: TenantId, contentType?: string): Promise<Row[]> {
  let query = database.dialect.builder.selectFrom(table).selectAll();
  if (contentType !== undefined) query = query.where('contentType', '=', contentType);
  query =
    tenantId === null
      ? query.where('tenantId', 'is', null)
      : query.where((each) => each.or([each('tenantId', '=', tenantId), each('tenantId', 'is', null)]));
  const rows = await database.all(query.compile());
  return rows.toSorted((a, b) => Number((a['tenantId'] ?? null) !== null) - Number((b['tenantId'] ?? null) !== null));
}

function textOf(row: Row, name: string): string | null {
  return (row[name] as string | null | undefined) ?? null;
}

function flagOf({ dialect }: Database, row: Row, name: string): boolean {
  return dialect.decode('boolean', row[name]) === true;
}

function listOf<T>({ dialect }: Database, row: Row, name: string): T[] {
  const value = dialect.decode('json', row[name]);
  return Array.isArray(value) ? (value as T[]) : [];
}
