import type { Filter } from '../queries/filter.ts';
import type { OrderTerm } from '../queries/order.ts';
import type { SearchTerm } from '../storage/dialect.ts';

/** What a read asks for, parsed and validated. */
export interface Asked {
  /** The filter of the query. */
  readonly filter: Filter | undefined;
  /** The filter of the rows that may be seen, which most rows match. */
  readonly scope: Filter | undefined;
  readonly search: readonly SearchTerm[] | undefined;
  /** One of the terms of the search is enough. */
  readonly isAny?: boolean;
  readonly columns: readonly string[];
  /** Undefined orders by the rank of the search. */
  readonly order: readonly OrderTerm[] | undefined;
  /** The values of the order in the last row of the page before. */
  readonly after: readonly unknown[] | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly count: 'exact' | 'none';
  /** The field by whose values rows are counted. */
  readonly by?: string;
  /** Each row has `_rank`, which is smaller for better hits. */
  readonly withRank?: boolean;
  /** The rows are locked until the transaction ends. */
  readonly lock?: boolean;
}

/** What the hits of a search are counted by: the value of a column, each item of a list, or the year of a date. */
export type FacetKind = 'value' | 'item' | 'year';

/** A count of the newest hits of a search by the values of a field. */
export interface Facet {
  readonly field: string;
  readonly kind: FacetKind;
  /** The number of hits that are counted at most. */
  readonly newest: number;
  /** The number of values that are returned at most. */
  readonly values: number;
}

/** How rows are found. Every condition that is not named here only checks the rows that were found. */
export type Access =
  /** As the database decides by its statistics. */
  | { readonly kind: 'database' }
  /**
   * An index in the order of the page is read, from the entries of the columns `before` the order, until the page is full. Conditions whose
   * rows were not counted stay as they are: nothing is known of them.
   */
  | { readonly kind: 'order'; readonly before: ReadonlySet<string>; readonly counted: ReadonlySet<string> }
  /** The few rows that these conditions match are found in their indexes, and sorted: see `nameOf`. */
  | { readonly kind: 'few'; readonly conditions: ReadonlySet<string>; readonly values: boolean }
  /** The hits of a search, which are ranked. */
  | { readonly kind: 'ranked' }
  /** The first rows of each filter are read from an index in the order of the page, and merged. */
  | { readonly kind: 'merge'; readonly branches: readonly Filter[]; readonly before: ReadonlySet<string> }
  /** Rows, hits and entries are looked up in the index by row, which contains what else is compared. */
  | { readonly kind: 'covering'; readonly columns: readonly string[] }
  /** The entries of an index that contains everything that is compared, found by the columns that it begins with; all if there are none. */
  | { readonly kind: 'index'; readonly searched: ReadonlySet<string> };

/** How a search finds the rows of an ordered page: from its hits, by checking each row, or as the database decides. */
export type SearchUse = 'find' | 'check' | 'database';

/** A number that was looked up in an index, up to a limit, to decide how rows are found. */
export interface Probe {
  readonly of: string;
  readonly found: number;
}

/** How a read is answered. */
export interface Plan {
  readonly rows: Access;
  readonly count: Access;
  readonly search: SearchUse;
  /** Value indexes contain all values that are compared with what they index. */
  readonly usesValues: boolean;
  /** The page may take long on a large table: an unknown number of rows may be read that are not returned. */
  readonly isLong: boolean;
  readonly probes: readonly Probe[];
}

/** A read of at most a few rows by an index. */
export const PLAIN: Plan = {
  rows: { kind: 'database' },
  count: { kind: 'database' },
  search: 'database',
  usesValues: false,
  isLong: false,
  probes: [],
};
