import type { Database } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import type { Judging, PolicyDefinition, ProfileDefinition, Requirement } from '../governance/definitions.ts';
import { effectiveProfiles } from '../governance/load-definitions.ts';
import { foldName } from '../record/names.ts';
import { type Evidence, type EvidenceOptions, readEvidence } from './evidence.ts';
import type { FindingInput, ReviewStatus } from './finding.ts';
import { countingReview } from './kept-review.ts';
import { contentHash, policyHash, reviewedPictures, reviewedText } from './review-hash.ts';
import { ownChecks } from './own-checks.ts';
import { runRules } from './rule-checks.ts';

/** The evaluation of one requirement of a profile. */
export interface RequirementEvaluation {
  readonly policyKey: string;
  readonly label: string;
  readonly blocking: boolean;
  /** The status of the review that counts, or of the checks of a rule; null if there is none. */
  readonly status: ReviewStatus | null;
  /** The review is of another text, picture, policy or facts. */
  readonly stale: boolean;
  readonly missing: boolean;
  readonly satisfied: boolean;
  /** Why it is not satisfied, in words: the findings of a rule, or the fault of the review. */
  readonly reason: string | null;
  readonly reviewId: string | null;
}

/** The evaluation of a record against a profile. */
export interface ProfileEvaluation {
  readonly profileKey: string;
  /** Every blocking requirement is satisfied. An unknown requirement is never satisfied. */
  readonly ready: boolean;
  /** Every requirement, blocking or not, has a valid verdict. */
  readonly complete: boolean;
  readonly requirements: readonly RequirementEvaluation[];
  /** The requirements that prevent it from being ready. */
  readonly blockingRequirements: readonly RequirementEvaluation[];
}

/** Evaluates one profile for a record with its current values in memory, saved or not. */
export async function evaluateProfile(
  content: ContentRecord,
  profileKey: string,
  options: EvidenceOptions = {},
): Promise<ProfileEvaluation> {
  const definitions = await effectiveProfiles(content.database, content.tenantId);
  const [evaluation] = await evaluateMany(content.database, [content], profileKey, definitions, options);
  return evaluation ?? unknownProfile(profileKey);
}

/** Like `evaluateProfile`, with evidence that was already read, for at least the policies of the profile. */
export function evaluateBy(
  evidence: Evidence,
  content: ContentRecord,
  profileKey: string,
  { policies, profiles }: Judging,
): Promise<ProfileEvaluation> {
  const profile = profiles.find((each) => each.key === foldName(profileKey));
  return profile ? evaluate(content, profile, policies, evidence) : Promise.resolve(unknownProfile(profileKey));
}

/** Evaluates every profile for a record. */
export async function evaluateProfiles(content: ContentRecord): Promise<ProfileEvaluation[]> {
  const { policies, profiles } = await effectiveProfiles(content.database, content.tenantId);
  const evidence = await readEvidence(content.database, storedOf([content]), policies);
  return Promise.all(profiles.map((profile) => evaluate(content, profile, policies, evidence)));
}

/** Evaluates one profile for many records, in their order, with a fixed number of queries. */
export async function evaluateMany(
  database: Database,
  contents: readonly ContentRecord[],
  profileKey: string,
  { policies, profiles }: Judging,
  options: EvidenceOptions = {},
): Promise<ProfileEvaluation[]> {
  const profile = profiles.find((each) => each.key === foldName(profileKey));
  if (!profile) return contents.map(() => unknownProfile(profileKey));
  const evidence = await readEvidence(database, storedOf(contents), policiesOf(profile, policies), options);
  return Promise.all(contents.map((content) => evaluate(content, profile, policies, evidence)));
}

/** Returns the existing policies that a profile lists. */
export function policiesOf({ requirements }: ProfileDefinition, policies: readonly PolicyDefinition[]): PolicyDefinition[] {
  const required = new Set(requirements.map((each) => each.policyKey));
  return policies.filter((policy) => required.has(policy.key));
}

async function evaluate(
  content: ContentRecord,
  { key, requirements: required }: ProfileDefinition,
  policies: readonly PolicyDefinition[],
  evidence: Evidence,
): Promise<ProfileEvaluation> {
  let text: { readonly of: string | undefined } | undefined;
  // The same for every policy, and not needed if nothing was reviewed.
  const reviewed = (): string | undefined => (text ??= { of: reviewedText(content) }).of;
  const requirements = await Promise.all(
    required.map(async (requirement) => {
      const policy = policies.find((each) => each.key === requirement.policyKey);
      return policy ? evaluateRequirement(content, requirement, policy, evidence, reviewed) : unknownPolicy(requirement);
    }),
  );
  const blockingRequirements = requirements.filter((each) => each.blocking && !each.satisfied);
  return {
    profileKey: key,
    ready: blockingRequirements.length === 0,
    complete: requirements.every((each) => each.status !== null && !each.stale),
    requirements,
    blockingRequirements,
  };
}

async function evaluateRequirement(
  content: ContentRecord,
  { policyKey, blocking }: Requirement,
  policy: PolicyDefinition,
  evidence: Evidence,
  reviewed: () => string | undefined,
): Promise<RequirementEvaluation> {
  const facts = evidence.facts.get(content.id) ?? [];
  const reviews = evidence.reviews.get(content.id) ?? [];
  const text = reviews.length > 0 ? reviewed() : undefined;
  const leant = { facts, pictures: reviewedPictures(evidence.pictures.get(content.id) ?? [], content) };
  const counting = countingReview(reviews, policyKey, { text, ...leant }, policy);
  const base = { policyKey, label: policy.label ?? policyKey, blocking, reviewId: counting?.id ?? null };
  // Checks cost nothing and are never outdated, so they are repeated rather than stored.
  if (policy.kind === 'rule') {
    const references = evidence.references.get(content.id) ?? [];
    const assets = evidence.assets.get(content.id) ?? [];
    const subject = { fields: content as unknown as Record<string, unknown>, facts, references, assets };
    const found = await runRules(policy.rules, subject, content.database.ports.use(ownChecks));
    const satisfied = found.length === 0;
    return { ...base, status: satisfied ? 'accepted' : 'rejected', stale: false, missing: false, satisfied, reason: wordsFor(found) };
  }
  if (!counting) return { ...base, status: null, stale: false, missing: true, satisfied: false, reason: 'there is no review' };
  const stale = counting.contentHash !== contentHash(text, policy, leant) || counting.policyHash !== policyHash(policy);
  const satisfied = !stale && counting.status === 'accepted';
  const who = counting.reviewerId === null ? '' : ` of ${counting.reviewer}`;
  const reason = stale ? 'the review is of another text, policy or facts' : `the verdict${who} is ${counting.status}`;
  return { ...base, status: counting.status, stale, missing: false, satisfied, reason: satisfied ? null : reason };
}

const MAXIMUM_SHOWN = 3;

/** Returns the first few findings, so that the reason says what is missing. */
function wordsFor(found: readonly FindingInput[]): string | null {
  if (found.length === 0) return null;
  const more = found.length > MAXIMUM_SHOWN ? [`and ${found.length - MAXIMUM_SHOWN} more`] : [];
  return [...found.slice(0, MAXIMUM_SHOWN).map(({ title, detail }) => `${title} (${detail})`), ...more].join(', ');
}

function unknownPolicy({ policyKey, blocking }: Requirement): RequirementEvaluation {
  const reason = `policy ${policyKey} does not exist`;
  return { policyKey, label: policyKey, blocking, status: null, stale: false, missing: true, satisfied: false, reason, reviewId: null };
}

/** An unknown profile cannot be satisfied. */
function unknownProfile(profileKey: string): ProfileEvaluation {
  const missing = { ...unknownPolicy({ policyKey: profileKey, blocking: true }), reason: `profile ${profileKey} does not exist` };
  return { profileKey, ready: false, complete: false, requirements: [], blockingRequirements: [missing] };
}

/** A record that was never stored has no id, and no evidence. */
export function storedOf(contents: readonly ContentRecord[]): ContentRecord[] {
  return contents.filter((each) => each.isStored);
}
