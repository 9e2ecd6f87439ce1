import { hash } from 'node:crypto';
import { UsageError } from '../../errors/errors.ts';
import type { FieldKind } from '../../fields/field.ts';
import { isIdentifier } from '../table.ts';

/** A stored row as a migration sees it: the values by column, as they are on instances. */
export type MigratedRow = Readonly<Record<string, unknown>>;

/** A column gets another name; values, constraints and rows stay. */
export interface RenameColumn {
  readonly change: 'rename';
  readonly table: string;
  readonly column: string;
  readonly to: string;
}

/** A table gets another name. */
export interface RenameTable {
  readonly change: 'rename-table';
  readonly table: string;
  readonly to: string;
}

/** A column gets another kind, and its values are converted. */
export interface RetypeColumn {
  readonly change: 'retype';
  readonly table: string;
  readonly column: string;
  readonly kind: Exclude<FieldKind, 'reference'>;
  /** What happens with a value that has no form of the new kind: `stop` names the rows and changes nothing. */
  readonly unreadable: 'stop' | { readonly fill: unknown };
  /** Converts a value; undefined if it is unreadable. */
  readonly convert: ((value: unknown) => unknown) | undefined;
}

/** A column that may be null becomes required. */
export interface RequireColumn {
  readonly change: 'require';
  readonly table: string;
  readonly column: string;
  /** The value of rows that have none; without one, such rows stop the migration. */
  readonly fill: unknown;
}

/** A required column may be null from now on. */
export interface RelaxColumn {
  readonly change: 'relax';
  readonly table: string;
  readonly column: string;
}

/** A column, or a table, is removed with its data. */
export interface DropElement {
  readonly change: 'drop';
  readonly table: string;
  readonly column: string | undefined;
}

/** A new column of `split`. */
export interface NewColumn {
  readonly kind: Exclude<FieldKind, 'reference'>;
  readonly required?: boolean;
  readonly default?: unknown;
}

/** New columns are derived from others, such as two from one. */
export interface SplitColumn {
  readonly change: 'split';
  readonly table: string;
  readonly from: readonly string[];
  readonly into: Readonly<Record<string, NewColumn>>;
  /** The values of the new columns; undefined if the row is unreadable. */
  readonly set: (row: MigratedRow) => MigratedRow | undefined;
}

/** Values of existing columns are set from others, once for each row. */
export interface UpdateRows {
  readonly change: 'update';
  readonly table: string;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** The new values; undefined to leave the row as it is. */
  readonly set: (row: MigratedRow) => MigratedRow | undefined;
}

/** All rows of a table become rows of another one, with the same bytes. */
export interface CarryRows {
  readonly change: 'carry';
  readonly table: string;
  readonly to: string;
  /** The columns of the other table, by those of the first. */
  readonly columns: Readonly<Record<string, string>>;
  /** Columns that are not carried, and go with the first table. */
  readonly leaves: readonly string[];
  /** What is put before each key, so that it is none of those that the other table already has. */
  readonly prefix: string;
  /** The values of columns that the first table does not have. */
  readonly set: ((row: MigratedRow) => MigratedRow) | undefined;
}

/** A table gets another column as its key; the old key stays as a column. */
export interface RekeyTable {
  readonly change: 'rekey';
  readonly table: string;
  readonly key: string;
  /** What becomes of each column that refers to the old key (`table.column`): another column refers to the new one, or it keeps its values. */
  readonly references: Readonly<Record<string, string | null>>;
  /** The new key of a row; a new unique one by default. */
  readonly set: ((row: MigratedRow) => string) | undefined;
}

/** Rows of a table become rows of the tenants that alone use them. */
export interface DivideTable {
  readonly change: 'divide';
  readonly table: string;
  /** The column for the tenant of a row. */
  readonly owner: string;
  /** The column for the key that a row had. */
  readonly keptKey: string;
  /** The column that refers to the row above. */
  readonly parent: string;
  /** The join table by which records use the rows, and the column of the records with their tenant. */
  readonly uses: {
    readonly table: string;
    readonly column: string;
    readonly record: string;
    readonly recordTable: string;
    readonly recordKey: string;
    readonly owner: string;
  };
  /** Tables whose rows belong to whom the row belongs that they refer to. */
  readonly followers: readonly { readonly table: string; readonly column: string; readonly owner: string }[];
}

/** A table can be searched, which could not be. */
export interface MakeSearchable {
  readonly change: 'search';
  readonly table: string;
}

/** One change of a migration file, as the functions of this module make it. */
export type SchemaChange =
  | RenameColumn
  | RenameTable
  | RetypeColumn
  | RequireColumn
  | RelaxColumn
  | DropElement
  | SplitColumn
  | UpdateRows
  | CarryRows
  | RekeyTable
  | DivideTable
  | MakeSearchable;

/** A migration file: changes that the difference of two schemas alone does not tell. */
export interface Migration {
  /** The name of its file, for a package after the package's: `0004-dishes-minutes`, `content/0001-editions`. */
  readonly id: string;
  readonly steps: readonly SchemaChange[];
  /** A digest of the steps, without the text of their functions. */
  readonly checksum: string;
}

const ID = /^(?:[a-z0-9-]+\/)?\d{4}-[a-z0-9-]+$/;

/**
 * Defines a migration. It is applied once to each database, in the order of the list that it is given in, and must not be edited afterwards:
 * the database keeps its checksum.
 *
 * @example defineMigration({ id: '0004-dishes-minutes', steps: [rename('dishes.mins', 'dishes.minutes')] })
 * @throws UsageError if the id is not like `0004-dishes-minutes`, or a step builds on another one
 */
export function defineMigration({ id, steps }: { readonly id: string; readonly steps: readonly SchemaChange[] }): Migration {
  if (!ID.test(id))
    throw new UsageError(`The id of a migration is like 0004-dishes-minutes or content/0004-editions, not ${JSON.stringify(id)}.`);
  if (steps.length === 0) throw new UsageError(`The migration ${id} has no steps.`);
  const taken = new Map<string, string>();
  for (const step of steps) {
    for (const name of touchedBy(step)) {
      const other = taken.get(name) ?? (name.includes('.') ? taken.get(name.slice(0, name.indexOf('.'))) : undefined);
      if (other !== undefined)
        throw new UsageError(`Two steps of the migration ${id} are about ${name}: put one of them into a migration of its own.`);
    }
    for (const name of touchedBy(step)) taken.set(name, step.change);
  }
  return { id, steps, checksum: hash('sha256', JSON.stringify([id, steps])) };
}

/** Gives a column another name: `rename('dishes.mins', 'dishes.minutes')`. */
export function rename(from: string, to: string): RenameColumn {
  const source = columnNamed(from);
  const target = columnNamed(to);
  if (source.table !== target.table) throw new UsageError(`${from} cannot become ${to}: a column stays in its table.`);
  return { change: 'rename', ...source, to: target.column };
}

/** Gives a table another name. */
export function renameTable(from: string, to: string): RenameTable {
  return { change: 'rename-table', table: tableNamed(from), to: tableNamed(to) };
}

/**
 * Gives a column another kind. Without `convert`, values are converted if they have a form of the new kind: `'12'` is the integer 12,
 * `'2026-01-31'` a time, a whole number an integer, any value a text.
 */
export function retype(
  column: string,
  kind: RetypeColumn['kind'],
  options: { readonly unreadable?: RetypeColumn['unreadable']; readonly convert?: (value: unknown) => unknown } = {},
): RetypeColumn {
  return { change: 'retype', ...columnNamed(column), kind, unreadable: options.unreadable ?? 'stop', convert: options.convert };
}

/** Makes a column required; `fill` is the value of rows that have none. */
export function require(column: string, options: { readonly fill?: unknown } = {}): RequireColumn {
  return { change: 'require', ...columnNamed(column), fill: options.fill };
}

/** Lets a required column be null. */
export function relax(column: string): RelaxColumn {
  return { change: 'relax', ...columnNamed(column) };
}

/** Removes a column (`dishes.colour`) or a table (`dishes`) with its data. */
export function drop(name: string): DropElement {
  return name.includes('.') ? { change: 'drop', ...columnNamed(name) } : { change: 'drop', table: tableNamed(name), column: undefined };
}

/**
 * Derives new columns from others of the same table. The others stay; `drop` them in a later migration, or in the same one.
 *
 * @example split('people', { from: ['name'], into: { initial: { kind: 'text' } }, set: ({ name }) => ({ initial: String(name).slice(0, 1) }) })
 */
export function split(table: string, { from, into, set }: Pick<SplitColumn, 'from' | 'into' | 'set'>): SplitColumn {
  for (const name of [...from, ...Object.keys(into)]) columnNamed(`${table}.${name}`);
  return { change: 'split', table: tableNamed(table), from, into, set };
}

/** Sets columns of each row once, from others or from themselves, in batches. */
export function update(table: string, { reads, writes, set }: Pick<UpdateRows, 'reads' | 'writes' | 'set'>): UpdateRows {
  for (const name of [...reads, ...writes]) columnNamed(`${table}.${name}`);
  return { change: 'update', table: tableNamed(table), reads, writes, set };
}

/**
 * Makes the rows of a table rows of another one of the code, with the same key and bytes, and removes the first table. For packages alone: it
 * moves records of what happened, such as signed ones, which no other step touches. If two tables are carried to one, `prefix` tells their keys
 * apart.
 *
 * @example carry('credentials', 'editions', { columns: { id: 'id', jws: 'jws' }, set: () => ({ kind: 'publication' }) })
 */
export function carry(
  from: string,
  to: string,
  { columns, leaves = [], prefix = '', set }: Pick<CarryRows, 'columns'> & Partial<Pick<CarryRows, 'leaves' | 'prefix' | 'set'>>,
): CarryRows {
  if (!/^[a-z.]{0,20}$/.test(prefix)) throw new UsageError(`The prefix of carried keys has lower-case letters and dots only: ${prefix}`);
  return { change: 'carry', table: tableNamed(from), to: tableNamed(to), columns, leaves, prefix, set };
}

/**
 * Gives a table another column as its key. Columns that refer to the old key are replaced by others that refer to the new one, or (null) keep
 * their values without referring to anything.
 *
 * @example rekey('tags', 'id', { references: { 'tags.parent_slug': 'parentId', 'content_tags.tag_slug': null } })
 */
export function rekey(
  table: string,
  key: string,
  { references = {}, set }: Partial<Pick<RekeyTable, 'references' | 'set'>> = {},
): RekeyTable {
  return { change: 'rekey', ...keyNamed(table, key), references, set };
}

/**
 * Gives rows of a table to tenants: those that records of exactly one tenant use become that tenant's, with all below them, if nobody else
 * uses one of these. Their key gets the tenant and a slash before it (see `qualify`), and what refers to them follows; the others stay global.
 *
 * @example
 * const uses = {
 *   table: 'content_tags', column: 'tag_slug', record: 'content_id', recordTable: 'contents', recordKey: 'id', owner: 'tenantId',
 * };
 * divide('tags', { owner: 'tenantId', keptKey: 'global_slug', parent: 'parent_slug', uses, followers: [] });
 */
export function divide(table: string, parts: Omit<DivideTable, 'change' | 'table'>): DivideTable {
  const { uses, followers } = parts;
  const columns = [parts.owner, parts.keptKey, parts.parent].map((name) => `${table}.${name}`);
  for (const name of [...columns, `${uses.table}.${uses.column}`, `${uses.table}.${uses.record}`]) columnNamed(name);
  for (const name of [`${uses.recordTable}.${uses.recordKey}`, `${uses.recordTable}.${uses.owner}`]) columnNamed(name);
  for (const each of followers) for (const name of [each.column, each.owner]) columnNamed(`${each.table}.${name}`);
  return { change: 'divide', table: tableNamed(table), ...parts };
}

/** Lets a table be searched, as the code says; SQLite has to write it anew. */
export function searchable(table: string): MakeSearchable {
  return { change: 'search', table: tableNamed(table) };
}

/** The columns and tables that a step changes; those that it only reads may be dropped by another step of the same file. */
export function touchedBy(step: SchemaChange): string[] {
  switch (step.change) {
    case 'rename':
      return [`${step.table}.${step.column}`, `${step.table}.${step.to}`];
    case 'rename-table':
    case 'carry':
      return [step.table, step.to];
    case 'rekey':
      return [step.table, ...Object.keys(step.references).map((name) => name.slice(0, name.indexOf('.')))];
    case 'divide':
      return [step.table, step.uses.table, ...step.followers.map((each) => each.table)];
    case 'search':
      return [step.table];
    case 'drop':
      return [step.column === undefined ? step.table : `${step.table}.${step.column}`];
    case 'split':
      return Object.keys(step.into).map((name) => `${step.table}.${name}`);
    case 'update':
      return step.writes.map((name) => `${step.table}.${name}`);
    case 'retype':
    case 'require':
    case 'relax':
      return [`${step.table}.${step.column}`];
  }
}

function keyNamed(table: string, key: string): { table: string; key: string } {
  return { table: columnNamed(`${table}.${key}`).table, key };
}

function columnNamed(name: string): { table: string; column: string } {
  const [table = '', column = '', ...rest] = name.split('.');
  if (!isIdentifier(table) || !isIdentifier(column) || rest.length > 0)
    throw new UsageError(`A column is named with its table, such as dishes.minutes, not ${JSON.stringify(name)}.`);
  return { table, column };
}

function tableNamed(name: string): string {
  if (!isIdentifier(name)) throw new UsageError(`${JSON.stringify(name)} is no name of a table.`);
  return name;
}
