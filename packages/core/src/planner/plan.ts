import { channel as diagnosticsChannel } from 'node:diagnostics_channel';
import type { Condition, Filter } from '../queries/filter.ts';
import type { Access, Asked, Plan, SearchUse } from './asked.ts';
import { comparedColumns, equalColumns, onlyConditions, withCondition } from './conditions.ts';
import { coveringColumns, isInOneIndex, searchedColumns } from './covering.ts';
import type { PlannedTable } from './planned-table.ts';
import { type Known, MANY_TO_COUNT, MANY_TO_RANK, MANY_TO_READ, probe, type Statistics, usesValues } from './probes.ts';
import { columnsBefore, serves } from './serving-indexes.ts';

/** Beyond it, the rows before a page take long to pass over, whatever the index. */
export const FAR = 1000;

/** Planning more branches costs more than sorting their rows. */
const MOST_BRANCHES = 16;

/** A ranked page is found by its search, whatever its conditions match. */
const NOTHING: Known = { values: undefined, matches: new Map(), probes: [] };

const DATABASE: Access = { kind: 'database' };

const channel = diagnosticsChannel('colophon:plan');

/**
 * Decides how a page and the count of all its matches are found, on any database: what a database plans better by itself, its statistics leave
 * undefined. Everything that a list does is decided here; `compile-select` and `compile-count` only write it down.
 *
 * Each plan, with what it was decided by, is published on the diagnostics channel `colophon:plan`, as `{ table, asked, plan }`.
 */
export async function plan(table: PlannedTable, asked: Asked, statistics: Statistics): Promise<Plan> {
  const planned = await decide(table, asked, statistics);
  if (channel.hasSubscribers) channel.publish({ table: table.table, asked, plan: planned });
  return planned;
}

async function decide(table: PlannedTable, asked: Asked, statistics: Statistics): Promise<Plan> {
  const { order, search, count } = asked;
  const isCounted = count === 'exact';
  const covered = isCounted || !order ? countedByRow(table, asked) : undefined;
  const merged = order && !search ? mergedBranches(table, asked, order) : undefined;
  const isLong = !merged && takesLong(table, asked);
  const base = { usesValues: usesValues(table, asked), isLong };
  if (!order && covered) return { ...base, rows: covered, count: covered, search: 'find', probes: [] };
  const most = isCounted && !covered ? MANY_TO_COUNT : MANY_TO_READ;
  const known = order || isCounted ? await probe(table, asked, statistics, { most, isLong }) : NOTHING;
  const { use, hits } = search ? await (order ? useOfSearch : useOfRanks)(search, statistics) : UNUSED;
  const rows = order ? (merged ?? pageAccess(table, asked, known, use)) : { kind: 'ranked' as const };
  const probes = hits === undefined ? known.probes : [...known.probes, { of: 'hits', found: hits }];
  return { ...base, rows, count: covered ?? countAccess(table, asked, known), search: use, probes };
}

/** Decides how the matches are counted by the values of the field `by`. */
export async function planGroups(table: PlannedTable, asked: Asked & { readonly by: string }, statistics: Statistics): Promise<Plan> {
  const { by } = asked;
  const base = { rows: DATABASE, search: 'database' as const, usesValues: usesValues(table, asked), isLong: true };
  const covered = countedByRow(table, asked);
  if (covered?.columns.includes(by)) return { ...base, count: covered, probes: [] };
  const known = await probe(table, asked, statistics, { most: MANY_TO_COUNT, isLong: true });
  return { ...base, count: fewAccess(known, MANY_TO_COUNT) ?? indexAccess(table, asked, by), probes: known.probes };
}

/**
 * Rows, hits and entries are counted in the index by row: a row of the table fills a large part of a page. Pays for "tag, half of all, counted"
 * (a third of the time) and for each search with a filter. If one index contains all that is compared, it is better.
 */
function countedByRow(table: PlannedTable, asked: Asked): (Access & { readonly kind: 'covering' }) | undefined {
  const columns = coveringColumns(table, asked);
  return columns && (asked.search || !isInOneIndex(table, asked)) ? { kind: 'covering', columns } : undefined;
}

function countAccess(table: PlannedTable, asked: Asked, known: Known): Access {
  return fewAccess(known, MANY_TO_COUNT) ?? (asked.search ? DATABASE : indexAccess(table, asked));
}

/** Pays for "not a category, counted" as anyone: a fifth of the time. */
function indexAccess(table: PlannedTable, asked: Asked, by?: string): Access {
  const searched = searchedColumns(table, asked, by);
  return searched ? { kind: 'index', searched } : DATABASE;
}

/**
 * Few rows are found by their conditions and sorted: pays for "title like, few" and "last hundred by date". Otherwise an index that has the
 * order is read until the page is full, which a search of half of the table would take a hundred times as long for: pays for "last changed" as
 * anyone, and "category of most, by date".
 */
function pageAccess(table: PlannedTable, { filter, scope, order = [] }: Asked, known: Known, use: SearchUse): Access {
  const few = fewAccess(known, MANY_TO_READ);
  if (few) return few;
  const before = columnsBefore(table, { asked: equalColumns(filter), scope: equalColumns(scope) }, order);
  if (!before) return DATABASE;
  const isMany = known.matches.size > 0 || known.values !== undefined || use === 'check';
  const isServed = comparedColumns(filter)?.isSubsetOf(before) ?? false;
  return isMany || isServed ? { kind: 'order', before, counted: new Set(known.matches.keys()) } : DATABASE;
}

/** @param many for value indexes and patterns */
function fewAccess({ values, matches }: Known, many: number): Access | undefined {
  const isFew = ([name, found]: [string, number]): boolean => found < (name.endsWith(' like') ? many : MANY_TO_READ);
  const conditions = new Set([...matches].filter(isFew).map(([name]) => name));
  const hasFewValues = values !== undefined && values < many;
  return hasFewValues || conditions.size > 0 ? { kind: 'few', conditions, values: hasFewValues } : undefined;
}

interface UseOfSearch {
  readonly use: SearchUse;
  /** The number of hits that it was decided by. */
  readonly hits: number | undefined;
}

const UNUSED: UseOfSearch = { use: 'database', hits: undefined };

/**
 * Full-text indexes have no statistics of their hits on SQLite, and those of PostgreSQL know frequent words alone. Pays for "search of a word,
 * latest by date": 4 instead of 80 ms.
 */
async function useOfSearch(search: NonNullable<Asked['search']>, statistics: Statistics): Promise<UseOfSearch> {
  const hits = await statistics.hits(search, MANY_TO_READ);
  return { use: hits === undefined ? 'database' : hits < MANY_TO_READ ? 'find' : 'check', hits };
}

/**
 * PostgreSQL would check rows in the order of their keys until it has the newest hits, reading the words of each. Pays for "search of few hits":
 * a fifth of the time, and for "search of two words".
 */
async function useOfRanks(search: NonNullable<Asked['search']>, statistics: Statistics): Promise<UseOfSearch> {
  const hits = await statistics.expectedHits(search);
  return { use: hits === undefined ? 'database' : hits < MANY_TO_RANK ? 'find' : 'check', hits };
}

/**
 * Returns whether a page may take long on a large table: unless one index contains the columns compared for equality followed by the order,
 * an unknown number of rows is read that are not returned.
 */
function takesLong({ indexes, key }: PlannedTable, { filter, order, offset, search }: Omit<Asked, 'scope'>): boolean {
  if (search || !order || offset > FAR) return true;
  const compared = comparedColumns(filter);
  return !compared || !indexes.some((index) => serves(index, key, compared, order));
}

/**
 * If a field is compared with several values, and an index provides the order for each of them, the first rows of each value are read from the
 * index, instead of sorting all rows of all values. Pays for "two statuses" as a tenant.
 */
function mergedBranches(table: PlannedTable, asked: Asked, order: NonNullable<Asked['order']>): Access | undefined {
  const { filter, scope, offset } = asked;
  if (!filter || offset > FAR) return undefined;
  const several = onlyConditions(filter)?.filter(({ operator }) => operator === 'in') ?? [];
  const [only] = several;
  if (several.length !== 1 || !only || table.fields[only.field]?.kind === 'list') return undefined;
  const values = [...new Set(only.value as readonly unknown[])];
  if (values.length === 0 || values.length > MOST_BRANCHES || values.includes(null)) return undefined;
  const branches = values.map((value) => branchOf(filter, only, value));
  const [first] = branches;
  if (!first || takesLong(table, { ...asked, filter: first })) return undefined;
  return {
    kind: 'merge',
    branches,
    before: columnsBefore(table, { asked: equalColumns(first), scope: equalColumns(scope) }, order) ?? new Set(),
  };
}

function branchOf(filter: Filter, several: Condition, value: unknown): Filter {
  return withCondition(filter, several, { field: several.field, operator: 'eq', value });
}
