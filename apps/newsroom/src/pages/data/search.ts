import { ColophonError, type Database } from '@colophon/core';
import { Contents } from '@colophon/content';
import { ORIGINAL } from './front.ts';
import type { Reading } from '../reader-call.ts';
import { type Summary, SUMMARY_FIELDS, summariesOf } from './summaries.ts';

/** The content of the search page. */
export interface SearchData {
  readonly asked: string;
  readonly pieces: readonly Summary[];
  readonly count: number | null;
  /** Why no search was made; null if it was. */
  readonly fault: string | null;
  readonly next: string | null;
}

const PIECES = 20;
const LONGEST = 200;

/** Searches pieces; an empty query finds nothing. */
export async function readSearch(database: Database, reading: Reading, query: URLSearchParams): Promise<SearchData> {
  const asked = (query.get('q') ?? '').replaceAll('\0', '').toWellFormed().trim().slice(0, LONGEST);
  const offset = Math.min(10_000, Math.max(0, Number.parseInt(query.get('from') ?? '0', 10) || 0));
  if (asked === '') return { asked, pieces: [], count: null, fault: null, next: null };
  try {
    const page = await new Contents(database, reading.call).rows({
      fields: SUMMARY_FIELDS,
      where: ORIGINAL,
      search: asked,
      limit: PIECES,
      offset,
    });
    const next = page.nextOffset === undefined ? null : `/search?q=${encodeURIComponent(asked)}&from=${page.nextOffset}`;
    return { asked, pieces: await summariesOf(database, page.items, reading), count: page.count, fault: null, next };
  } catch (error) {
    if (!(error instanceof ColophonError) || error.status >= 500) throw error;
    return { asked, pieces: [], count: null, fault: error.message, next: null };
  }
}
