import type { RequirementState } from '../../../state/records.ts';

/** Returns the requirements that a refused publication names; none for another problem. */
export function blockingOf(problem: Readonly<Record<string, unknown>> | null): readonly RequirementState[] {
  const blocking = problem?.['blockingRequirements'];
  return Array.isArray(blocking) ? (blocking as readonly RequirementState[]) : [];
}
