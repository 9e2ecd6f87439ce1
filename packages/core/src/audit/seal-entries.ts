import type { Database } from '../storage/database.ts';
import { insertLinks } from './insert-links.ts';
import { type ChainHead, ENTRIES_AT_ONCE, firstUnsealed, lookedBackFrom, type NextLinks, nextLinks } from './read-unsealed.ts';

/**
 * Milliseconds that the latest sealed entry is looked back from: an entry that was written before another may be committed after
 * it, by as much as a transaction lasts and the clocks of two machines differ. What is older and has no link was never written by
 * a save.
 */
export const LOOK_BACK_MS = 15 * 60_000;
const LOCK = 'audit chain';
/** Entries that are sealed in one transaction at most, and characters of their values that are in memory meanwhile. */
const MOST_AT_ONCE = { entries: 1000, characters: 1_000_000 };

/** What a round of sealing came to. */
export interface SealedRound {
  /** The chains that grew, and how far they go now. */
  readonly heads: ReadonlyMap<string, ChainHead>;
  /** Whether it ended at its bound rather than at the last entry. */
  readonly hasMore: boolean;
}

/**
 * Appends the audit entries that are committed to the chain of their tenant. Any number of processes may do so at once: one at a
 * time holds the lock. A save waits for none of it.
 *
 * @param lookBack milliseconds
 * @returns the chains that grew, and how far they go now
 */
export async function sealAuditEntries(database: Database, lookBack = LOOK_BACK_MS): Promise<ReadonlyMap<string, ChainHead>> {
  return (await sealRound(database, { lookBack })).heads;
}

/** The same, of a bounded number of entries. */
export async function sealRound(
  database: Database,
  { lookBack, parts = Number.POSITIVE_INFINITY }: { readonly lookBack: number; readonly parts?: number },
): Promise<SealedRound> {
  const heads = new Map<string, ChainHead>();
  // Most rounds find nothing, and nobody is to wait for that.
  let from = await firstUnsealed(database, await lookedBackFrom(database, lookBack));
  let limit = ENTRIES_AT_ONCE;
  for (let part = 0; from !== undefined && part < parts; part += 1) {
    const start = from;
    const { links, characters } = await database.transaction(() => sealPart(database, start, limit, heads));
    from = links.length < limit ? undefined : links.at(-1)?.entryId;
    limit = nextLimit(database, characters / links.length);
  }
  return { heads, hasMore: from !== undefined };
}

/**
 * How many entries are sealed together, after some of this length. Where others write meanwhile, the fewer transactions the
 * better; on SQLite they wait for each.
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
