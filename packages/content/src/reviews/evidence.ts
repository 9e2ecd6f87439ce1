import type { Database } from '@colophon/core';
import { readAssets, type UsedAsset } from '../assets/replace-assets.ts';
import { type PictureUser, readShownPictures, type ShownPicture } from '../assets/shown-pictures.ts';
import { type LinkedFact, readLinkedFacts } from '../facts/latest-facts.ts';
import type { PolicyDefinition } from '../governance/definitions.ts';
import { type DriftEdge, readDrift } from '../references/drift.ts';
import { type KeptReview, readReviews } from './kept-review.ts';

/** The data for evaluating readiness, for many records at once. */
export interface Evidence {
  /** The reviews that may count: see `readReviews`. */
  readonly reviews: ReadonlyMap<string, readonly KeptReview[]>;
  readonly facts: ReadonlyMap<string, readonly LinkedFact[]>;
  readonly references: ReadonlyMap<string, readonly DriftEdge[]>;
  readonly assets: ReadonlyMap<string, readonly UsedAsset[]>;
  /** The pictures with what readers are shown of them. */
  readonly pictures: ReadonlyMap<string, readonly ShownPicture[]>;
}

/** Additional data to read. */
export interface EvidenceOptions {
  /** Read facts and references in any case: an account of the record lists them. */
  readonly account?: boolean;
  /** Lock the facts against changes and supersession, and the pictures against changes, until the ambient transaction ends. */
  readonly locked?: boolean;
}

/** Reads the data of stored records that these policies need, with a fixed number of queries. */
export async function readEvidence(
  database: Database,
  records: readonly PictureUser[],
  policies: readonly PolicyDefinition[],
  { account = false, locked = false }: EvidenceOptions = {},
): Promise<Evidence> {
  const ids = records.map(({ id }) => id);
  const checks = new Set(policies.flatMap((policy) => policy.rules.map((rule) => rule.check)));
  const needsFacts = account || checks.has('facts_current') || policies.some((policy) => policy.kind === 'facts');
  const reviews = await readReviews(database, ids);
  const facts = needsFacts ? await readLinkedFacts(database, ids, { locked }) : [];
  const references = account || checks.has('references_current') ? await readDrift(database, ids) : [];
  const assets = checks.has('alt_text') ? await readAssets(database, ids) : [];
  const isJudged = account || policies.some((policy) => policy.kind !== 'rule');
  const pictures = isJudged ? await readShownPictures(database, records, { locked }) : new Map<string, ShownPicture[]>();
  return {
    reviews: Map.groupBy(reviews, (each) => each.contentId),
    facts: Map.groupBy(facts, (each) => each.contentId),
    references: Map.groupBy(references, (each) => each.sourceId),
    assets: Map.groupBy(assets, (each) => each.contentId),
    pictures,
  };
}
