import type { Database } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import type { Judging, PolicyDefinition, ProfileDefinition, Requirement } from '../governance/definitions.ts';
import { effectiveProfiles } from '../governance/load-definitions.ts';
import { foldName } from '../record/names.ts';
import { type Evidence, type EvidenceOptions, readEvidence } from './evidence.ts';
import type { FindingInput, ReviewStatus } from './finding.ts';
import { countingReview } from './kept-review.ts';
import { contentHash, policyHash, reviewedText } from './review-hash.ts';
import { runRules } from './rule-checks.ts';

/** How a record stands to one requirement of a profile. */
export interface RequirementEvaluation {
  readonly policyKey: string;
  readonly label: string;
  readonly blocking: boolean;
  /** What the review says that counts; what the checks say of a rule; null when there is none. */
  readonly status: ReviewStatus | null;
  /** The review is of another text, policy or facts. */
  readonly stale: boolean;
  readonly missing: boolean;
  readonly satisfied: boolean;
  /** Why it is not satisfied, in words: what the checks of a rule found, or what is the matter with the review. */
  readonly reason: string | null;
  readonly reviewId: string | null;
}

/** How a record stands to a profile. */
export interface ProfileEvaluation {
  readonly profileKey: string;
  /** Every blocking requirement is satisfied. What is not known is never ready. */
  readonly ready: boolean;
  /** Every requirement, blocking or not, has a verdict that still holds. */
  readonly complete: boolean;
  readonly requirements: readonly RequirementEvaluation[];
  /** Those that keep it from being ready. */
  readonly blockingRequirements: readonly RequirementEvaluation[];
}

/** Evaluates one profile for a record as the instance holds it, saved or not. */
export async function evaluateProfile(
  content: ContentRecord,
  profileKey: string,
  options: EvidenceOptions = {},
): Promise<ProfileEvaluation> {
  const definitions = await effectiveProfiles(content.database, content.tenantId);
  const [evaluation] = await evaluateMany(content.database, [content], profileKey, definitions, options);
  return evaluation ?? unknownProfile(profileKey);
}

/** As `evaluateProfile`, by evidence that was read before: of what the policies of the profile need, and maybe of more. */
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
  const evidence = await readEvidence(content.database, idsOf([content]), policies);
  return Promise.all(profiles.map((profile) => evaluate(content, profile, policies, evidence)));
}

/** Evaluates one profile for many records, in their order: a fixed number of queries, however many records. */
export async function evaluateMany(
  database: Database,
  contents: readonly ContentRecord[],
  profileKey: string,
  { policies, profiles }: Judging,
  options: EvidenceOptions = {},
): Promise<ProfileEvaluation[]> {
  const profile = profiles.find((each) => each.key === foldName(profileKey));
  if (!profile) return contents.map(() => unknownProfile(profileKey));
  const evidence = await readEvidence(database, idsOf(contents), policiesOf(profile, policies), options);
  return Promise.all(contents.map((content) => evaluate(content, profile, policies, evidence)));
}

/** The policies that a profile names, as far as they are there. */
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
  // The same for every policy, and not needed where nothing was reviewed.
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
  const counting = countingReview(reviews, policyKey, { text, facts }, policy);
  const base = { policyKey, label: policy.label ?? policyKey, blocking, reviewId: counting?.id ?? null };
  // Checks cost nothing and are never out of date, so they are made again rather than believed.
  if (policy.kind === 'rule') {
    const references = evidence.references.get(content.id) ?? [];
    const assets = evidence.assets.get(content.id) ?? [];
    const found = await runRules(policy.rules, { fields: content as unknown as Record<string, unknown>, facts, references, assets });
    const satisfied = found.length === 0;
    return { ...base, status: satisfied ? 'accepted' : 'rejected', stale: false, missing: false, satisfied, reason: wordsFor(found) };
  }
  if (!counting) return { ...base, status: null, stale: false, missing: true, satisfied: false, reason: 'there is no review' };
  const stale = counting.contentHash !== contentHash(text, policy, facts) || counting.policyHash !== policyHash(policy);
  const satisfied = !stale && counting.status === 'accepted';
  const who = counting.reviewerId === null ? '' : ` of ${counting.reviewer}`;
  const reason = stale ? 'the review is of another text, policy or facts' : `the verdict${who} is ${counting.status}`;
  return { ...base, status: counting.status, stale, missing: false, satisfied, reason: satisfied ? null : reason };
}

const MAXIMUM_SHOWN = 3;

/** The first few of what the checks found, so that nobody has to ask again what is missing. */
function wordsFor(found: readonly FindingInput[]): string | null {
  if (found.length === 0) return null;
  const more = found.length > MAXIMUM_SHOWN ? [`and ${found.length - MAXIMUM_SHOWN} more`] : [];
  return [...found.slice(0, MAXIMUM_SHOWN).map(({ title, detail }) => `${title} (${detail})`), ...more].join(', ');
}

function unknownPolicy({ policyKey, blocking }: Requirement): RequirementEvaluation {
  const reason = `there is no policy ${policyKey}`;
  return { policyKey, label: policyKey, blocking, status: null, stale: false, missing: true, satisfied: false, reason, reviewId: null };
}

/** What nobody defined cannot be fulfilled. */
function unknownProfile(profileKey: string): ProfileEvaluation {
  const missing = { ...unknownPolicy({ policyKey: profileKey, blocking: true }), reason: `there is no profile ${profileKey}` };
  return { profileKey, ready: false, complete: false, requirements: [], blockingRequirements: [missing] };
}

/** A record that was never stored has no id, and nothing that speaks for it. */
export function idsOf(contents: readonly ContentRecord[]): string[] {
  return contents.flatMap((each) => (each.isStored ? [each.id] : []));
}
