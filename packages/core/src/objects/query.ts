import type { Facet } from '../planner/asked.ts';
import type { Filter, Where } from '../queries/filter.ts';
import type { SearchTerm } from '../storage/dialect.ts';
import type { ObjectDefinition } from './definition.ts';

/** A query of a collection. */
export interface Query<Values = Record<string, unknown>> {
  /** @example { status: 'published', rev: { gt: 3 }, any: [{ tags: 'news' }, { category: 'news' }] } */
  readonly where?: Where<Values>;
  /** Fields by precedence, `-` for descending: `-updated_at,title`. */
  readonly orderBy?: string;
  /** 0 to 1000; default 50. */
  readonly limit?: number;
  readonly offset?: number;
  /** The `nextCursor` of the previous page; the rest of the query must be unchanged. */
  readonly cursor?: string;
  /** Full-text search; ordered by rank unless `orderBy` is given. */
  readonly search?: string;
  /** The terms of `search`, if they were parsed and their forms added already. Internal to the packages of Colophon. */
  readonly terms?: readonly SearchTerm[];
  /** A further filter that every record must match: most records do, like the filter on visible records. */
  readonly within?: Filter;
  /**
   * Returns the definition of a table, for filters through references such as `cook.name`; references that name a class do not need it.
   * Undefined for tables that must not be queried.
   */
  readonly related?: (table: string) => ObjectDefinition | undefined;
}

/** A query for presented rows rather than instances. */
export interface RowQuery<Values = Record<string, unknown>> extends Query<Values> {
  /** The fields to return; by default all listed fields. */
  readonly fields?: readonly string[];
  /** `none` skips counting the matches. */
  readonly count?: 'exact' | 'none';
}

/** A query for the best hits of a search that was parsed already. */
export interface RankedQuery<Values = Record<string, unknown>> extends Pick<
  Query<Values>,
  'where' | 'within' | 'related' | 'limit' | 'offset'
> {
  readonly terms: readonly SearchTerm[];
  /** One of the terms is enough. */
  readonly isAny?: boolean;
  readonly fields: readonly string[];
}

/** A count of the newest hits of a parsed search by the values of a field. */
export interface FacetQuery<Values = Record<string, unknown>> extends Facet, Pick<Query<Values>, 'where' | 'within'> {
  readonly terms: readonly SearchTerm[];
}

/** One page of a list. */
export interface Page<Item> {
  readonly items: Item[];
  /** The number of matches; null if counting was skipped. */
  readonly count: number | null;
  readonly limit: number;
  readonly offset: number;
  /** Absent on the last page. */
  readonly nextCursor?: string;
  /** The `offset` of the next page of ranked results, which have no cursor; absent on the last page. */
  readonly nextOffset?: number;
}

/** The number of records with a value. */
export interface ValueCount {
  readonly value: string | number | boolean | null;
  readonly count: number;
}

export const DEFAULT_LIMIT = 50;
export const MAXIMUM_LIMIT = 1000;
export const MAXIMUM_OFFSET = 1_000_000_000;

/** Validates limit, offset and cursor. */
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
    return { pointer: '/offset', detail: 'cannot be combined with a cursor' };
  if (query.cursor !== undefined && query.search !== undefined && query.orderBy === undefined)
    return { pointer: '/cursor', detail: 'cannot be combined with search: ranked results are paged by offset' };
  return undefined;
}
