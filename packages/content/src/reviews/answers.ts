import { z } from 'zod';
import { GovernedAnswer } from '../governance/answers.ts';
import { REVIEW_STATUSES } from './finding.ts';

const RequirementAnswer = z.object({
  policyKey: z.string(),
  label: z.string(),
  blocking: z.boolean(),
  status: z.enum(REVIEW_STATUSES).nullable(),
  stale: z.boolean().describe('The review is of another text, policy or facts.'),
  missing: z.boolean(),
  satisfied: z.boolean(),
  reason: z.string().nullable().describe('Why it is not satisfied.'),
  reviewId: z.string().nullable(),
});

/** The evaluation of a record against a profile. */
export const EvaluationAnswer = z.object({
  profileKey: z.string(),
  ready: z.boolean(),
  complete: z.boolean(),
  requirements: z.array(RequirementAnswer),
  blockingRequirements: z.array(RequirementAnswer),
});

/** The evaluations of many records against a profile. */
export const ReadinessAnswer = z.object({ items: z.array(EvaluationAnswer.extend({ contentId: z.string() })) });

/** How a record is governed, and its evaluation against every profile. */
export const GovernanceStateAnswer = GovernedAnswer.extend({ reviewProfiles: z.array(EvaluationAnswer) });
