import type { Database } from '@colophon/core';
import { readAssets, type UsedAsset } from '../assets/replace-assets.ts';
import { type LinkedFact, readLinkedFacts } from '../facts/latest-facts.ts';
import type { PolicyDefinition } from '../governance/definitions.ts';
import { preparedQuery } from '../queries/prepared-query.ts';
import { type DriftEdge, readDrift } from '../references/drift.ts';
import type { ReviewStatus } from './finding.ts';

/** The latest review of a record under a policy. */
export interface LatestReview {
  readonly id: string;
  readonly contentId: string;
  readonly policyKey: string;
  readonly status: ReviewStatus;
  readonly contentHash: string;
  readonly policyHash: string;
}

/** What readiness is judged by, for many records at once. */
export interface Evidence {
  readonly reviews: ReadonlyMap<string, readonly LatestReview[]>;
  readonly facts: ReadonlyMap<string, readonly LinkedFact[]>;
  readonly references: ReadonlyMap<string, readonly DriftEdge[]>;
  readonly assets: ReadonlyMap<string, readonly UsedAsset[]>;
}

/** Reads what these policies need: at most five queries, however many records there are. */
export async function readEvidence(database: Database, ids: readonly string[], policies: readonly PolicyDefinition[]): Promise<Evidence> {
  const checks = new Set(policies.flatMap((policy) => policy.rules.map((rule) => rule.check)));
  const needsFacts = checks.has('facts_current') || policies.some((policy) => policy.kind === 'facts');
  const reviews = await latestReviews(database, ids);
  const facts = needsFacts ? await readLinkedFacts(database, ids) : [];
  const references = checks.has('references_current') ? await readDrift(database, ids) : [];
  const assets = checks.has('alt_text') ? await readAssets(database, ids) : [];
  return {
    reviews: Map.groupBy(reviews, (each) => each.contentId),
    facts: Map.groupBy(facts, (each) => each.contentId),
    references: Map.groupBy(references, (each) => each.sourceId),
    assets: Map.groupBy(assets, (each) => each.contentId),
  };
}

/** The latest review of each policy: its place among the others says which, never a clock. */
async function latestReviews(database: Database, ids: readonly string[]): Promise<LatestReview[]> {
  if (ids.length === 0) return [];
  return (await database.all(LATEST(database.dialect, ids))) as unknown as LatestReview[];
}

const LATEST = preparedQuery((builder, ids) =>
  builder
    .selectFrom('content_reviews as review')
    .innerJoin(
      builder
        .selectFrom('content_reviews')
        .select(['contentId', 'policyKey'])
        .select((each) => each.fn.max('sequence').as('sequence'))
        .where('contentId', 'in', ids)
        .groupBy(['contentId', 'policyKey'])
        .as('latest'),
      (join) => join.onRef('latest.contentId', '=', 'review.contentId').onRef('latest.sequence', '=', 'review.sequence'),
    )
    .select(['review.id', 'review.contentId', 'review.policyKey', 'review.status', 'review.contentHash', 'review.policyHash']),
);
