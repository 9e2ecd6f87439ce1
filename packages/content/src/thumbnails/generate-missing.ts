import { type Call, ColophonError, type DatabaseOption, type Query, type StoredValues } from '@colophon/core';
import type { ContentCollection } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { readInput } from '../record/read-input.ts';
import { generateThumbnail, requireStrategy } from './generate-thumbnail.ts';
import { GenerateMissingInput, type GenerateMissingThumbnails, type MissingThumbnailsAnswer } from './thumbnail-options.ts';

/** The maximum for a synchronous request; a job and code process all records. */
const MAXIMUM_AWAITED = 1000;
const PAGE = 50;

/**
 * Generates a thumbnail for each record that has none, one after the other. A failure does not stop the others.
 *
 * @throws ValidationError `unknown_strategy`, UnavailableError if the strategy is not configured, before anything is generated
 */
export async function generateMissingThumbnails(
  given: ContentCollection,
  { db, ...input }: GenerateMissingThumbnails,
  call: Call,
): Promise<MissingThumbnailsAnswer> {
  const { where = {}, limit: asked, ...options } = readInput(GenerateMissingInput, input);
  requireStrategy(given.database, options.strategy);
  const contents = db === undefined ? given : await openElsewhere(given, db, call);
  const limit = asked ?? (call.operation !== null && call.progress === undefined ? MAXIMUM_AWAITED : Number.POSITIVE_INFINITY);
  const answer = { images: [] as { contentId: string; assetId: string }[], failed: [] as Failure[], skipped: 0 };
  const total = Math.min(limit, await contents.count({ where: missing(where, call) } as Query<StoredValues<ContentRecord>>));
  let last: string | undefined;
  for (let tried = 0; tried < limit;) {
    const query = { where: missing(where, call, last), orderBy: 'id', limit: Math.min(PAGE, limit - tried) };
    const page = await contents.list(query as Query<StoredValues<ContentRecord>>);
    if (page.length === 0) break;
    for (const { id } of page) {
      call.signal?.throwIfAborted();
      call.progress?.(tried, total, `Drawing ${tried + 1} of ${total}.`);
      await drawOne(contents, id, options, call, answer);
      tried += 1;
      last = id;
    }
  }
  call.progress?.(total, total);
  return answer;
}

interface Failure {
  readonly contentId: string;
  readonly error: string;
  readonly code: string;
}

async function drawOne(
  contents: ContentCollection,
  contentId: string,
  options: Parameters<typeof generateThumbnail>[1],
  call: Call,
  answer: { images: { contentId: string; assetId: string }[]; failed: Failure[]; skipped: number },
): Promise<void> {
  try {
    // Read again: the page was read before the thumbnails of its other records were generated.
    const content = await contents.get(contentId);
    if (!content || content.thumbnailAssetId !== null) {
      answer.skipped += 1;
      return;
    }
    const asset = await generateThumbnail(content, options, call);
    answer.images.push({ contentId, assetId: asset.id });
  } catch (error) {
    call.signal?.throwIfAborted();
    const known = error instanceof ColophonError;
    answer.failed.push({ contentId, error: known ? error.message : 'An unexpected error.', code: known ? error.code : 'internal' });
  }
}

/**
 * Returns the filter of records without a thumbnail that the caller may change: those of their own tenant, or all for the application
 * itself.
 */
function missing(where: object, { caller }: Call, after?: string): object {
  return {
    all: [
      { thumbnailAssetId: null },
      ...(caller.kind === 'system' ? [] : [{ tenantId: caller.tenantId }]),
      ...(after === undefined ? [] : [{ id: { gt: after } }]),
      where,
    ],
  };
}

async function openElsewhere(contents: ContentCollection, db: DatabaseOption, call: Call): Promise<ContentCollection> {
  const Class = contents.constructor as (new (database: ContentCollection['database'], call?: Call) => ContentCollection) & {
    create(options: { db: DatabaseOption }): Promise<ContentCollection>;
  };
  const { database } = await Class.create({ db });
  return new Class(database, call);
}
