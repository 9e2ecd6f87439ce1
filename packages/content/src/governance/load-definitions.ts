import type { Database, Row } from '@colophon/core';
import { assignmentKey } from './check-definitions.ts';
import { configuredDefinitions, overlaid } from './configure.ts';
import {
  type AssignmentDefinition,
  type Definitions,
  type Judging,
  type PolicyDefinition,
  type ProfileDefinition,
  type Requirement,
  type Rule,
  withInstructions,
} from './definitions.ts';
import { preparedQuery } from '../record/prepared-query.ts';
import { foldName } from '../record/names.ts';

/** The tenant: its own definitions take precedence over global ones, and these over configured ones. */
export type TenantId = string | null;

/** Returns the stored definitions, global rows first so that a tenant's own replace them. */
export async function persistedDefinitions(database: Database, tenantId: TenantId): Promise<Definitions> {
  return {
    policies: await persistedPolicies(database, tenantId),
    profiles: await persistedProfiles(database, tenantId),
    assignments: await persistedAssignments(database, tenantId),
  };
}

/** Returns the effective definitions of a tenant: stored over configured ones. */
export async function effectiveDefinitions(database: Database, tenantId: TenantId): Promise<Definitions> {
  return overlaidDefinitions(database, await persistedDefinitions(database, tenantId));
}

/** Returns the effective policies and profiles of a tenant, without the assignments. */
export async function effectiveProfiles(database: Database, tenantId: TenantId): Promise<Judging> {
  const policies = await persistedPolicies(database, tenantId);
  return overlaidProfiles(database, { policies, profiles: await persistedProfiles(database, tenantId) });
}

/** Returns the effective definitions for these stored ones. */
export function overlaidDefinitions(database: Database, persisted: Definitions): Definitions {
  const assignments = overlaid(configuredDefinitions(database).assignments, persisted.assignments, assignmentKey);
  return { ...overlaidProfiles(database, persisted), assignments };
}

function overlaidProfiles(database: Database, persisted: Judging): Judging {
  const configured = configuredDefinitions(database);
  return {
    policies: overlaid(configured.policies, persisted.policies, (each) => each.key).map(withInstructions),
    profiles: overlaid(configured.profiles, persisted.profiles, (each) => each.key),
  };
}

export async function persistedPolicies(database: Database, tenantId: TenantId): Promise<PolicyDefinition[]> {
  const rows = await rowsOf(database, 'content_governance_policies', tenantId);
  return rows.map((row) => ({
    key: foldName(String(row['key'])),
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
    key: foldName(String(row['key'])),
    label: textOf(row, 'label') ?? String(row['key']),
    requirements: listOf<Requirement>(database, row, 'requirements').map((each) => ({ ...each, policyKey: foldName(each.policyKey) })),
  }));
}

/** Returns all assignments of a tenant, because a type may be stored in a spelling that is not normalized. */
export async function persistedAssignments(database: Database, tenantId: TenantId): Promise<AssignmentDefinition[]> {
  const rows = await rowsOf(database, 'content_governance_assignments', tenantId);
  return rows.map((row) => ({
    contentType: foldName(String(row['contentType'])),
    variant: nameOf(row, 'variant'),
    enabled: flagOf(database, row, 'enabled'),
    factLinkingEnabled: flagOf(database, row, 'factLinkingEnabled'),
    transparencyEnabled: flagOf(database, row, 'transparencyEnabled'),
    publicationProfileKey: nameOf(row, 'publicationProfileKey'),
    correctionProfileKey: nameOf(row, 'correctionProfileKey'),
    enforcePublishReadiness: flagOf(database, row, 'enforcePublishReadiness'),
  }));
}

/** Global rows first, and normalized names after others: the last one of a name is effective. */
async function rowsOf(database: Database, table: DefinitionTable, tenantId: TenantId): Promise<Row[]> {
  const query = QUERIES[table][tenantId === null ? 'global' : 'tenant'];
  const rows = await database.all(query(database.dialect, tenantId === null ? [] : [tenantId]));
  const rank = (row: Row): number => Number((row['tenantId'] ?? null) !== null) * 2 + Number(isSpelledAsItCounts(row));
  return rows.toSorted((a, b) => rank(a) - rank(b));
}

function isSpelledAsItCounts(row: Row): boolean {
  return ['key', 'contentType', 'variant'].every((name) => nameOf(row, name) === textOf(row, name));
}

type DefinitionTable = 'content_governance_policies' | 'content_governance_profiles' | 'content_governance_assignments';

/** Used by every publication, so they are built once. */
function queriesOf(table: DefinitionTable) {
  return {
    global: preparedQuery((builder) => builder.selectFrom(table).selectAll().where('tenantId', 'is', null)),
    tenant: preparedQuery((builder, [tenantId]) =>
      builder
        .selectFrom(table)
        .selectAll()
        .where((each) => each.or([each('tenantId', '=', tenantId), each('tenantId', 'is', null)])),
    ),
  };
}

const QUERIES = {
  content_governance_policies: queriesOf('content_governance_policies'),
  content_governance_profiles: queriesOf('content_governance_profiles'),
  content_governance_assignments: queriesOf('content_governance_assignments'),
};

function textOf(row: Row, name: string): string | null {
  return (row[name] as string | null | undefined) ?? null;
}

function nameOf(row: Row, name: string): string | null {
  const given = textOf(row, name);
  return given === null ? null : foldName(given);
}

function flagOf({ dialect }: Database, row: Row, name: string): boolean {
  return dialect.decode('boolean', row[name]) === true;
}

function listOf<T>({ dialect }: Database, row: Row, name: string): T[] {
  const value = dialect.decode('json', row[name]);
  return Array.isArray(value) ? (value as T[]) : [];
}
