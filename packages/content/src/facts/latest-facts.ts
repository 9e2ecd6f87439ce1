import type { Database, Dialect, Row } from '@colophon/core';
import { preparedQuery } from '../record/prepared-query.ts';

/** A fact as it is read in bulk. */
export interface FactRow {
  readonly id: string;
  readonly statement: string;
  readonly status: string;
  readonly previousFactId: string | null;
  readonly confidence: number | null;
  readonly sources: unknown;
}

/** A linked fact, and the one that replaces it now. */
export interface LinkedFact {
  readonly contentId: string;
  readonly factId: string;
  readonly relationship: string;
  /** The fact as it was linked. */
  readonly linked: FactRow;
  /** The end of its chain of supersession; the same as `linked` if nothing supersedes it. */
  readonly latest: FactRow;
}

const COLUMNS = ['id', 'statement', 'status', 'previousFactId', 'confidence', 'sources'] as const;

const LINKS = preparedQuery((builder, contentIds) =>
  builder
    .selectFrom('fact_links')
    .select(['contentId', 'factId', 'relationship'])
    .where('contentId', 'in', contentIds)
    .orderBy('created_at')
    .orderBy('id'),
);

/** These facts and everything that supersedes them. */
const chainsQuery = (builder: Dialect['builder'], ids: readonly unknown[]) =>
  builder
    .withRecursive('chain', (each) =>
      each
        .selectFrom('facts')
        .select('id')
        .where('id', 'in', ids)
        .union(each.selectFrom('facts').innerJoin('chain', 'chain.id', 'facts.previousFactId').select('facts.id')),
    )
    .selectFrom('facts')
    .innerJoin('chain', 'chain.id', 'facts.id')
    .select(COLUMNS.map((name) => `facts.${name}` as const));

const CHAINS = preparedQuery(chainsQuery);

/** In a fixed order, so that two transactions that lock the same facts do not deadlock. */
const LOCKED_CHAINS = preparedQuery((builder, ids) => chainsQuery(builder, ids).orderBy('facts.id').forShare('facts'));

/**
 * Returns the facts linked to many records, each with its latest successor: two queries for any number of records.
 *
 * @param locked whether the facts are locked against changes and supersession until the ambient transaction ends
 */
export async function readLinkedFacts(
  database: Database,
  contentIds: readonly string[],
  { locked = false }: { locked?: boolean } = {},
): Promise<LinkedFact[]> {
  if (contentIds.length === 0) return [];
  const links = await database.all(LINKS(database.dialect, contentIds));
  const ids = [...new Set(links.map((row) => String(row['factId'])))];
  const facts = await (locked && database.dialect.locksRows ? readLockedChains(database, ids) : readChains(database, ids));
  return links.flatMap((row) => {
    const linked = facts.get(String(row['factId']));
    if (!linked) return [];
    const link = { contentId: String(row['contentId']), factId: linked.id, relationship: String(row['relationship']) };
    return [{ ...link, linked, latest: latestOf(linked, facts) }];
  });
}

/** Reads these facts and everything that supersedes them, step by step; a cyclic chain ends where it repeats. */
async function readChains(database: Database, ids: readonly string[]): Promise<Map<string, FactRow>> {
  if (ids.length === 0) return new Map();
  const rows = await database.all(CHAINS(database.dialect, ids));
  return new Map(rows.map((row) => [String(row['id']), factOf(row, database)]));
}

/**
 * Like `readChains`, and locks the rows. If a fact was superseded while waiting for the lock, it is read again with its successor. Once
 * everything read was already locked, nothing can be added to the chains.
 */
async function readLockedChains(database: Database, ids: readonly string[]): Promise<Map<string, FactRow>> {
  if (ids.length === 0) return new Map();
  for (;;) {
    const locked = new Set((await database.all(LOCKED_CHAINS(database.dialect, ids))).map((row) => String(row['id'])));
    const facts = await readChains(database, ids);
    if ([...facts.keys()].every((id) => locked.has(id))) return facts;
  }
}

function factOf(row: Row, { dialect }: Database): FactRow {
  return {
    id: String(row['id']),
    statement: String(row['statement']),
    status: String(row['status']),
    previousFactId: (row['previousFactId'] as string | null | undefined) ?? null,
    confidence: row['confidence'] === null || row['confidence'] === undefined ? null : Number(row['confidence']),
    sources: dialect.decode('json', row['sources']),
  };
}

/** Returns the end of a fact's chain; if several supersede one, the one with the highest confidence, then the oldest. */
function latestOf(fact: FactRow, facts: ReadonlyMap<string, FactRow>): FactRow {
  const seen = new Set<string>([fact.id]);
  let current = fact;
  for (;;) {
    const [next] = [...facts.values()]
      .filter((each) => each.previousFactId === current.id && !seen.has(each.id))
      .toSorted((a, b) => (b.confidence ?? -1) - (a.confidence ?? -1) || (a.id < b.id ? -1 : 1));
    if (!next) return current;
    seen.add(next.id);
    current = next;
  }
}
