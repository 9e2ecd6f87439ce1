import type { Database } from '@colophon/core';
import { assignmentKey } from './check-definitions.ts';
import { configuredDefinitions, overlaid } from './configure.ts';
import type { AssignmentDefinition, Definitions, PolicyDefinition, ProfileDefinition } from './definitions.ts';
import { foldName } from '../record/names.ts';
import { resemblingType } from './resembling-type.ts';
import { effectiveDefinitions, persistedAssignments, type TenantId } from './load-definitions.ts';

/** The fields of a record that determine how it is governed. */
export interface Governable {
  readonly type?: unknown;
  readonly variant?: unknown;
  readonly tenantId?: unknown;
}

/** How a type and variant are governed. */
export interface ResolvedGovernance {
  readonly isGoverned: boolean;
  readonly factLinkingEnabled: boolean;
  readonly transparencyEnabled: boolean;
  readonly enforcePublishReadiness: boolean;
  readonly publicationProfileKey: string | null;
  readonly correctionProfileKey: string | null;
  readonly assignment: AssignmentDefinition | null;
  /** The governed type that an ungoverned one differs from by a letter or a plural: probably a typing error. */
  readonly resembles: string | null;
}

/** How a type and variant are governed, with all policies and profiles. */
export interface GovernanceAnswer extends ResolvedGovernance {
  readonly policies: readonly PolicyDefinition[];
  readonly profiles: readonly ProfileDefinition[];
}

/**
 * Returns the assignment that governs a record: the one for exactly its type and variant, else the one for its type alone. If the exact one
 * is disabled, the variant is not governed.
 */
export function governanceOf(assignments: readonly AssignmentDefinition[], { type, variant }: Governable): ResolvedGovernance {
  const contentType = foldName(String(type));
  const byKey = new Map(assignments.map((each) => [assignmentKey(each), each]));
  const exact = typeof variant === 'string' ? byKey.get(assignmentKey({ contentType, variant: foldName(variant) })) : undefined;
  const found = exact ?? byKey.get(assignmentKey({ contentType, variant: null }));
  const assignment = found?.enabled ? found : null;
  return {
    isGoverned: assignment !== null,
    factLinkingEnabled: assignment?.factLinkingEnabled ?? false,
    transparencyEnabled: assignment?.transparencyEnabled ?? false,
    enforcePublishReadiness: assignment?.enforcePublishReadiness ?? false,
    publicationProfileKey: assignment?.publicationProfileKey ?? null,
    correctionProfileKey: assignment?.correctionProfileKey ?? null,
    assignment,
    resembles: found ? null : resemblingType(contentType, governedTypes(assignments)),
  };
}

function governedTypes(assignments: readonly AssignmentDefinition[]): Set<string> {
  return new Set(assignments.filter(({ enabled }) => enabled).map(({ contentType }) => contentType));
}

/** Resolves how a record is governed; reads only the assignments. */
export async function resolveGovernanceOf(database: Database, content: Governable): Promise<ResolvedGovernance> {
  const persisted = await persistedAssignments(database, tenantOf(content));
  return governanceOf(overlaid(configuredDefinitions(database).assignments, persisted, assignmentKey), content);
}

/** Resolves how a record is governed, with all policies and profiles. */
export async function answerGovernance(database: Database, content: Governable): Promise<GovernanceAnswer> {
  const definitions: Definitions = await effectiveDefinitions(database, tenantOf(content));
  return { ...governanceOf(definitions.assignments, content), policies: definitions.policies, profiles: definitions.profiles };
}

export function tenantOf({ tenantId }: Governable): TenantId {
  return typeof tenantId === 'string' ? tenantId : null;
}
