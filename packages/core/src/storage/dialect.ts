import type { Expression, Kysely, RawBuilder, SqlBool } from 'kysely';
import type { FieldKind } from '../fields/field.ts';
import type { Row, Statement } from './statement.ts';
import type { ColumnDefinition, IndexDefinition, SearchDefinition, TableDefinition, ValueIndexDefinition } from './table.ts';

/** Tables by name, columns by name: their contents are known at run time only. */
export type AnyTables = Record<string, Record<string, unknown>>;

export type QueryBuilder = Kysely<AnyTables>;

/** A ranked search to compile into a query. */
export interface RankedSearch {
  readonly table: string;
  readonly key: string;
  readonly terms: readonly SearchTerm[];
  /** The filter compares only what the index by row contains. */
  readonly isCovered: boolean;
  /** One of the terms that are not excluded is enough. */
  readonly isAny?: boolean | undefined;
  /** How the newest hits are found, if the database does not have its hits in their order: in the index, or by checking the newest rows. */
  readonly use: 'find' | 'check' | 'database';
  /** A further filter on the rows; its names are those of the table. */
  readonly filter: Expression<SqlBool> | undefined;
}

/** The results of a search: rows of `_hit`, which identifies a row of the table, and `_rank`, smaller being better. */
export interface RankedHits {
  readonly rows: RawBuilder<unknown>;
  /** The column of the table that `_hit` refers to. */
  readonly column: string;
}

/**
 * The differences between the databases. Everything that is the same on both is built by Kysely.
 */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** Builds and compiles queries; it never runs them. */
  readonly builder: QueryBuilder;
  /** How indexes refer to the rows of searchable tables, if by a hidden integer key. */
  readonly rows: IndexedRows | undefined;
  /** If false, a row that is read for update needs no lock: there is one writer at a time. */
  readonly locksRows: boolean;
  /** Encodes a value as a parameter of a statement. */
  encode(kind: FieldKind, value: unknown): unknown;
  /** Decodes a stored value to its type on instances. */
  decode(kind: FieldKind, value: unknown): unknown;
  /** Whether stored values of this kind differ from those on instances, so that they must be decoded. */
  decodes(kind: FieldKind): boolean;
  /** A column for comparisons that must not use an index. */
  unindexed(column: string): RawBuilder<unknown>;
  /** The list column of a table contains one of the texts; false if it is null. */
  listContainsAny(table: string, column: string, values: readonly unknown[]): RawBuilder<boolean>;
  /** The same by the value index of the column, and for a JSON column by the values at a path. */
  indexedValues: ((lookup: ValueLookup) => RawBuilder<boolean>) | undefined;
  /** Counts the entries that a lookup would find, up to a limit, if the database needs to know the number. */
  countIndexed: ((lookup: ValueLookup, limit: number) => Statement) | undefined;
  /** The value at a path inside a JSON column if it has the type of `like`, else null; any value if `like` is null. */
  jsonAt(column: string, path: readonly string[], like: unknown): RawBuilder<unknown>;
  /** Case-insensitive match with a pattern created by `encodePattern`. */
  matchesPattern(operand: RawBuilder<unknown>, pattern: unknown): RawBuilder<boolean>;
  /** A pattern with `%`, `_` and `\` as escape, as a parameter of `matchesPattern`. */
  encodePattern(pattern: string): unknown;
  /** The case-folded text of an operand. */
  folded(operand: RawBuilder<unknown>): RawBuilder<string>;
  /**
   * Whether a full-text search finds a row of the table; see `parseSearch`.
   *
   * @param use `find`: rows should be found by it; `check`: in another way, and then checked
   */
  searchMatches(table: TableKey, terms: readonly SearchTerm[], use?: 'find' | 'check' | 'database'): RawBuilder<boolean>;
  /** Counts the hits of a search up to a limit, or estimates them. At least one of the terms is not excluded. */
  countHits(table: string, terms: readonly SearchTerm[], most: number): HitCount;
  /** If more rows match, only the newest are ranked: a word that most texts contain says nothing about any of them. */
  readonly maximumRanked: number;
  /** The results of a full-text search with ranks. At least one of the terms is not excluded. */
  searchRanked(search: RankedSearch): RankedHits;
  /** Indexes rows again, by their keys, if the database maintains the index itself. */
  readonly indexAgain: ((table: TableDefinition, keys: readonly string[]) => Statement[]) | undefined;
  /** If the search index is a column: its value for these texts. Undefined if the database maintains the index itself. */
  readonly searchColumn: SearchColumn | undefined;
  createTable(table: TableDefinition): string[];
  /** Creates a table without what rows can be given later: indexes, search, and references if `addReference` adds them. */
  createBareTable(table: TableDefinition): string[];
  addColumn(table: TableDefinition, column: string): string[];
  /** Adds the reference of a column that was created without it; undefined if a table may refer to a later one. */
  readonly addReference: ((table: string, column: ColumnDefinition, constraint?: string) => string) | undefined;
  /** Keeps the long texts of a table beside its rows, from then on; undefined if rows are stored whole. */
  readonly keepTextsApart: ((table: string) => string) | undefined;
  /** Returns no statement for an index that this database does not have. */
  createIndex(table: string, index: IndexDefinition): string[];
  /** Gives an index another name; undefined if it has to be built again. */
  readonly renameIndex: ((from: string, to: string) => string) | undefined;
  /** The building of indexes while others write, if the database can do that. */
  readonly concurrent: ConcurrentIndexes | undefined;
  dropIndex(index: string): string;
  createValueIndex(table: TableDefinition, index: ValueIndexDefinition): string[];
  dropValueIndex(table: TableDefinition, index: ValueIndexDefinition): string[];
  createSearch(table: TableDefinition): string[];
  dropSearch(table: TableDefinition): string[];
  /** Every table with its columns, as they currently are in the database. */
  introspect(): Statement;
  /** Returns the constraint that a driver error is about, if any. */
  constraintOf(error: unknown): ConstraintFault | undefined;
}

/** Indexes that are built outside transactions, while others write to the table. */
export interface ConcurrentIndexes {
  /** Makes a statement that creates an index one that does so while others write. */
  create(statement: string): string;
  /** Finds the index by its name: `valid` is false if its building was interrupted. */
  find(index: string): Statement;
  /** The estimated number of rows of a table, as `count`. */
  estimate(table: string): Statement;
}

/** Indexes that refer to rows by a hidden integer key. */
export interface IndexedRows {
  /** The column of the key. */
  readonly column: string;
  /** A table that is read only from its index by row: see `ObjectOptions.covering`. */
  fromCovering(table: string): RawBuilder<unknown>;
  /** A query of the rows, named `_hit`, that a lookup of one value finds. */
  ofValue(lookup: ValueLookup): RawBuilder<unknown>;
  /** A query of the rows, named `_hit`, that a full-text search finds. At least one of the terms is not excluded. */
  ofSearch(table: string, terms: readonly SearchTerm[]): RawBuilder<unknown>;
}

/** A lookup in a value index. */
export interface ValueLookup {
  readonly table: string;
  /** The column that the entries refer to: see `rowColumn`. */
  readonly row: string;
  readonly column: string;
  /** The path inside a JSON column; undefined for a list. */
  readonly path: readonly string[] | undefined;
  readonly values: readonly unknown[];
  /** Start from the index entries, of which there are few, rather than check each row. */
  readonly fewFound: boolean;
}

/** A search column, written with every row of a searchable table. */
export interface SearchColumn {
  readonly name: string;
  valueOf(search: SearchDefinition, row: Readonly<Record<string, unknown>>): unknown;
}

/** A table and its key. */
export interface TableKey {
  readonly table: string;
  readonly key: string;
}

/** A statement whose one row tells the number of hits of a search. */
export interface HitCount {
  readonly statement: Statement;
  read(row: Row): number;
}

/** One term of a search: folded words that must occur as a phrase, included or excluded. */
export interface SearchTerm {
  readonly words: readonly string[];
  readonly negated: boolean;
  /** The last word is a prefix. */
  readonly prefix: boolean;
  /** The term as typed, in lower case, if other forms of it are meant as well: not in quotation marks, without an operator. */
  readonly written?: string | undefined;
  /** The words in an index of the form before, if they differ: rows that were not indexed again yet are found as before. */
  readonly older?: readonly string[] | undefined;
  /** If the term is a run of several words that somebody gave a synonym: its words by themselves, all of which must occur. */
  readonly parts?: readonly SearchTerm[] | undefined;
  /** Further phrases that stand for the term. */
  readonly forms?: readonly (readonly string[])[] | undefined;
  /** How much the term says about a text that contains it, for a database that does not know itself. Default: 1. */
  readonly rarity?: number | undefined;
}

export interface ConstraintFault {
  readonly kind: 'unique' | 'reference' | 'not-null' | 'check' | 'too-long';
  /** The name of the index or constraint, if the driver reports it. */
  readonly name?: string | undefined;
  readonly columns?: readonly string[] | undefined;
}
