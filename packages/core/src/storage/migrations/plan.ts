import type { Dialect } from '../dialect.ts';
import { inOneDirection } from '../index-direction.ts';
import {
  type IndexDefinition,
  isByRow,
  OLDEST_SEARCH_FORM,
  SEARCH_FORM,
  type TableDefinition,
  type ValueIndexDefinition,
} from '../table.ts';

/** One change of the database, in words and as SQL statements. */
export interface MigrationStep {
  readonly summary: string;
  readonly statements: readonly string[];
  /** The table whose rows are written to its search column afterwards. */
  readonly indexes?: TableDefinition;
  /** Builds an index of a table that exists, which takes long if it has many rows. */
  readonly builds?: { readonly table: string; readonly index: string };
  /** Programs of the schema before cannot work without what this step takes away, or with what it makes. */
  readonly breaksOlder?: true;
}

/** The steps from the current schema of a database to the schema of the code. */
export interface MigrationPlan {
  readonly steps: readonly MigrationStep[];
  /** Elements of the database that the code does not know. */
  readonly unknown: readonly string[];
  /** Changes that are impossible without losing or rewriting data. */
  readonly refused: readonly string[];
}

/**
 * Compares two schemas. The plan only adds: tables, columns, indexes, search. Steps that would drop or rewrite data are never planned
 * unless named in `drop`, as `table` or `table.column`.
 */
export function planMigration(
  has: readonly TableDefinition[],
  wants: readonly TableDefinition[],
  dialect: Dialect,
  drop: readonly string[] = [],
): MigrationPlan {
  const steps: MigrationStep[] = [];
  const unknown: string[] = [];
  const refused: string[] = [];
  const there = new Set(has.map((table) => table.name));
  const later: string[] = [];
  const existing = new Map(has.map((table) => [table.name, table]));
  for (const table of wants) {
    const known = existing.get(table.name);
    if (known) planTable({ known, table, dialect, drop, steps, unknown, refused });
    else planCreation(table, { dialect, steps, there, later });
    there.add(table.name);
  }
  if (later.length > 0) steps.push({ summary: 'add references between tables that refer to each other', statements: later });
  const wanted = new Set(wants.map((table) => table.name));
  for (const table of [...has].reverse()) {
    if (wanted.has(table.name)) continue;
    if (drop.includes(table.name))
      steps.push({
        summary: `drop table ${table.name}`,
        statements: [...dropIndexesOf(table, dialect), `DROP TABLE "${table.name}"`],
        breaksOlder: true,
      });
    else unknown.push(table.name);
  }
  return { steps, unknown, refused };
}

/** Returns the statements that drop the separate indexes of a table, which would otherwise remain. */
function dropIndexesOf(table: TableDefinition, dialect: Dialect): string[] {
  return [...dialect.dropSearch(table), ...(table.valueIndexes ?? []).flatMap((index) => dialect.dropValueIndex(table, index))];
}

interface Creation {
  dialect: Dialect;
  steps: MigrationStep[];
  /** The tables that exist when this one is created. */
  there: ReadonlySet<string>;
  /** References whose target tables do not exist yet. */
  later: string[];
}

function planCreation(table: TableDefinition, { dialect, steps, there, later }: Creation): void {
  const { addReference } = dialect;
  const columns = table.columns.map((column) => {
    const target = column.references?.table;
    if (!addReference || target === undefined || target === table.name || there.has(target)) return column;
    later.push(addReference(table.name, column));
    const { references: _, ...plain } = column;
    return plain;
  });
  steps.push({ summary: `create table ${table.name}`, statements: dialect.createTable({ ...table, columns }) });
}

interface TableComparison {
  known: TableDefinition;
  table: TableDefinition;
  dialect: Dialect;
  drop: readonly string[];
  steps: MigrationStep[];
  unknown: string[];
  refused: string[];
}

function planTable(comparison: TableComparison): void {
  const { known, table, dialect, steps } = comparison;
  if (JSON.stringify(known.primaryKey) !== JSON.stringify(table.primaryKey)) comparison.refused.push(`${table.name}: the key changed`);
  const searchChanged = describeSearch(known.search) !== describeSearch(table.search);
  if (searchChanged && Boolean(known.search) !== Boolean(table.search) && dialect.name === 'sqlite') {
    comparison.refused.push(`${table.name}: search can be added or removed only when the table is created`);
    return;
  }
  if (searchChanged && known.search)
    steps.push({ summary: `drop search on ${table.name}`, statements: dialect.dropSearch(known), breaksOlder: true });
  if (table.longTexts && !known.longTexts && dialect.keepTextsApart)
    steps.push({ summary: `keep long texts beside the rows of ${table.name}`, statements: [dialect.keepTextsApart(table.name)] });
  planIndexes(comparison, 'drop');
  planValueIndexes(comparison, 'drop');
  planColumns(comparison);
  planIndexes(comparison, 'create');
  planValueIndexes(comparison, 'create');
  if (searchChanged && table.search) {
    const step = { summary: `create search on ${table.name}`, statements: dialect.createSearch(table) };
    // A program that does not know of a search column leaves it empty.
    steps.push(dialect.searchColumn ? { ...step, indexes: table, breaksOlder: true } : step);
  }
}

/** Rows are indexed again in turns, without a migration, if queries can ask for what was indexed before. */
function describeSearch(search: TableDefinition['search']): string {
  if (!search) return '';
  const form: number = search.form ?? 1;
  return JSON.stringify({ ...search, form: form >= OLDEST_SEARCH_FORM ? SEARCH_FORM : form });
}

function planColumns({ known, table, dialect, drop, steps, unknown, refused }: TableComparison): void {
  const existing = new Map(known.columns.map((column) => [column.name, column]));
  for (const column of table.columns) {
    const before = existing.get(column.name);
    const name = `${table.name}.${column.name}`;
    if (!before) {
      if (!column.nullable && column.default === undefined)
        refused.push(`${name}: a new column needs a default for existing rows, or must be optional`);
      else steps.push({ summary: `add column ${name}`, statements: dialect.addColumn(table, column.name) });
    } else if (before.kind !== column.kind) refused.push(`${name}: its kind changed from ${before.kind} to ${column.kind}`);
    else if (before.nullable !== column.nullable) refused.push(`${name}: it became ${column.nullable ? 'optional' : 'required'}`);
    else if (JSON.stringify(before.references) !== JSON.stringify(column.references)) refused.push(`${name}: it refers to something else`);
  }
  const wanted = new Set(table.columns.map((column) => column.name));
  for (const { name } of known.columns) {
    if (wanted.has(name)) continue;
    const full = `${table.name}.${name}`;
    if (drop.includes(full))
      steps.push({ summary: `drop column ${full}`, statements: [`ALTER TABLE "${table.name}" DROP COLUMN "${name}"`], breaksOlder: true });
    else unknown.push(full);
  }
}

function planValueIndexes({ known, table, dialect, steps }: TableComparison, phase: 'drop' | 'create'): void {
  // What entries refer to makes a difference only where they are in a table of their own.
  const describe = ({ column, owner }: ValueIndexDefinition): string => JSON.stringify([column, dialect.rows && owner]);
  const before = new Set(known.valueIndexes?.map(describe));
  const after = new Set(table.valueIndexes?.map(describe));
  if (phase === 'drop') {
    for (const index of known.valueIndexes ?? [])
      if (!after.has(describe(index)))
        steps.push({
          summary: `drop value index ${table.name}.${index.column}`,
          statements: dialect.dropValueIndex(known, index),
          ...(dialect.rows && { breaksOlder: true }),
        });
    return;
  }
  for (const index of table.valueIndexes ?? [])
    if (!before.has(describe(index)))
      steps.push({
        summary: `create value index ${table.name}.${index.column}`,
        statements: dialect.createValueIndex(table, index),
        builds: { table: table.name, index: `${table.name}_${index.column}_values` },
      });
}

function planIndexes({ known, table, dialect, steps }: TableComparison, phase: 'drop' | 'create'): void {
  // Rebuilding an index takes long: one that serves the same queries is kept.
  const describe = (index: IndexDefinition): string => {
    const columns = inOneDirection(index.columns, table.primaryKey);
    const sortsNullsFirst = dialect.name === 'sqlite';
    return JSON.stringify({
      ...index,
      name: undefined,
      columns: columns.map(({ nullsFirst, ...column }) => [column, !sortsNullsFirst && nullsFirst]),
    });
  };
  const isMade = (index: IndexDefinition): boolean => dialect.rows !== undefined || !isByRow(index);
  const wanted = table.indexes.filter(isMade);
  const before = new Map(known.indexes.filter(isMade).map((index) => [index.name, describe(index)]));
  const after = new Map(wanted.map((index) => [index.name, describe(index)]));
  // One that only its columns' new names call otherwise is the same index.
  const renamed = new Map<string, string>();
  if (dialect.renameIndex)
    for (const [name, text] of before) {
      const same = after.has(name) ? undefined : wanted.find((index) => !before.has(index.name) && after.get(index.name) === text);
      if (same && ![...renamed.values()].includes(same.name)) renamed.set(name, same.name);
    }
  if (phase === 'drop') {
    for (const [name, text] of before) {
      if (after.get(name) === text) continue;
      const to = renamed.get(name);
      if (to !== undefined && dialect.renameIndex)
        steps.push({ summary: `rename index ${name} to ${to}`, statements: [dialect.renameIndex(name, to)] });
      else
        steps.push({
          summary: `drop index ${name}`,
          statements: [dialect.dropIndex(name)],
          // Counts on SQLite name the index that they are read from.
          ...(known.indexes.some((index) => index.name === name && isByRow(index)) && { breaksOlder: true }),
        });
    }
    return;
  }
  const kept = new Set(renamed.values());
  for (const index of wanted) {
    if (before.get(index.name) === after.get(index.name) || kept.has(index.name)) continue;
    steps.push({
      summary: `create index ${index.name}`,
      statements: dialect.createIndex(table.name, index),
      builds: { table: table.name, index: index.name },
    });
  }
}
