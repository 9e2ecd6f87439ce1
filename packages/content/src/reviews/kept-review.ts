import type { Database } from '@colophon/core';
import type { PolicyDefinition } from '../governance/definitions.ts';
import { preparedQuery } from '../record/prepared-query.ts';
import type { ReviewStatus } from './finding.ts';
import { contentHash, policyHash, type ReviewedWith } from './review-hash.ts';

/** A review as read in bulk, without its findings. */
export interface KeptReview {
  readonly id: string;
  readonly contentId: string;
  readonly sequence: number;
  readonly policyKey: string;
  readonly kind: PolicyDefinition['kind'];
  readonly status: ReviewStatus;
  readonly summary: string;
  readonly reviewer: string;
  /** The person who gave it; null for an AI and for checks. */
  readonly reviewerId: string | null;
  readonly model: string | null;
  readonly contentHash: string;
  readonly policyHash: string;
  readonly created_at: string;
}

const COLUMNS = [
  'id',
  'contentId',
  'sequence',
  'policyKey',
  'kind',
  'status',
  'summary',
  'reviewer',
  'reviewerId',
  'model',
  'contentHash',
  'policyHash',
  'created_at',
] as const;

const REVIEWS = preparedQuery((builder, ids) => {
  const latest = builder
    .selectFrom('content_reviews')
    .select('contentId')
    .select((each) => each.fn.max('sequence').as('sequence'))
    .where('contentId', 'in', ids);
  const ofPolicy = latest.groupBy(['contentId', 'policyKey']);
  const ofPersons = latest.where('reviewerId', 'is not', null).groupBy(['contentId', 'policyKey', 'contentHash']);
  return builder
    .selectFrom('content_reviews as review')
    .innerJoin(ofPolicy.union(ofPersons).as('kept'), (join) =>
      join.onRef('kept.contentId', '=', 'review.contentId').onRef('kept.sequence', '=', 'review.sequence'),
    )
    .select(COLUMNS.map((name) => `review.${name}` as const))
    .orderBy('review.sequence', 'desc');
});

/**
 * Returns the reviews of many records that may count, latest first: the latest under each policy, and the latest of each text that a person
 * judged under it. The sequence determines which is the latest, never a clock.
 */
export async function readReviews(database: Database, ids: readonly string[]): Promise<KeptReview[]> {
  if (ids.length === 0) return [];
  return (await database.all(REVIEWS(database.dialect, ids))).map((row) => ({
    ...(row as unknown as KeptReview),
    sequence: Number(row['sequence']),
    reviewerId: (row['reviewerId'] as string | null | undefined) ?? null,
    model: (row['model'] as string | null | undefined) ?? null,
  }));
}

/** The text to review, and what is reviewed with it. */
export interface ReviewedRecord extends ReviewedWith {
  /** See `reviewedText`. */
  readonly text: string | undefined;
}

/**
 * Returns the review that counts under one policy: the latest, unless a person judged exactly this text before it and an AI judged it again
 * since. A person's verdict on a text can only be replaced by a person, or by a change of the text. An acceptance under another wording of
 * the policy is ignored: it is outdated anyway.
 *
 * @param reviews of one record, latest first
 */
export function countingReview(
  reviews: readonly KeptReview[],
  policyKey: string,
  { text, ...leant }: ReviewedRecord,
  policy: PolicyDefinition | undefined,
): KeptReview | undefined {
  const ofPolicy = reviews.filter((each) => each.policyKey === policyKey);
  const [latest] = ofPolicy;
  if (!latest || latest.reviewerId !== null || ofPolicy.length === 1) return latest;
  const hash = contentHash(text, policy ?? latest, leant);
  const personal = ofPolicy.find((each) => each.reviewerId !== null && each.contentHash === hash);
  const isOutdated = personal?.status === 'accepted' && policy !== undefined && personal.policyHash !== policyHash(policy);
  return personal && !isOutdated ? personal : latest;
}
