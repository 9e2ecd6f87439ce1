import { readAnswer } from '../read-answer.ts';
import type { Readiness, Review } from '../records.ts';
import type { GovernanceDefinitions, GovernedState } from './definitions.ts';

const NO_DEFINITIONS = { policies: [], profiles: [], assignments: [] };

/** Reads the governance of a piece and its readiness under each profile. @throws ProblemError `not_ours` */
export function readGoverned(value: unknown): GovernedState & { readonly reviewProfiles: readonly Readiness[] } {
  type Read = GovernedState & { readonly reviewProfiles?: readonly Readiness[] };
  const read = readAnswer<Read>(value, {}, { policies: 'records', profiles: 'records', reviewProfiles: 'records' });
  const profiles = (read.reviewProfiles ?? []).map((each) => ({
    ...NO_REQUIREMENTS,
    ...readAnswer<Readiness>(each, {}, { requirements: 'records', blockingRequirements: 'records' }),
  }));
  return { ...NO_DEFINITIONS, ...read, reviewProfiles: profiles };
}

const NO_REQUIREMENTS = { requirements: [], blockingRequirements: [] };

/** Reads a review; missing findings count as none. */
export function readReview(value: unknown): Review {
  const { findings = [], ...review } = readAnswer<Omit<Review, 'findings'> & { readonly findings?: Review['findings'] }>(
    value,
    {},
    { findings: 'records' },
  );
  return { ...review, findings };
}

/** Reads policies, profiles and assignments. @throws ProblemError `not_ours` */
export function readDefinitions(value: unknown): Pick<GovernanceDefinitions, 'effective'> {
  const { effective } = readAnswer<GovernanceDefinitions>(value, { effective: 'object' });
  return {
    effective: { ...NO_DEFINITIONS, ...readAnswer(effective, {}, { policies: 'records', profiles: 'records', assignments: 'records' }) },
  };
}
