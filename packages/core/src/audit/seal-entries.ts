import type { Database } from '../storage/database.ts';
import { insertLinks } from './insert-links.ts';
import { type ChainHead, ENTRIES_AT_ONCE, firstUnsealed, lookedBackFrom, type NextLinks, nextLinks } from './read-unsealed.ts';

/**
 * Milliseconds to look back from the latest sealed entry: an entry written earlier may be committed later,
 * by the duration of a transaction plus the clock difference of two machines. An older entry without a link was not written by
 * a save.
 */
export const LOOK_BACK_MS = 15 * 60_000;
const LOCK = 'audit chain';
/** Limits of one transaction: the number of sealed entries, and the characters of their values in memory. */
const MOST_AT_ONCE = { entries: 1000, characters: 1_000_000 };

/** The result of a sealing round. */
export interface SealedRound {
  /** The chains that grew, with their new ends. */
  readonly heads: ReadonlyMap<string, ChainHead>;
  /** Whether it ended at its limit rather than at the last entry. */
  readonly hasMore: boolean;
}

/**
 * Appends committed audit entries to the chain of their tenant. Any number of processes can call this at the same time: one at
 * a time holds the lock. Saves do not wait for it.
 *
 * @param lookBack milliseconds
 * @returns the chains that grew, with their new ends
 */
export async function sealAuditEntries(database: Database, lookBack = LOOK_BACK_MS): Promise<ReadonlyMap<string, ChainHead>> {
  return (await sealRound(database, { lookBack })).heads;
}

/** Like `sealAuditEntries`, for a bounded number of entries. */
export async function sealRound(
  database: Database,
  { lookBack, parts = Number.POSITIVE_INFINITY }: { readonly lookBack: number; readonly parts?: number },
): Promise<SealedRound> {
  const heads = new Map<string, ChainHead>();
  // Most rounds find nothing, and must not make others wait.
  let from = await firstUnsealed(database, await lookedBackFrom(database, lookBack));
  let limit = ENTRIES_AT_ONCE;
  for (let part = 0; from !== undefined && part < parts; part += 1) {
    const start = from;
    const { links, characters, next } = await database.transaction(() => sealPart(database, start, limit, heads));
    from = next;
    limit = nextLimit(database, characters / Math.max(1, links.length));
  }
  return { heads, hasMore: from !== undefined };
}

/**
 * Returns how many entries to seal together, based on the length of recent ones. With concurrent writers fewer transactions are
 * better; on SQLite writers wait for each.
 */
function nextLimit({ dialect }: Database, characters: number): number {
  if (!dialect.locksRows) return ENTRIES_AT_ONCE;
  return Math.min(MOST_AT_ONCE.entries, Math.max(ENTRIES_AT_ONCE, Math.floor(MOST_AT_ONCE.characters / characters)));
}

async function sealPart(database: Database, from: string, limit: number, heads: Map<string, ChainHead>): Promise<NextLinks> {
  await database.lock(LOCK);
  const grown = new Map<string, ChainHead>();
  const next = await nextLinks(database, from, grown, limit);
  await insertLinks(database, next.links);
  for (const [chain, head] of grown) heads.set(chain, head);
  return next;
}
