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
import { preparedQuery } from '../queries/prepared-query.ts';

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

/** What records of a tenant are judged by: all but the assignments, which only say by which of it. */
export async function effectiveProfiles(database: Database, tenantId: TenantId): Promise<Judging> {
  const policies = await persistedPolicies(database, tenantId);
  return overlaidProfiles({ policies, profiles: await persistedProfiles(database, tenantId) });
}

/** What is in force when this is what is stored. */
export function overlaidDefinitions(persisted: Definitions): Definitions {
  const assignments = overlaid(configuredDefinitions().assignments, persisted.assignments, assignmentKey);
  return { ...overlaidProfiles(persisted), assignments };
}

function overlaidProfiles(persisted: Judging): Judging {
  const configured = configuredDefinitions();
  return {
    policies: overlaid(configured.policies, persisted.policies, (each) => each.key).map(withInstructions),
    profiles: overlaid(configured.profiles, persisted.profiles, (each) => each.key),
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

async function rowsOf(database: Database, table: DefinitionTable, tenantId: TenantId, contentType?: string): Promise<Row[]> {
  const asked = [...(tenantId === null ? [] : [tenantId]), ...(contentType === undefined ? [] : [contentType])];
  const query = QUERIES[table][contentType === undefined ? 'all' : 'ofType'][tenantId === null ? 'global' : 'tenant'];
  const rows = await database.all(query(database.dialect, asked));
  return rows.toSorted((a, b) => Number((a['tenantId'] ?? null) !== null) - Number((b['tenantId'] ?? null) !== null));
}

type DefinitionTable = 'content_governance_policies' | 'content_governance_profiles' | 'content_governance_assignments';

/** Asked with every publication, so that they are built once. */
function queriesOf(table: DefinitionTable) {
  const query = (ofTenant: boolean, ofType: boolean) =>
    preparedQuery((builder, places) => {
      const [tenantId, contentType] = ofTenant ? places : [undefined, places[0]];
      const rows = builder.selectFrom(table).selectAll();
      const typed = ofType ? rows.where('contentType', '=', contentType) : rows;
      if (!ofTenant) return typed.where('tenantId', 'is', null);
      return typed.where((each) => each.or([each('tenantId', '=', tenantId), each('tenantId', 'is', null)]));
    });
  return {
    all: { global: query(false, false), tenant: query(true, false) },
    ofType: { global: query(false, true), tenant: query(true, true) },
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

function flagOf({ dialect }: Database, row: Row, name: string): boolean {
  return dialect.decode('boolean', row[name]) === true;
}

function listOf<T>({ dialect }: Database, row: Row, name: string): T[] {
  const value = dialect.decode('json', row[name]);
  return Array.isArray(value) ? (value as T[]) : [];
}
