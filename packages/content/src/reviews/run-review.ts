import { type Call, ConflictError, ValidationError } from '@colophon/core';
import { readAssets } from '../assets/replace-assets.ts';
import { readShownPictures } from '../assets/shown-pictures.ts';
import { usableAssets } from '../assets/thumbnail-use.ts';
import { draftUnderReview } from './draft-under-review.ts';
import { readLinkedFacts } from '../facts/latest-facts.ts';
import type { ContentEventKind } from '../events/content-event.ts';
import { recordEvent } from '../events/record-event.ts';
import type { ContentRecord } from '../record/content-record.ts';
import type { PolicyDefinition } from '../governance/definitions.ts';
import { effectiveProfiles } from '../governance/load-definitions.ts';
import { foldName } from '../record/names.ts';
import { readDrift } from '../references/drift.ts';
import { askReviewer } from './ask-reviewer.ts';
import { type ContentReview, ContentReviews } from './content-review.ts';
import { completeFindings, type Finding } from './finding.ts';
import { personalVerdict } from './personal-verdict.ts';
import {
  contentHash,
  policyHash,
  type Reviewed,
  reviewedPictures,
  reviewedText,
  reviewedValues,
  type ReviewedWith,
} from './review-hash.ts';
import type { ReviewInput } from './review-input.ts';
import { ownChecks } from './own-checks.ts';
import { runRules } from './rule-checks.ts';
import type { Verdict } from './verdict.ts';
import { lockContent } from '../record/lock-content.ts';

/**
 * Reviews a record, or an edit of it, and records the verdict with the hashes of what was reviewed.
 *
 * @throws ValidationError if the policy does not exist, or is not of the given kind
 * @throws ForbiddenError if the caller may not give the verdict
 * @throws UnavailableError if an AI review got no response; nothing is recorded then
 */
export async function runReview(content: ContentRecord, given: ReviewInput, call: Call): Promise<ContentReview> {
  if (!content.isStored) throw new ConflictError('Save the record before it is reviewed.', { code: 'not_saved' });
  const input = { ...given, draft: await draftUnderReview(content, given.draft, call) };
  const policy = await policyOf(content, input);
  const subject = reviewedFields(content, input);
  const leant = await readLeant(content, subject, input);
  const verdict =
    input.status === undefined ? await ownVerdict(content, policy, subject, leant, call) : personalVerdict(policy, input, call);
  return recordReview(content, policy, verdict, { hash: contentHash(reviewedText(subject), policy, leant), body: subject.body }, call);
}

async function policyOf(content: ContentRecord, { policyKey, kind, status }: ReviewInput): Promise<PolicyDefinition> {
  const given = policyKey ?? kind;
  if (given === undefined) throw fault('policyKey', 'required', 'must name a policy');
  const key = foldName(given);
  const { policies } = await effectiveProfiles(content.database, content.tenantId);
  const policy = policies.find((each) => each.key === key);
  if (!policy) throw fault('policyKey', 'not_found', `policy ${key} does not exist`);
  if (kind !== undefined && policy.kind !== kind) throw fault('kind', 'other_kind', `the policy ${key} is of the kind ${policy.kind}`);
  if (policy.kind === 'human' && status === undefined)
    throw fault('status', 'required', `is required: only a person can satisfy the policy ${key}`);
  return policy;
}

/**
 * Reads what is reviewed with the fields: the facts, and the pictures with the thumbnail of the edit.
 *
 * @throws ValidationError if that thumbnail is of another tenant, whose texts must not be sent to a reviewer here
 */
async function readLeant(content: ContentRecord, subject: Reviewed, { draft }: ReviewInput): Promise<ReviewedWith> {
  const { database, id } = content;
  const given = draft?.thumbnailAssetId as string | null | undefined;
  if (typeof given === 'string' && !(await usableAssets(content, database, [given])).has(given))
    throw fault('draft/thumbnailAssetId', 'not_found', `asset ${given.slice(0, 200)} does not exist here`);
  const thumbnailAssetId = given === undefined ? content.thumbnailAssetId : given;
  const pictures = (await readShownPictures(database, [{ id, thumbnailAssetId }])).get(id) ?? [];
  return { facts: await readLinkedFacts(database, [id]), pictures: reviewedPictures(pictures, subject) };
}

function reviewedFields(content: ContentRecord, { draft }: ReviewInput): Reviewed {
  const { thumbnailAssetId: _, through: __, ...fields } = draft ?? {};
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...reviewedValues(content), ...Object.fromEntries(given) };
}

/** Returns the verdict of a policy's own reviewer: its checks, or the AI. */
async function ownVerdict(
  content: ContentRecord,
  policy: PolicyDefinition,
  reviewed: Reviewed,
  leant: ReviewedWith,
  call: Call,
): Promise<Verdict> {
  if (policy.kind !== 'rule') return askReviewer(content.database, policy, reviewed, leant, call);
  const references = await readDrift(content.database, [content.id]);
  const assets = await readAssets(content.database, [content.id]);
  const all = { ...(content.toJSON() as Readonly<Record<string, unknown>>), ...reviewed };
  const findings = await runRules(
    policy.rules,
    { fields: all, facts: leant.facts, references, assets },
    content.database.ports.use(ownChecks),
  );
  const summary = findings.length === 0 ? 'All checks passed.' : `${findings.length} checks failed.`;
  return { status: findings.length === 0 ? 'accepted' : 'rejected', summary, findings, reviewer: 'rules' };
}

/** Records a verdict. Reviews of one record are serialized, and blocked during a publication. */
async function recordReview(
  content: ContentRecord,
  policy: PolicyDefinition,
  verdict: Verdict,
  reviewed: { hash: string; body: string },
  call: Call,
): Promise<ContentReview> {
  const { database } = content;
  const reviews = new ContentReviews(database, call);
  return database.transaction(async () => {
    await lockContent(database, content.id);
    const [latest] = await new ContentReviews(database).list({ where: { contentId: content.id }, orderBy: '-sequence', limit: 1 });
    const [former] = await new ContentReviews(database).list({
      where: { contentId: content.id, policyKey: policy.key },
      orderBy: '-sequence',
      limit: 1,
    });
    const sequence = (latest?.sequence ?? 0) + 1;
    const findings: Finding[] = await completeFindings(verdict.findings, reviewed.body, former?.findings ?? [], sequence);
    const review = await reviews.add({
      contentId: content.id,
      tenantId: content.tenantId,
      sequence,
      policyKey: policy.key,
      kind: policy.kind,
      status: verdict.status,
      summary: verdict.summary,
      findings,
      reviewer: verdict.reviewer,
      reviewerId: verdict.reviewerId ?? null,
      model: verdict.model ?? null,
      sources: verdict.sources ? [...verdict.sources] : null,
      contentHash: reviewed.hash,
      policyHash: policyHash(policy),
    });
    await recordEvent(database, call, {
      kind: 'review.recorded' satisfies ContentEventKind,
      objectType: 'content_reviews',
      objectId: review.id,
      tenantId: content.tenantId,
      data: { contentId: content.id, policyKey: policy.key, status: verdict.status },
    });
    return review;
  });
}

function fault(name: string, code: string, detail: string): ValidationError {
  return ValidationError.of([{ pointer: `/${name}`, code, detail }]);
}
