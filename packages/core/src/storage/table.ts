import type { FieldKind, SearchWeight } from '../fields/field.ts';

/** One column; `row` is a hidden integer key that full-text search hangs on. */
export interface ColumnDefinition {
  readonly name: string;
  readonly kind: FieldKind;
  readonly nullable: boolean;
  /** The value that existing rows get when the column is added to them. */
  readonly default?: unknown;
  readonly references?: { readonly table: string; readonly column: string; readonly onDelete: 'cascade' | 'restrict' | 'set null' };
}

export interface IndexColumn {
  readonly name: string;
  readonly descending?: boolean;
  /** Two nulls count as equal, so that a unique index holds for rows without a value too. */
  readonly nullsEqual?: boolean;
  /** Index the case-folded text. */
  readonly folded?: boolean;
}

export interface IndexDefinition {
  readonly name: string;
  readonly columns: readonly IndexColumn[];
  readonly unique: boolean;
}

export interface SearchDefinition {
  /** How texts are made into words; an index that another form made is made anew. */
  readonly form: typeof SEARCH_FORM;
  readonly columns: readonly { readonly name: string; readonly weight: SearchWeight }[];
}

/** An index of what is inside a column: the items of a list, or the values of a JSON object by their path. */
export interface ValueIndexDefinition {
  readonly column: string;
  readonly kind: 'list' | 'json';
}

/** Raised whenever `foldText` or `wordsOf` come to make other words of a text. */
export const SEARCH_FORM = 2;

/** One table, as every dialect creates it. */
export interface TableDefinition {
  readonly name: string;
  readonly columns: readonly ColumnDefinition[];
  readonly primaryKey: readonly string[];
  readonly indexes: readonly IndexDefinition[];
  readonly search?: SearchDefinition;
  readonly valueIndexes?: readonly ValueIndexDefinition[];
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/** Whether a name may be a table, column or index: letters, digits and underscores, 63 at most (PostgreSQL's bound). */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name);
}

/** The name of the hidden column that search tables point to. */
export const SEARCH_ROW = '_row';
