import type { Call } from '@colophon/core';
import type { ContentCollection } from '../record/capability.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { effectiveProfiles } from '../governance/load-definitions.ts';
import { evaluateMany, type ProfileEvaluation } from './evaluate.ts';
import type { ReadinessInput } from './review-input.ts';

/** The result of `evaluateReadiness`. */
export interface Readiness {
  readonly items: readonly ({ readonly contentId: string } & ProfileEvaluation)[];
}

/** Evaluates many records against one profile; records that the caller may not see are omitted. */
export async function evaluateReadiness(
  contents: ContentCollection,
  { contentIds, profileKey }: ReadinessInput,
  { caller }: Call,
): Promise<Readiness> {
  const { database } = contents;
  const found = await contents.list({ where: { id: { in: contentIds } }, limit: 1000 });
  const records = found.filter((each) => isTenantStaff(caller, { tenantId: each.tenantId }));
  const byId = new Map<string, ProfileEvaluation>();
  // A caller has one tenant; the application itself may evaluate records of several.
  for (const [tenantId, group] of Map.groupBy(records, (each) => each.tenantId)) {
    const evaluations = await evaluateMany(database, group, profileKey, await effectiveProfiles(database, tenantId));
    for (const [index, evaluation] of evaluations.entries()) byId.set(group[index]?.id ?? '', evaluation);
  }
  const items = contentIds.flatMap((contentId) => {
    const evaluation = byId.get(contentId);
    return evaluation ? [{ contentId, ...evaluation }] : [];
  });
  return { items };
}
