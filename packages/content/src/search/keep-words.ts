import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, hasTable } from '@colophon/core';
import {
  beginFill,
  fillWords,
  learnWords,
  readFill,
  readTextsOf,
  readTextsSince,
  reindexTurn,
  stopCorrecting,
  stopCounting,
  WORDS_TABLE,
} from '@colophon/core/search';
import { lastSequence } from '../events/number-events.ts';
import { readContentEvents } from '../events/read-events.ts';
import { SearchCursors } from './search-cursors.ts';
import { CONTENT_WORDS, OTHER_WORDS } from './word-sources.ts';

const SOURCE = 'content_events';
const ERASED = 'contributor.erased';
const EVENTS_AT_ONCE = 200;
/** A round fills for so long, and then lets other work have the processor. */
const FILLING_MS = 500;
const MINUTE_MS = 60_000;
/** Clocks differ, and a transaction can commit late. */
const OVERLAP_MS = 2 * MINUTE_MS;
const CHANGED_AT_ONCE = 1000;

const otherRead = new WeakMap<Database, number>();

/**
 * Keeps the index of words in its present form, and the words in use: learns those of changed texts, and takes some steps of filling them, if that is due. Every process does so; each
 * step is done again if nobody completed it.
 */
export async function keepWords(database: Database): Promise<void> {
  const indexing = performance.now() + FILLING_MS;
  while (performance.now() < indexing && (await reindexTurn(database))) await nextTurn();
  if (!(await hasTable(database, WORDS_TABLE))) return;
  await learnChanged(database);
  await learnOthers(database);
  const until = performance.now() + FILLING_MS;
  while (performance.now() < until && (await fillWords(database, [CONTENT_WORDS, ...OTHER_WORDS])));
}

/** Ends the threads; the next use starts others. */
export async function stopWords(): Promise<void> {
  await Promise.all([stopCounting(), stopCorrecting()]);
}

/** Learns the words of content that events tell of. The place moves on afterwards: a killed process leaves nothing out. */
export async function learnChanged(database: Database): Promise<void> {
  const { builder } = database.dialect;
  const cursor = builder.selectFrom('search_cursors').select('sequence').where('source', '=', SOURCE);
  const row = await database.first(cursor.compile());
  if (!row) {
    // What was written before is filled.
    await new SearchCursors(database).getOrUpsert({ source: SOURCE }, { sequence: await lastSequence(database) });
    return;
  }
  for (let after = Number(row['sequence']); ;) {
    const events = await readContentEvents(database, { after, limit: EVENTS_AT_ONCE });
    const last = events.at(-1);
    if (!last) return;
    const changed = new Set(events.filter(({ objectType }) => objectType === CONTENT_WORDS.table).map(({ objectId }) => objectId));
    await learnWords(database, await readTextsOf(database, CONTENT_WORDS, [...changed]));
    // Words that were written about somebody may be in no text any more.
    if (events.some(({ kind }) => kind === ERASED)) await beginFill(database, CONTENT_WORDS.table, new Date());
    const moved = builder.updateTable('search_cursors').set({ sequence: last.sequence }).where('source', '=', SOURCE);
    if ((await database.run(moved.where('sequence', '=', after).compile())) === 0) return;
    after = last.sequence;
  }
}

/** Learns the words of facts, assets and tags that were changed lately, once a minute. */
async function learnOthers(database: Database): Promise<void> {
  const now = Date.now();
  if (now - (otherRead.get(database) ?? 0) < MINUTE_MS || !(await readFill(database))) return;
  otherRead.set(database, now);
  const since = new Date(now - OVERLAP_MS);
  for (const source of OTHER_WORDS) await learnWords(database, await readTextsSince(database, source, since, CHANGED_AT_ONCE));
}
