import type { Database } from '@colophon/core';
import { Contents } from '@colophon/content';
import type { Reading } from '../reader-call.ts';
import { type Summary, SUMMARY_FIELDS, summariesOf } from './summaries.ts';
import { topTags, type TagLink } from './tags.ts';

/** The content of the front page. */
export interface FrontData {
  readonly highlighted: readonly Summary[];
  readonly latest: readonly Summary[];
  readonly tags: readonly TagLink[];
  /** The address of the list of older pieces; null if there are none. */
  readonly older: string | null;
  readonly isFirst: boolean;
}

/** The content of the page of documents. */
export interface DocumentsData {
  readonly pieces: readonly Summary[];
  readonly older: string | null;
  readonly isFirst: boolean;
}

const HIGHLIGHTED = 4;
const LATEST = 24;

/**
 * The latest pieces visible to readers except documents, highlighted ones of any type first; `after` is the cursor of a page of older ones.
 */
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

/** The documents visible to readers, latest first: permanent texts such as “About us”. */
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
/** Mirrors are copies of other publishers' texts. */
export const ORIGINAL = { type: { ne: 'mirror' } } as const;
/** Documents have their own page: their dates say little. */
const NEWS = { type: { nin: ['document', 'mirror'] } } as const;
