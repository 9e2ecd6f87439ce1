import type { GovernedState, PolicyDefinition } from '../state/governance/definitions.ts';
import type { Readiness, RequirementState, Review } from '../state/records.ts';

/** Returns an unmet requirement, with the given changes. */
export function requirement(changes: Partial<RequirementState>): RequirementState {
  return {
    policyKey: 'facts',
    label: 'Facts',
    blocking: true,
    status: null,
    stale: false,
    missing: true,
    satisfied: false,
    reason: 'It was not reviewed.',
    reviewId: null,
    ...changes,
  };
}

/** Returns the readiness under the publication profile. */
export function readinessOf(requirements: readonly RequirementState[]): Readiness {
  const blockingRequirements = requirements.filter(({ blocking, satisfied }) => blocking && !satisfied);
  return {
    profileKey: 'publication',
    ready: blockingRequirements.length === 0,
    complete: requirements.every(({ satisfied }) => satisfied),
    requirements,
    blockingRequirements,
  };
}

/** Returns a review, with the given changes. */
export function review(changes: Partial<Review>): Review {
  return {
    id: 'r1',
    contentId: '1',
    policyKey: 'facts',
    kind: 'facts',
    status: 'flagged',
    summary: 'One claim has no fact.',
    findings: [],
    reviewer: 'ai',
    model: 'm-1',
    created_at: '2026-05-03T08:39:00.000Z',
    ...changes,
  };
}

const POLICIES: readonly PolicyDefinition[] = [
  { key: 'facts', label: 'Facts', kind: 'facts', instructions: 'Check every claim.', humanVerdict: true, rules: [] },
  { key: 'safety', label: 'Safety', kind: 'safety', instructions: 'Harm nobody.', humanVerdict: true, rules: [] },
  { key: 'desk', label: 'The desk', kind: 'human', instructions: '', humanVerdict: true, rules: [] },
  { key: 'disclosure', label: 'Disclosure', kind: 'rule', instructions: '', humanVerdict: false, rules: [{ check: 'disclosure' }] },
];

/** Returns the governance of articles. */
export function governedState(changes: Partial<GovernedState> = {}): GovernedState {
  return {
    isGoverned: true,
    factLinkingEnabled: true,
    transparencyEnabled: true,
    enforcePublishReadiness: true,
    publicationProfileKey: 'publication',
    correctionProfileKey: 'correction',
    policies: POLICIES,
    profiles: [
      {
        key: 'publication',
        label: 'Publication',
        requirements: POLICIES.map(({ key }) => ({ policyKey: key, blocking: key !== 'safety' })),
      },
    ],
    ...changes,
  };
}
