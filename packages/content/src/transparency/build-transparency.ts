import type { Call, Database, JsonObject } from '@colophon/core';
import { type PublicCorrection, readCorrections } from '../corrections/read-corrections.ts';
import { readLinkedFacts } from '../facts/latest-facts.ts';
import type { ContentRecord } from '../governance/content-record.ts';
import type { ResolvedGovernance } from '../governance/resolve.ts';
import { readDrift } from '../references/drift.ts';
import { driftOf } from '../references/drift.ts';
import { isVisibleToReaders } from '../content/access.ts';
import { listVersions } from '../versions/list-versions.ts';
import type { Transparency } from './transparency.ts';

/** Builds the transparency of a record as things stand now: a fixed number of queries, whatever hangs on it. */
export async function buildTransparency(
  content: ContentRecord,
  governance: Pick<ResolvedGovernance, 'publicationProfileKey'>,
  snapshotKind: Transparency['snapshotKind'],
  call: Call,
): Promise<Transparency> {
  const { database, id } = content;
  const facts = await readLinkedFacts(database, [id]);
  // Readers are not told of drafts that a piece cites.
  const references = (await readDrift(database, [id])).filter((edge) => isVisibleToReaders(edge.target, call.now()));
  const reviews = await latestReviews(database, id);
  const corrections = await readCorrections(database, id);
  const human = reviews.find((each) => each.byPerson && each.shown.status === 'accepted')?.shown;
  const versions = await listVersions(content, { limit: 100 });
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
    versions: versions.map(({ version, kind, summary, created_at }) => ({ version, kind, summary, created_at })),
  };
}

/** The transparency of a publication, in the form that a version keeps. */
export async function freezeTransparency(content: ContentRecord, governance: ResolvedGovernance, call: Call): Promise<JsonObject> {
  return (await buildTransparency(content, governance, 'published', call)) as unknown as JsonObject;
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

async function latestReviews(database: Database, contentId: string): Promise<LatestReview[]> {
  const { builder } = database.dialect;
  const latest = builder
    .selectFrom('content_reviews')
    .select((each) => each.fn.max('sequence').as('sequence'))
    .where('contentId', '=', contentId)
    .groupBy('policyKey');
  const query = builder
    .selectFrom('content_reviews')
    .select(['policyKey', 'kind', 'status', 'summary', 'reviewer', 'reviewerId', 'model', 'created_at'])
    .where('contentId', '=', contentId)
    .where('sequence', 'in', latest)
    .orderBy('sequence', 'desc');
  return (await database.all(query.compile())).map((row) => ({
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
