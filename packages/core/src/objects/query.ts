import type { Filter, Where } from '../queries/filter.ts';
import type { ObjectDefinition } from './definition.ts';

/** What to read from a collection. */
export interface Query<Values = Record<string, unknown>> {
  /** @example { status: 'published', rev: { gt: 3 }, any: [{ tags: 'news' }, { category: 'news' }] } */
  readonly where?: Where<Values>;
  /** Fields in order of weight, `-` for descending: `-updated_at,title`. */
  readonly orderBy?: string;
  /** 0 to 1000; 50 when not given. */
  readonly limit?: number;
  readonly offset?: number;
  /** The `nextCursor` of the page before; everything else must be as it was. */
  readonly cursor?: string;
  /** Full-text search; ordered by rank unless `orderBy` is given. */
  readonly search?: string;
  /** What else must hold of every record, made in code: most records meet it, as they meet what the caller may see. */
  readonly within?: Filter;
  /**
   * What a table holds, for filters through references such as `cook.name`: those that name a class know without. Undefined
   * for tables that may not be looked at.
   */
  readonly related?: (table: string) => ObjectDefinition | undefined;
}

/** A query for presented rows rather than instances. */
export interface RowQuery<Values = Record<string, unknown>> extends Query<Values> {
  /** The fields to answer; without them, all that are listed by default. */
  readonly fields?: readonly string[];
  /** `none` spares counting what matches. */
  readonly count?: 'exact' | 'none';
}

/** One page of a list. */
export interface Page<Item> {
  readonly items: Item[];
  /** How many match in all; null when counting was spared. */
  readonly count: number | null;
  readonly limit: number;
  readonly offset: number;
  /** Absent on the last page. */
  readonly nextCursor?: string;
  /** The `offset` of the next page of results in order of rank, which have no cursor; absent on the last page. */
  readonly nextOffset?: number;
}

/** How many records have a value. */
export interface ValueCount {
  readonly value: string | number | boolean | null;
  readonly count: number;
}

export const DEFAULT_LIMIT = 50;
export const MAXIMUM_LIMIT = 1000;
export const MAXIMUM_OFFSET = 1_000_000_000;

/** Where paging starts, checked. */
export function pagingFault(
  query: Pick<RowQuery, 'limit' | 'offset' | 'cursor' | 'search' | 'orderBy'>,
): { pointer: string; detail: string } | undefined {
  const { limit, offset } = query;
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 0 && limit <= MAXIMUM_LIMIT)) {
    return { pointer: '/limit', detail: `must be a whole number from 0 to ${MAXIMUM_LIMIT}` };
  }
  if (offset !== undefined && !(Number.isInteger(offset) && offset >= 0 && offset <= MAXIMUM_OFFSET)) {
    return { pointer: '/offset', detail: `must be a whole number from 0 to ${MAXIMUM_OFFSET}` };
  }
  if (query.cursor !== undefined && offset !== undefined && offset > 0)
    return { pointer: '/offset', detail: 'goes without a cursor: a cursor is a place already' };
  if (query.cursor !== undefined && query.search !== undefined && query.orderBy === undefined)
    return { pointer: '/cursor', detail: 'goes without search: results in order of rank are paged by offset' };
  return undefined;
}
