import type { Call, Database, JsonObject } from '@colophon/core';
import { type PublicCorrection, readCorrections } from '../corrections/read-corrections.ts';
import { type LinkedFact, readLinkedFacts } from '../facts/latest-facts.ts';
import type { ContentRecord } from '../governance/content-record.ts';
import { preparedQuery } from '../queries/prepared-query.ts';
import type { ResolvedGovernance } from '../governance/resolve.ts';
import { type DriftEdge, driftOf, readDrift } from '../references/drift.ts';
import { isVisibleToReaders } from '../content/access.ts';
import type { VersionData } from '../versions/create-version.ts';
import type { Transparency } from './transparency.ts';

/** What a record leans on, as it was read for its transparency. */
interface Leanings {
  readonly facts: readonly LinkedFact[];
  readonly edges: readonly DriftEdge[];
}

/** Builds the transparency of a record as things stand now: a fixed number of queries, whatever hangs on it. */
export async function buildTransparency(
  content: ContentRecord,
  governance: Pick<ResolvedGovernance, 'publicationProfileKey'>,
  snapshotKind: Transparency['snapshotKind'],
  call: Call,
  leanings?: Leanings,
): Promise<Transparency> {
  const { database, id } = content;
  const { facts, edges } = leanings ?? (await leaningsOf(content));
  // Readers are not told of drafts that a piece cites.
  const references = edges.filter((edge) => isVisibleToReaders(edge.target, call.now()));
  const reviews = await latestReviews(database, id);
  const corrections = await readCorrections(database, id);
  const human = reviews.find((each) => each.byPerson && each.shown.status === 'accepted')?.shown;
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
    reviews: reviews.map((each) => each.shown),
    humanReview: human ? { reviewer: human.reviewer, policyKey: human.policyKey, created_at: human.created_at } : null,
    corrections,
    withdrawal: withdrawalOf(corrections),
    versions: await latestVersions(database, id),
  };
}

/**
 * Freezes the transparency of a publication in its version, each thing that both keep read once. The record's row must be
 * locked, as it is in the transaction of the save.
 */
export async function freezeTransparency(
  content: ContentRecord,
  governance: ResolvedGovernance,
  call: Call,
): Promise<Pick<VersionData, 'metadata' | 'known'>> {
  const leanings = await leaningsOf(content);
  const transparency = await buildTransparency(content, governance, 'published', call, leanings);
  const links = {
    references: leanings.edges.map(({ targetId, citedVersion }) => ({ targetId, targetVersion: citedVersion })),
    facts: leanings.facts.map(({ factId, relationship }) => ({ factId, relationship })),
  };
  const latest = transparency.versions[0]?.version ?? 0;
  return { metadata: { transparency: transparency as unknown as JsonObject }, known: { latest, links } };
}

async function leaningsOf({ database, id }: ContentRecord): Promise<Leanings> {
  return { facts: await readLinkedFacts(database, [id]), edges: await readDrift(database, [id]) };
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

/** The latest versions, without counting how many there are. */
async function latestVersions(database: Database, contentId: string): Promise<Transparency['versions']> {
  return (await database.all(VERSIONS(database.dialect, [contentId]))).map((row) => ({
    version: Number(row['version']),
    kind: String(row['kind']),
    summary: textOf(row as JsonObject, 'summary'),
    created_at: String(row['created_at']),
  }));
}

/** The latest retraction is what readers are told first. */
export function withdrawalOf(corrections: readonly PublicCorrection[]): Transparency['withdrawal'] {
  const retraction = corrections.findLast((each) => each.type === 'retraction');
  return retraction ? { summary: retraction.summary, publishedAt: retraction.publishedAt } : null;
}

interface LatestReview {
  readonly shown: Transparency['reviews'][number];
  readonly byPerson: boolean;
}

const REVIEWS = preparedQuery((builder, [contentId]) =>
  builder
    .selectFrom('content_reviews')
    .select(['policyKey', 'kind', 'status', 'summary', 'reviewer', 'reviewerId', 'model', 'created_at'])
    .where('contentId', '=', contentId)
    .where(
      'sequence',
      'in',
      builder
        .selectFrom('content_reviews')
        .select((each) => each.fn.max('sequence').as('sequence'))
        .where('contentId', '=', contentId)
        .groupBy('policyKey'),
    )
    .orderBy('sequence', 'desc'),
);

async function latestReviews(database: Database, contentId: string): Promise<LatestReview[]> {
  return (await database.all(REVIEWS(database.dialect, [contentId]))).map((row) => ({
    shown: {
      policyKey: String(row['policyKey']),
      kind: String(row['kind']),
      status: String(row['status']),
      summary: String(row['summary']),
      reviewer: String(row['reviewer']),
      model: (row['model'] as string | null | undefined) ?? null,
      created_at: String(row['created_at']),
    },
    byPerson: (row['reviewerId'] ?? null) !== null,
  }));
}

/** How AI had a part: `metadata.generation`, as far as it has the form that is asked of it. */
function generationOf(metadata: JsonObject): Transparency['generation'] {
  const given = metadata['generation'];
  const generation = typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as JsonObject) : {};
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
