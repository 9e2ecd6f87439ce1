import type { Expression, Kysely, RawBuilder, SqlBool } from 'kysely';
import type { FieldKind } from '../fields/field.ts';
import type { Statement } from './database.ts';
import type { ColumnDefinition, IndexDefinition, SearchDefinition, TableDefinition, ValueIndexDefinition } from './table.ts';

/** Tables by name, columns by name: what is in them is known at run time only. */
export type AnyTables = Record<string, Record<string, unknown>>;

export type QueryBuilder = Kysely<AnyTables>;

/** A search in order of rank, to be put into a query. */
export interface RankedSearch {
  readonly table: string;
  readonly key: string;
  readonly terms: readonly SearchTerm[];
  /** What else must hold of a row; names in it are those of the table. */
  readonly filter: Expression<SqlBool> | undefined;
}

/** What a search found: rows of `_hit`, which says which row of the table it is, and `_rank`, smaller being better. */
export interface RankedHits {
  readonly rows: RawBuilder<unknown>;
  /** The column of the table that `_hit` names a row by. */
  readonly column: string;
}

/** Of more rows that match, the newest are ranked: a word that most texts hold says nothing about any of them. */
export const MAXIMUM_RANKED = 20_000;

/**
 * What differs between the databases, and nothing else. Everything that both say alike is built by Kysely.
 */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** Builds and compiles queries; it never runs them. */
  readonly builder: QueryBuilder;
  /** When false, a row read to be changed needs no lock of its own: there is one writer at a time. */
  readonly locksRows: boolean;
  /** The value as a parameter of a statement. */
  encode(kind: FieldKind, value: unknown): unknown;
  /** The stored value as instances hold it. */
  decode(kind: FieldKind, value: unknown): unknown;
  /** Whether stored values of this kind are other than instances hold them, so that they must be decoded. */
  decodes(kind: FieldKind): boolean;
  /** A column that is compared and by which no index is to be chosen. */
  unindexed(column: string): RawBuilder<unknown>;
  /** The list column contains one of the texts; false where it is null. */
  listContainsAny(column: string, values: readonly unknown[]): RawBuilder<boolean>;
  /** The same by the value index of the column, and of a JSON column for the values at a path. */
  indexedValues: ((lookup: ValueLookup) => RawBuilder<boolean>) | undefined;
  /** Counts the entries that a lookup would find, up to a limit, where the database needs to be told how many there are. */
  countIndexed: ((lookup: ValueLookup, limit: number) => Statement) | undefined;
  /** The value at a path inside a JSON column where it is of the type of `like`, else null; any value when `like` is null. */
  jsonAt(column: string, path: readonly string[], like: unknown): RawBuilder<unknown>;
  /** Case-folded match with a pattern that `encodePattern` made. */
  matchesPattern(operand: RawBuilder<unknown>, pattern: unknown): RawBuilder<boolean>;
  /** A pattern with `%`, `_` and `\` as escape, as a parameter of `matchesPattern`. */
  encodePattern(pattern: string): unknown;
  /** The case-folded text of an operand. */
  folded(operand: RawBuilder<unknown>): RawBuilder<string>;
  /** Whether a row of the table is found by a full-text search; see `parseSearch`. */
  searchMatches(table: string, terms: readonly SearchTerm[]): RawBuilder<boolean>;
  /** What a full-text search finds, with ranks. At least one of the terms is wanted. */
  searchRanked(search: RankedSearch): RankedHits;
  /** Where a search index is a column: its value for these texts. Undefined where the database keeps the index itself. */
  readonly searchColumn: SearchColumn | undefined;
  createTable(table: TableDefinition): string[];
  addColumn(table: TableDefinition, column: string): string[];
  /** Adds the reference of a column that was made without it; undefined where a table may refer to one that comes later. */
  readonly addReference: ((table: string, column: ColumnDefinition) => string) | undefined;
  createIndex(table: string, index: IndexDefinition): string;
  dropIndex(index: string): string;
  createValueIndex(table: TableDefinition, index: ValueIndexDefinition): string[];
  dropValueIndex(table: TableDefinition, index: ValueIndexDefinition): string[];
  createSearch(table: TableDefinition): string[];
  dropSearch(table: TableDefinition): string[];
  /** Every table with its columns, as they stand in the database now. */
  introspect(): Statement;
  /** Says which constraint a thrown driver error is about, when it is one. */
  constraintOf(error: unknown): ConstraintFault | undefined;
}

/** A question to a value index. */
export interface ValueLookup {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  /** The path inside a JSON column; undefined for a list. */
  readonly path: readonly string[] | undefined;
  readonly values: readonly unknown[];
  /** Start from the entries, of which there are few, rather than ask of each row whether it has one. */
  readonly fewFound: boolean;
}

/** A column that is written with every row that is searched. */
export interface SearchColumn {
  readonly name: string;
  valueOf(search: SearchDefinition, row: Readonly<Record<string, unknown>>): unknown;
}

/** One term of a search: folded words that must stand together, wanted or unwanted. */
export interface SearchTerm {
  readonly words: readonly string[];
  readonly negated: boolean;
  /** The last word may go on. */
  readonly prefix: boolean;
}

export interface ConstraintFault {
  readonly kind: 'unique' | 'reference' | 'not-null' | 'check' | 'too-long';
  /** The index or constraint by name, where the driver tells. */
  readonly name?: string | undefined;
  readonly columns?: readonly string[] | undefined;
}
