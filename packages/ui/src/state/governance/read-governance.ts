import { readAnswer } from '../read-answer.ts';
import type { Readiness, Review } from '../records.ts';
import type { GovernanceDefinitions, GovernedState } from './definitions.ts';

const NO_DEFINITIONS = { policies: [], profiles: [], assignments: [] };

/** How a piece is governed, and how it stands to each profile. @throws ProblemError `not_ours` */
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

/** A verdict with its findings, none where it names none. */
export function readReview(value: unknown): Review {
  const { findings = [], ...review } = readAnswer<Omit<Review, 'findings'> & { readonly findings?: Review['findings'] }>(
    value,
    {},
    { findings: 'records' },
  );
  return { ...review, findings };
}

/** What pieces are judged by. @throws ProblemError `not_ours` */
export function readDefinitions(value: unknown): Pick<GovernanceDefinitions, 'effective'> {
  const { effective } = readAnswer<GovernanceDefinitions>(value, { effective: 'object' });
  return {
    effective: { ...NO_DEFINITIONS, ...readAnswer(effective, {}, { policies: 'records', profiles: 'records', assignments: 'records' }) },
  };
}
