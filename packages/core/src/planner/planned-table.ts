import type { Fields } from '../fields/field.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { Statement } from '../storage/statement.ts';
import { hasRow } from './row-column.ts';
import { knownIndexes, type KnownIndex } from './serving-indexes.ts';

/** The rows of another table that belong to a record. */
export interface RelatedRows {
  readonly table: string;
  /** The column with the key of the record; it has an index. */
  readonly column: string;
  /** A column of whole numbers: only rows in which it is not 0 are meant. */
  readonly nonZero?: string;
}

/** The indexes that an object class declares. */
interface DeclaredIndexes {
  readonly indexes?: readonly (readonly string[])[];
  readonly unique?: readonly (readonly string[])[];
  readonly covering?: readonly string[];
}

/** A table, as far as reads are planned by it. */
export interface PlannedTable {
  readonly table: string;
  readonly key: string;
  readonly fields: Fields;
  readonly indexes: readonly KnownIndex[];
  /** The columns of the index by row; undefined if there is none. */
  readonly covering: readonly string[] | undefined;
  /** The names that can be selected beside columns: whether another table has rows of the record. */
  readonly presence: Readonly<Record<string, RelatedRows>>;
  /** The statements of the shapes of reads that were compiled. */
  readonly templates: Map<string, Statement>;
}

/** Returns what is planned by, for a database of this dialect. */
export function plannedTable(
  { table, key, fields, options }: Pick<PlannedTable, 'table' | 'key' | 'fields'> & { readonly options: DeclaredIndexes },
  presence: PlannedTable['presence'],
  dialect: Dialect,
): PlannedTable {
  const covering = dialect.rows && hasRow(fields) ? options.covering : undefined;
  return { table, key, fields, indexes: knownIndexes(key, options), covering, presence, templates: new Map<string, Statement>() };
}

const MAXIMUM_TEMPLATES = 300;

/** Returns the statement of this shape of read, compiled once: only its values differ. */
export function templateOf({ templates }: PlannedTable, shape: string, compile: () => Statement): Statement {
  const known = templates.get(shape);
  if (known) return known;
  const made = compile();
  if (templates.size >= MAXIMUM_TEMPLATES) templates.clear();
  templates.set(shape, made);
  return made;
}
