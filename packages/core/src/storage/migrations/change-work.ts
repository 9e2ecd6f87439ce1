import { UsageError } from '../../errors/errors.ts';
import { quoted } from '../builder.ts';
import type { Dialect } from '../dialect.ts';
import type { ColumnDefinition, TableDefinition } from '../table.ts';
import type { MigratedRow } from './define-migration.ts';

/** The carrying of values: how one row is written from what was read of it. */
export interface Backfill {
  readonly table: TableDefinition;
  readonly reads: readonly ColumnDefinition[];
  readonly writes: readonly ColumnDefinition[];
  /** The values to write; undefined if there is nothing to write, because the row is unreadable or stays as it is. */
  readonly convert: (row: MigratedRow) => MigratedRow | undefined;
  /** Instead of reading and converting: the assignments and the condition of one statement. */
  readonly inPlace?: { readonly set: string; readonly where: string };
  /** Instead of writing to the table itself: another one, its columns by those that were read, and the values of its further columns. */
  readonly into?: {
    readonly table: TableDefinition;
    readonly columns: Readonly<Record<string, string>>;
    /** What is put before each key. */
    readonly prefix: string;
    readonly set: ((row: MigratedRow) => MigratedRow) | undefined;
  };
  /** Rows that have to be carried again, since a program changed them after they were carried. */
  readonly stale?: string;
  /** Such rows may appear until nobody writes any more: no trigger writes what was derived. */
  readonly isStaleUntilContract?: true;
}

/** Rows that must not be there before the contraction, by what is wrong with them. */
export interface RowCheck {
  readonly table: TableDefinition;
  /** `dishes.stars has a value that is no integer`. */
  readonly fault: string;
  readonly where: string;
  readonly code: 'migration_unreadable' | 'migration_failed_check';
}

/** What one change means for a database, phase by phase. */
export interface ChangeWork {
  readonly summary: string;
  /** All tables afterwards. */
  readonly after: readonly TableDefinition[];
  readonly expand: readonly string[];
  /** Takes the expansion away again. */
  readonly undo: readonly string[];
  readonly backfill?: Backfill;
  readonly checks: readonly RowCheck[];
  /** Statements of the check, such as the validation of constraints that were added without it. */
  readonly validate: readonly string[];
  readonly contract: readonly string[];
  /** Why old and new programs cannot use the database at once during this change; undefined if they can. */
  readonly needsStop?: string;
  /** The tables and columns that are lost at the contraction. */
  readonly destroys: readonly string[];
  /** SQLite writes the table anew at the contraction, and writers wait. */
  readonly rewrites?: string;
  /** What a plan prints of the rows: queries of `key`, and of `owner` if there is one. */
  readonly lists?: readonly { readonly title: string; readonly sql: string }[];
}

export interface ChangeContext {
  readonly tables: readonly TableDefinition[];
  /** The tables of the code. */
  readonly schema: readonly TableDefinition[];
  readonly dialect: Dialect;
  /** Other processes may write meanwhile. */
  readonly isOnline: boolean;
  readonly isRolling: boolean;
}

/** Nothing to do: the table or column is not there, and what the code wants is added by the difference of the schemas. */
export function noWork(summary: string, tables: readonly TableDefinition[]): ChangeWork {
  return {
    summary: `${summary} (nothing to do)`,
    after: tables,
    expand: [],
    undo: [],
    checks: [],
    validate: [],
    contract: [],
    destroys: [],
  };
}

export function tableNamed(tables: readonly TableDefinition[], name: string): TableDefinition | undefined {
  return tables.find((table) => table.name === name);
}

export function columnOf(table: TableDefinition, name: string): ColumnDefinition | undefined {
  return table.columns.find((column) => column.name === name);
}

export function replaceTable(tables: readonly TableDefinition[], name: string, table: TableDefinition): TableDefinition[] {
  return tables.map((each) => (each.name === name ? table : each));
}

/** @throws UsageError if the column is part of the key */
export function refuseKey(table: TableDefinition, column: string): void {
  if (table.primaryKey.includes(column))
    throw new UsageError(`${table.name}.${column} is the key of the table, which this step cannot change.`);
}

/** Statements that drop everything beside the column that refers to it: indexes, search, value indexes. */
export function dropDependents(table: TableDefinition, column: string, dialect: Dialect): string[] {
  const indexes = table.indexes.filter((index) => index.columns.some(({ name }) => name === column));
  const created = indexes.filter((index) => dialect.createIndex(table.name, index).length > 0);
  const values = table.valueIndexes?.filter((index) => index.column === column) ?? [];
  return [
    ...created.map(({ name }) => dialect.dropIndex(name)),
    ...values.flatMap((index) => dialect.dropValueIndex(table, index)),
    ...(searches(table, column) ? dialect.dropSearch(table) : []),
  ];
}

/** The table without what `dropDependents` dropped; the difference of the schemas adds it again. */
export function withoutDependents(table: TableDefinition, column: string): TableDefinition {
  const { search, valueIndexes, ...rest } = table;
  const values = valueIndexes?.filter((index) => index.column !== column) ?? [];
  return {
    ...rest,
    indexes: table.indexes.filter((index) => !index.columns.some(({ name }) => name === column)),
    // It stays searchable: SQLite gives a table the hidden key of its search only when it is created.
    ...(search && { search: searches(table, column) ? { ...search, columns: [] } : search }),
    ...(values.length > 0 && { valueIndexes: values }),
  };
}

export function searches(table: TableDefinition, column: string): boolean {
  return table.search?.columns.some(({ name }) => name === column) ?? false;
}

export function addColumn(dialect: Dialect, table: TableDefinition, column: ColumnDefinition): string[] {
  return dialect.addColumn({ ...table, columns: [...table.columns, column] }, column.name);
}

export function dropColumn(table: TableDefinition, column: string): string {
  return `ALTER TABLE ${quoted(table.name)} DROP COLUMN ${quoted(column)}`;
}

export function setNullable(table: string, column: string, isNullable: boolean): string {
  return `ALTER TABLE ${quoted(table)} ALTER COLUMN ${quoted(column)} ${isNullable ? 'DROP' : 'SET'} NOT NULL`;
}

/** The name of a constraint that PostgreSQL validates while others write, so that `SET NOT NULL` need not read the table. */
export function notNullCheck(column: string): string {
  return `_colophon_${column}_present`.slice(0, 63);
}
