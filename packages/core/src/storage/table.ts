import type { FieldKind, SearchWeight } from '../fields/field.ts';

/** One column; `row` is a hidden integer key for full-text search. */
export interface ColumnDefinition {
  readonly name: string;
  readonly kind: FieldKind;
  readonly nullable: boolean;
  /** The value of existing rows when the column is added. */
  readonly default?: unknown;
  readonly references?: { readonly table: string; readonly column: string; readonly onDelete: 'cascade' | 'restrict' | 'set null' };
}

export interface IndexColumn {
  readonly name: string;
  readonly descending?: boolean;
  /** Two nulls count as equal, so that a unique index also applies to rows without a value. */
  readonly nullsEqual?: boolean;
  /** Nulls sort before all values, as in every order by a column that may be null; SQLite does so anyway. */
  readonly nullsFirst?: boolean;
  /** Index the case-folded text. */
  readonly folded?: boolean;
}

export interface IndexDefinition {
  readonly name: string;
  readonly columns: readonly IndexColumn[];
  readonly unique: boolean;
  /** Contains only the rows that have a value in the one column. */
  readonly sparse?: boolean;
}

export interface SearchDefinition {
  /** The version of the tokenizer; an index of another version is rebuilt. */
  readonly form: typeof SEARCH_FORM;
  readonly columns: readonly { readonly name: string; readonly weight: SearchWeight }[];
}

/** An index of the contents of a column: the items of a list, or the values of a JSON object by their path. */
export interface ValueIndexDefinition {
  readonly column: string;
  readonly kind: 'list' | 'json';
  /** Its entries name rows by `SEARCH_ROW`, which takes a fraction of the space of a key; otherwise by the key. */
  readonly owner?: 'row';
}

/**
 * Incremented whenever `foldWord` or `wordsOf` change the words of a text. Rows are then indexed again in turns while searches go on
 * (`reindexTurn`): a query asks for its words in the form before too (`SearchTerm.older`).
 */
export const SEARCH_FORM = 3;

/** The oldest form whose words queries ask for; an index of an older one is made anew by a migration. */
export const OLDEST_SEARCH_FORM = 2;

/**
 * What a table holds, for backups and exports: `record` is what the application is for, `secret` gives access, `passing` is of no use after a
 * short time, `derived` can be made again from the others.
 */
export type Kept = 'record' | 'secret' | 'passing' | 'derived';

/** One table, as every dialect creates it. */
export interface TableDefinition {
  readonly name: string;
  readonly columns: readonly ColumnDefinition[];
  readonly primaryKey: readonly string[];
  /** Rows are stored in the order of the primary key, without a hidden one: half the space for a table of small rows. */
  readonly byKey?: boolean;
  readonly indexes: readonly IndexDefinition[];
  readonly search?: SearchDefinition;
  readonly valueIndexes?: readonly ValueIndexDefinition[];
  /** Its rows have long texts, which PostgreSQL keeps beside them: whatever reads rows without these texts reads a fraction of the pages. */
  readonly longTexts?: true;
  /** Its rows are records of what happened, which no migration changes. */
  readonly appendOnly?: true;
  /** By default `record`: a table that nobody thought about is in every backup. */
  readonly kept?: Kept;
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/** Returns whether a name is valid for a table, column or index: letters, digits and underscores, at most 63 (PostgreSQL's limit). */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name);
}

/** Whether a key is not quoted in the paths of a value index: no other key then has the same path. */
export function isPlainKey(key: string): boolean {
  return /^[A-Za-z][A-Za-z0-9]*$/.test(key);
}

/** The name of the hidden column that search tables refer to. */
export const SEARCH_ROW = '_row';

/** The name of the index by `SEARCH_ROW` that contains the covered columns of a table. */
export function coveringIndexName(table: string): string {
  return `${table}_by_row`;
}

/** Whether an index is by the hidden column, which only SQLite has. */
export function isByRow({ columns }: IndexDefinition): boolean {
  return columns[0]?.name === SEARCH_ROW;
}
