import { createHmac, randomBytes } from 'node:crypto';
import { type Call, type Database, port } from '@colophon/core';
import { foldedWords } from '@colophon/core/search';
import { throttleKey } from '@colophon/core/throttle';
import { SearchedTerms } from './search-term.ts';

/** Whether searches of readers are counted. Default: they are. */
export const searchLog = port<'on' | 'off'>('searchLog', 'on');

const MAXIMUM_WORDS = 5;
/** In characters; a longer text may be a sentence about somebody. */
const LONGEST = 60;
/** So many addresses must have searched for something on a day before it is stored: what one person typed is never. */
const ADDRESSES = 5;
/** Different searches that a process counts at the same time. */
const MAXIMUM_COUNTED = 10_000;
const KEPT_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Counts of a process, of one day. */
interface Counts {
  day: string;
  /** Keys addresses, so that even a copy of the memory names none; forgotten with the day. */
  key: Buffer;
  readonly terms: Map<string, Count>;
}

interface Count {
  readonly tenantId: string | null;
  readonly words: string;
  readonly addresses: Set<string>;
  found: number;
  /** Since it was stored last. */
  times: number;
}

const countsOf = new WeakMap<Database, Counts>();

/**
 * Counts what somebody who is not signed in searched for: few words without long numbers and addresses, in memory until five addresses
 * searched for the same on one day.
 *
 * @param found the number of results
 */
export function noteSearch(database: Database, { caller, address, now }: Call, query: string, found: number): void {
  if (caller.kind !== 'anonymous' || address === null || database.ports.use(searchLog) === 'off') return;
  if (query.length > LONGEST || query.includes('@') || /\p{Nd}{5}/u.test(query.replaceAll(/[\s\p{P}]/gu, ''))) return;
  const words = foldedWords(query);
  if (words.length === 0 || words.length > MAXIMUM_WORDS) return;
  const counts = countsOfDay(database, now().toISOString().slice(0, 10));
  const { tenantId } = caller;
  const id = JSON.stringify([tenantId, ...words]);
  let count = counts.terms.get(id);
  if (!count) {
    if (counts.terms.size >= MAXIMUM_COUNTED) return;
    counts.terms.set(id, (count = { tenantId, words: words.join(' '), addresses: new Set(), found, times: 0 }));
  }
  count.found = found;
  count.times += 1;
  if (count.addresses.size < ADDRESSES) count.addresses.add(createHmac('sha256', counts.key).update(throttleKey(address)).digest('base64'));
}

function countsOfDay(database: Database, day: string): Counts {
  let counts = countsOf.get(database);
  if (!counts) countsOf.set(database, (counts = { day, key: randomBytes(32), terms: new Map() }));
  if (counts.day !== day) {
    counts.terms.clear();
    Object.assign(counts, { day, key: randomBytes(32) });
  }
  return counts;
}

/** Stores what enough readers searched for since the last round. */
export async function storeSearches(database: Database): Promise<void> {
  const counts = countsOf.get(database);
  if (!counts) return;
  const { day } = counts;
  for (const count of counts.terms.values()) {
    const { tenantId, words, found, times } = count;
    if (times === 0 || count.addresses.size < ADDRESSES) continue;
    await database.transaction(async () => {
      await database.lock(`searched ${day} ${tenantId ?? ''} ${words}`);
      const terms = new SearchedTerms(database);
      const standing = await terms.find({ tenantId, day, words });
      if (standing) await Object.assign(standing, { found, times: standing.times + times }).save();
      else await terms.add({ tenantId, day, words, found, times });
    });
    count.times -= times;
  }
}

/** Deletes searches of more than 90 days ago. */
export async function sweepSearches(database: Database, now: Date = new Date()): Promise<void> {
  const oldest = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
  await database.run(database.dialect.builder.deleteFrom('searched_terms').where('day', '<', oldest).compile());
}
