import type { Call, Database, JsonObject } from '@colophon/core';
import type { Byline } from '../bylines/disclosure.ts';
import { readPictureOrigins } from '../assets/picture-origins.ts';
import { type PublicCorrection, readCorrections } from '../corrections/read-corrections.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { preparedQuery } from '../record/prepared-query.ts';
import type { ResolvedGovernance } from '../governance/resolve.ts';
import type { Judging } from '../governance/definitions.ts';
import { effectiveProfiles } from '../governance/load-definitions.ts';
import { driftOf } from '../references/drift.ts';
import { type Evidence, readEvidence } from '../reviews/evidence.ts';
import { countingReview, type KeptReview } from '../reviews/kept-review.ts';
import { reviewedPictures, reviewedText } from '../reviews/review-hash.ts';
import { isVisibleToReaders } from '../record/access.ts';
import type { VersionData } from '../versions/create-version.ts';
import { readAgentAssistance } from './read-agent-assistance.ts';
import { readAssistance } from './read-assistance.ts';
import type { Transparency } from './transparency.ts';

/** The data of an account besides the record itself. */
export interface AccountBasis {
  /** The reviews, facts and references. */
  readonly evidence: Evidence;
  readonly definitions: Judging;
}

/** Reads the current data of an account. */
export async function readAccountBasis(content: ContentRecord): Promise<AccountBasis> {
  const { database, tenantId } = content;
  return {
    evidence: await readEvidence(database, [content], [], { account: true }),
    definitions: await effectiveProfiles(database, tenantId),
  };
}

/** Builds the transparency of a record from data that was already read, with a fixed number of further queries. */
export async function buildTransparency(
  content: ContentRecord,
  governance: Pick<ResolvedGovernance, 'publicationProfileKey'>,
  snapshotKind: Transparency['snapshotKind'],
  { evidence, definitions }: AccountBasis,
  call: Call,
): Promise<Transparency> {
  const { database, id } = content;
  const facts = evidence.facts.get(id) ?? [];
  // Cited drafts are not shown to readers.
  const references = (evidence.references.get(id) ?? []).filter((edge) => isVisibleToReaders(edge.target, call.now()));
  const reviews = countingReviews(content, evidence, definitions.policies);
  const corrections = await readCorrections(database, id);
  const human = reviews.find((each) => each.reviewerId !== null && each.status === 'accepted');
  return {
    snapshotKind,
    generatedAt: call.now().toISOString(),
    contentId: id,
    type: content.type,
    title: content.title,
    authors: content.authors,
    url: content.url,
    publicationProfileKey: governance.publicationProfileKey,
    generation: generationOf(content.metadata),
    assistance: [...(await readAssistance(database, id)), ...(await readAgentAssistance(database, id))],
    pictures: await readPictureOrigins(database, id),
    responsiblePerson: textOf(content.metadata, 'responsiblePerson') ?? human?.reviewer ?? null,
    facts: facts.map(({ linked, latest, relationship }) => ({
      id: linked.id,
      statement: linked.statement,
      status: linked.status,
      confidence: linked.confidence,
      relationship,
      sources: linked.sources ?? [],
      supersededBy: latest.id === linked.id ? null : latest.id,
    })),
    references: references.map((edge) => ({ ...driftOf(edge), title: edge.title, url: edge.url })),
    reviews: reviews.map(shownReview),
    judgedByAIAlone: judgedByAIAlone(governance, reviews, definitions),
    humanReview: human ? { reviewer: human.reviewer, policyKey: human.policyKey, created_at: human.created_at } : null,
    corrections,
    withdrawal: withdrawalOf(corrections),
    versions: await latestVersions(database, id),
  };
}

/**
 * Freezes the transparency of a publication in its version, from the data that its gate read. The record's row must be locked, as in the
 * transaction of the save.
 */
export async function freezeTransparency(
  content: ContentRecord,
  { governance, basis, bylines }: { governance: ResolvedGovernance; basis: AccountBasis; bylines: readonly Byline[] },
  call: Call,
): Promise<Pick<VersionData, 'metadata' | 'known'>> {
  const built = await buildTransparency(content, governance, 'published', basis, call);
  const transparency = { ...built, authors: bylines.map(({ digest }) => ({ digest })) };
  const { references, facts } = basis.evidence;
  const links = {
    references: (references.get(content.id) ?? []).map(({ targetId, citedVersion }) => ({ targetId, targetVersion: citedVersion })),
    facts: (facts.get(content.id) ?? []).map(({ factId, relationship }) => ({ factId, relationship })),
  };
  const latest = transparency.versions[0]?.version ?? 0;
  return { metadata: { transparency: transparency as unknown as JsonObject }, known: { latest, links } };
}

const MAXIMUM_VERSIONS = 100;

const VERSIONS = preparedQuery((builder, [contentId]) =>
  builder
    .selectFrom('content_versions')
    .select(['version', 'kind', 'summary', 'created_at'])
    .where('contentId', '=', contentId)
    .orderBy('version', 'desc')
    .limit(MAXIMUM_VERSIONS),
);

/** Returns the latest versions, without counting them. */
async function latestVersions(database: Database, contentId: string): Promise<Transparency['versions']> {
  return (await database.all(VERSIONS(database.dialect, [contentId]))).map((row) => ({
    version: Number(row['version']),
    kind: String(row['kind']),
    summary: textOf(row as JsonObject, 'summary'),
    created_at: String(row['created_at']),
  }));
}

/** Returns the latest retraction, which readers see first. */
export function withdrawalOf(corrections: readonly PublicCorrection[]): Transparency['withdrawal'] {
  const retraction = corrections.findLast((each) => each.type === 'retraction');
  return retraction ? { summary: retraction.summary, publishedAt: retraction.publishedAt } : null;
}

/** Returns the current review of each policy, latest first. */
function countingReviews(content: ContentRecord, evidence: Evidence, policies: Judging['policies']): KeptReview[] {
  const reviews = evidence.reviews.get(content.id) ?? [];
  if (reviews.length === 0) return [];
  const reviewed = {
    text: reviewedText(content),
    facts: evidence.facts.get(content.id) ?? [],
    pictures: reviewedPictures(evidence.pictures.get(content.id) ?? [], content),
  };
  const keys = [...new Set(reviews.map((each) => each.policyKey))];
  return keys
    .flatMap((key) => {
      const policy = policies.find((each) => each.key === key);
      return countingReview(reviews, key, reviewed, policy) ?? [];
    })
    .toSorted((a, b) => b.sequence - a.sequence);
}

function shownReview(review: KeptReview): Transparency['reviews'][number] {
  const { policyKey, kind, status, summary, reviewer, model, created_at } = review;
  return { policyKey, kind, status, summary, reviewer, judgedBy: judgeOf(review), model, created_at };
}

function judgeOf({ reviewerId, kind }: KeptReview): 'person' | 'rules' | 'ai' {
  return reviewerId !== null ? 'person' : kind === 'rule' ? 'rules' : 'ai';
}

/** Returns the blocking policies under which no person judged the piece. */
function judgedByAIAlone(
  { publicationProfileKey }: Pick<ResolvedGovernance, 'publicationProfileKey'>,
  reviews: readonly KeptReview[],
  { profiles, policies }: Judging,
): Transparency['judgedByAIAlone'] {
  const blocking = profiles.find((each) => each.key === publicationProfileKey)?.requirements.filter((each) => each.blocking) ?? [];
  return blocking.flatMap(({ policyKey }) => {
    const review = reviews.find((each) => each.policyKey === policyKey);
    if (!review || judgeOf(review) !== 'ai') return [];
    return [{ policyKey, label: policies.find((each) => each.key === policyKey)?.label ?? policyKey, model: review.model }];
  });
}

/** Returns the involvement of AI from `metadata.generation`, as far as it is valid. */
function generationOf(metadata: JsonObject): Transparency['generation'] {
  const value = metadata['generation'];
  const generation = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
  const { aiAssisted } = generation;
  return {
    aiAssisted: typeof aiAssisted === 'boolean' ? aiAssisted : null,
    model: textOf(generation, 'model'),
    publicPrompt: textOf(generation, 'publicPrompt'),
  };
}

function textOf(values: JsonObject, name: string): string | null {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
