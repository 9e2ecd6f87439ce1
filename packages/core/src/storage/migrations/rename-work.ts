import { quoted } from '../builder.ts';
import { type ColumnDefinition, isByRow, type TableDefinition } from '../table.ts';
import {
  addColumn,
  type ChangeContext,
  type ChangeWork,
  columnOf,
  dropColumn,
  dropDependents,
  noWork,
  notNullCheck,
  replaceTable,
  searches,
  setNullable,
  tableNamed,
  withoutDependents,
} from './change-work.ts';
import type { RenameColumn, RenameTable } from './define-migration.ts';
import { syncTriggers } from './sync-triggers.ts';

/**
 * Renames a column: at once if nobody else uses the database; otherwise a second column is kept equal to it, so that old and new programs
 * each use theirs, and the old one is dropped at the end.
 */
export function renameWork(change: RenameColumn, context: ChangeContext): ChangeWork {
  const { tables, dialect, isOnline } = context;
  const name = `${change.table}.${change.column}`;
  const summary = `rename column ${name} to ${change.to}`;
  const table = tableNamed(tables, change.table);
  const column = table && columnOf(table, change.column);
  if (!table || !column) return noWork(summary, tables);
  const renamed = renamedIn(table, change.column, change.to);
  if (!isOnline) {
    const values = table.valueIndexes?.filter((index) => index.column === change.column) ?? [];
    return {
      ...noWork(summary, tables),
      summary,
      after: withRenamedTarget(replaceTable(tables, table.name, renamed), table.name, change.column, change.to),
      contract: [
        ...values.flatMap((index) => dialect.dropValueIndex(table, index)),
        `ALTER TABLE ${quoted(table.name)} RENAME COLUMN ${quoted(change.column)} TO ${quoted(change.to)}`,
        ...values.flatMap((index) => dialect.createValueIndex(renamed, { ...index, column: change.to })),
      ],
    };
  }
  return besideWork(table, column, change, context);
}

function besideWork(
  table: TableDefinition,
  column: ColumnDefinition,
  change: RenameColumn,
  { tables, dialect, isRolling }: ChangeContext,
): ChangeWork {
  const { references, ...plain } = column;
  const isSqlite = dialect.name === 'sqlite';
  const beside: ColumnDefinition = { ...plain, name: change.to, nullable: true, ...(isSqlite && references && { references }) };
  const triggers = syncTriggers(dialect, table.name, column, change.to);
  const [a, b] = [quoted(column.name), quoted(change.to)];
  const on = quoted(table.name);
  const required = column.nullable ? [] : [setNullable(table.name, column.name, true)];
  const check = quoted(notNullCheck(change.to));
  const constraint = `${table.name}_${change.to}_reference`.slice(0, 63);
  const later = !isSqlite && references ? { ...column, name: change.to } : undefined;
  const bare = withoutDependents(table, column.name);
  const renamed = renamedIn(table, column.name, change.to);
  const target: TableDefinition = {
    ...bare,
    // PostgreSQL's search is a column that programs write, which does not depend on the names of others.
    ...(!isSqlite && renamed.search && { search: renamed.search }),
    columns: table.columns.map((each) => (each.name === column.name ? { ...each, name: change.to } : each)),
  };
  const { needsStop } = besideProblem(table, column, isSqlite);
  return {
    summary: `rename column ${table.name}.${column.name} to ${change.to}, both kept equal until the old one is dropped`,
    after: replaceTable(tables, table.name, target),
    expand: [
      ...required,
      ...addColumn(dialect, table, beside),
      ...(later && dialect.addReference ? [`${dialect.addReference(table.name, later, constraint)} NOT VALID`] : []),
      ...triggers.create,
    ],
    undo: [...triggers.drop, dropColumn(table, change.to), ...(column.nullable ? [] : [setNullable(table.name, column.name, false)])],
    backfill: {
      table,
      reads: [column],
      writes: [beside],
      convert: () => undefined,
      inPlace: { set: `${b} = ${a}`, where: `${b} IS DISTINCT FROM ${a}` },
      stale: `${b} IS DISTINCT FROM ${a}`,
    },
    checks: [
      {
        table,
        fault: `${table.name}.${change.to} differs from ${column.name}`,
        where: `${b} IS DISTINCT FROM ${a}`,
        code: 'migration_failed_check',
      },
    ],
    validate: isSqlite
      ? []
      : [
          ...(column.nullable
            ? []
            : [
                `ALTER TABLE ${on} DROP CONSTRAINT IF EXISTS ${check}`,
                `ALTER TABLE ${on} ADD CONSTRAINT ${check} CHECK (${b} IS NOT NULL) NOT VALID`,
                `ALTER TABLE ${on} VALIDATE CONSTRAINT ${check}`,
              ]),
          ...(later ? [`ALTER TABLE ${on} VALIDATE CONSTRAINT ${quoted(constraint)}`] : []),
        ],
    contract: [
      ...triggers.drop,
      ...dropDependents(isSqlite ? table : withoutSearch(table), column.name, dialect),
      dropColumn(table, column.name),
      ...(column.nullable ? [] : [setNullable(table.name, change.to, false)]),
      ...(column.nullable || isSqlite ? [] : [`ALTER TABLE ${on} DROP CONSTRAINT IF EXISTS ${check}`]),
    ],
    destroys: [],
    ...(isSqlite && { rewrites: table.name }),
    ...(isRolling && needsStop !== undefined && { needsStop }),
  };
}

/** What of the table names the column in a way that two names at once cannot serve. */
function besideProblem(table: TableDefinition, column: ColumnDefinition, isSqlite: boolean): { needsStop?: string } {
  const name = `${table.name}.${column.name}`;
  if (table.primaryKey.includes(column.name)) return { needsStop: `${name} is the key of its table` };
  if (!isSqlite) return {};
  if (searches(table, column.name)) return { needsStop: `${name} is searched` };
  if (column.references && column.default !== undefined) return { needsStop: `${name} is a reference with a default` };
  return table.indexes.some((index) => isByRow(index) && index.columns.some((each) => each.name === column.name))
    ? { needsStop: `${name} is in the index that counts are read from` }
    : {};
}

/** Renames a table at once. Two names at once are not possible. */
export function renameTableWork(change: RenameTable, { tables, dialect }: ChangeContext): ChangeWork {
  const summary = `rename table ${change.table} to ${change.to}`;
  const table = tableNamed(tables, change.table);
  if (!table) return noWork(summary, tables);
  const renamed: TableDefinition = { ...table, name: change.to };
  const values = table.valueIndexes ?? [];
  const isSqlite = dialect.name === 'sqlite';
  const search = table.search && isSqlite ? table.search : undefined;
  const references = (each: TableDefinition): TableDefinition => ({
    ...each,
    columns: each.columns.map((column) =>
      column.references?.table === table.name ? { ...column, references: { ...column.references, table: change.to } } : column,
    ),
  });
  return {
    ...noWork(summary, tables),
    summary,
    after: tables.map((each) => references(each.name === table.name ? renamed : each)),
    contract: [
      ...(search ? dialect.dropSearch(table) : []),
      ...values.flatMap((index) => dialect.dropValueIndex(table, index)),
      `ALTER TABLE ${quoted(table.name)} RENAME TO ${quoted(change.to)}`,
      // The difference of the schemas renames the others, which their definitions name.
      ...(dialect.renameIndex ? [dialect.renameIndex(`${table.name}_pkey`, `${change.to}_pkey`)] : []),
      ...(dialect.renameIndex && table.search ? [dialect.renameIndex(`${table.name}_search`, `${change.to}_search`)] : []),
      ...(search ? dialect.createSearch(renamed) : []),
      ...values.flatMap((index) => dialect.createValueIndex(renamed, index)),
    ],
    needsStop: `${change.table} has one name at a time`,
  };
}

function withoutSearch(table: TableDefinition): TableDefinition {
  const { search: _, ...rest } = table;
  return rest;
}

/** The table with another name of a column, wherever it is mentioned. */
function renamedIn(table: TableDefinition, from: string, to: string): TableDefinition {
  const named = <T extends { readonly name: string }>(each: T): T => (each.name === from ? { ...each, name: to } : each);
  return {
    ...table,
    columns: table.columns.map(named),
    primaryKey: table.primaryKey.map((name) => (name === from ? to : name)),
    indexes: table.indexes.map((index) => ({ ...index, columns: index.columns.map(named) })),
    ...(table.search && { search: { ...table.search, columns: table.search.columns.map(named) } }),
    ...(table.valueIndexes && {
      valueIndexes: table.valueIndexes.map((index) => (index.column === from ? { ...index, column: to } : index)),
    }),
  };
}

/** Other tables refer to a renamed key by its new name. */
function withRenamedTarget(tables: readonly TableDefinition[], table: string, from: string, to: string): TableDefinition[] {
  return tables.map((each) => ({
    ...each,
    columns: each.columns.map((column) =>
      column.references?.table === table && column.references.column === from
        ? { ...column, references: { ...column.references, column: to } }
        : column,
    ),
  }));
}
