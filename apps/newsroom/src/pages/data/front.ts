import type { Database } from '@colophon/core';
import { Contents } from '@colophon/content';
import type { Reading } from '../reader-call.ts';
import { type Summary, SUMMARY_FIELDS, summariesOf } from './summaries.ts';
import { topTags, type TagLink } from './tags.ts';

/** What the front page shows. */
export interface FrontData {
  readonly highlighted: readonly Summary[];
  readonly latest: readonly Summary[];
  readonly tags: readonly TagLink[];
  /** Where older pieces are listed; null where there are none. */
  readonly older: string | null;
  readonly isFirst: boolean;
}

/** What the page of documents shows. */
export interface DocumentsData {
  readonly pieces: readonly Summary[];
  readonly older: string | null;
  readonly isFirst: boolean;
}

const HIGHLIGHTED = 4;
const LATEST = 24;

/** The latest pieces that readers may see but documents, highlighted ones of whatever type first; `after` is where a page of older ones begins. */
export async function readFront(database: Database, reading: Reading, after: string | null): Promise<FrontData> {
  const { call } = reading;
  const contents = new Contents(database, call);
  const page = await contents.rows({
    ...LIST,
    where: NEWS,
    orderBy: '-publish_date',
    limit: LATEST,
    ...(after === null ? {} : { cursor: after }),
  });
  const older = page.nextCursor === undefined ? null : `/?after=${encodeURIComponent(page.nextCursor)}`;
  if (after !== null) return { highlighted: [], latest: await summariesOf(database, page.items, reading), tags: [], older, isFirst: false };
  const chosen = await contents.rows({
    ...LIST,
    where: { ...ORIGINAL, state: 'highlighted' },
    orderBy: '-publish_date',
    limit: HIGHLIGHTED,
  });
  const isChosen = new Set(chosen.items.map((row) => row['id']));
  const latest = await summariesOf(
    database,
    page.items.filter((row) => !isChosen.has(row['id'])),
    reading,
  );
  return {
    highlighted: await summariesOf(database, chosen.items, reading),
    latest,
    tags: await topTags(database, call),
    older,
    isFirst: true,
  };
}

/** The documents that readers may see, the latest first: what stands, such as “About us”, rather than what is new. */
export async function readDocuments(database: Database, reading: Reading, after: string | null): Promise<DocumentsData> {
  const page = await new Contents(database, reading.call).rows({
    ...LIST,
    where: { type: 'document' },
    orderBy: '-publish_date',
    limit: LATEST,
    ...(after === null ? {} : { cursor: after }),
  });
  const older = page.nextCursor === undefined ? null : `/documents?after=${encodeURIComponent(page.nextCursor)}`;
  return { pieces: await summariesOf(database, page.items, reading), older, isFirst: after === null };
}

const LIST = { fields: SUMMARY_FIELDS, count: 'none' } as const;
/** Mirrors are copies of what others published. */
export const ORIGINAL = { type: { ne: 'mirror' } } as const;
/** Documents are reached by their own page: their dates say little. */
const NEWS = { type: { nin: ['document', 'mirror'] } } as const;
