import { quoted } from '../builder.ts';
import type { ColumnDefinition, TableDefinition } from '../table.ts';
import {
  addColumn,
  type ChangeContext,
  type ChangeWork,
  columnOf,
  dropColumn,
  dropDependents,
  noWork,
  refuseKey,
  replaceTable,
  setNullable,
  tableNamed,
  withoutDependents,
} from './change-work.ts';
import { convertValue } from './convert-value.ts';
import type { MigratedRow, RetypeColumn, SplitColumn, UpdateRows } from './define-migration.ts';
import { SchemaError } from './schema-error.ts';
import { staleTriggers } from './sync-triggers.ts';

/** The name of the column that takes the place of another one at the end. */
function nextName(column: string): string {
  return `_next_${column}`.slice(0, 63);
}

/** Converts the values of a column into a new one, which then takes its place. */
export function retypeWork(change: RetypeColumn, { tables, dialect, isOnline }: ChangeContext): ChangeWork {
  const name = `${change.table}.${change.column}`;
  const summary = `change column ${name} to ${change.kind}`;
  const table = tableNamed(tables, change.table);
  const column = table && columnOf(table, change.column);
  if (!table || !column) return noWork(summary, tables);
  refuseKey(table, change.column);
  const read = change.convert ?? ((value: unknown) => convertValue(value, change.kind));
  const converted = (value: unknown): unknown => {
    const result = value === null ? null : read(value);
    return result === undefined && change.unreadable !== 'stop' ? change.unreadable.fill : result;
  };
  const { references: _, default: initial, ...rest } = column;
  const default_ = initial === undefined || initial === null ? undefined : convertValue(initial, change.kind);
  const target: ColumnDefinition = { ...rest, kind: change.kind, ...(default_ !== undefined && { default: default_ }) };
  const next: ColumnDefinition = { ...target, name: nextName(column.name), nullable: true };
  const triggers = isOnline ? staleTriggers(dialect, table.name, [column.name], [next.name]) : undefined;
  const [a, b] = [quoted(column.name), quoted(next.name)];
  const bare = withoutDependents(table, column.name);
  return {
    summary,
    after: replaceTable(tables, table.name, { ...bare, columns: table.columns.map((each) => (each === column ? target : each)) }),
    expand: [...addColumn(dialect, table, next), ...(triggers?.create ?? [])],
    undo: [...(triggers?.drop ?? []), dropColumn(table, next.name)],
    backfill: {
      table,
      reads: [column],
      writes: [next],
      convert: (row) => {
        const value = converted(row[column.name]);
        // A default must not stand for an unreadable value.
        return { [next.name]: value ?? null };
      },
      stale: `${b} IS NULL AND ${a} IS NOT NULL`,
      isStaleUntilContract: true,
    },
    checks: [
      {
        table,
        fault: `${name} has a value that cannot become ${change.kind}`,
        where: `${b} IS NULL AND ${a} IS NOT NULL`,
        code: 'migration_unreadable',
      },
    ],
    validate: [],
    contract: [
      ...(triggers?.drop ?? []),
      ...dropDependents(table, column.name, dialect),
      dropColumn(table, column.name),
      `ALTER TABLE ${quoted(table.name)} RENAME COLUMN ${b} TO ${a}`,
      ...(column.nullable ? [] : [setNullable(table.name, column.name, false)]),
    ],
    needsStop: `${name} has one kind at a time`,
    destroys: [],
    ...(dialect.name === 'sqlite' && { rewrites: table.name }),
  };
}

/** Derives new columns from others. */
export function splitWork(change: SplitColumn, { tables, dialect, isOnline }: ChangeContext): ChangeWork {
  const names = Object.keys(change.into);
  const summary = `derive ${names.map((name) => `${change.table}.${name}`).join(', ')} from ${change.from.join(', ')}`;
  const table = tableNamed(tables, change.table);
  const reads = table && columnsOf(table, change.from);
  if (!table || !reads) return noWork(summary, tables);
  const created = Object.entries(change.into).map(([name, { kind, required = false, default: initial }]): ColumnDefinition => ({
    name,
    kind,
    nullable: !required,
    ...(initial !== undefined && { default: initial }),
  }));
  const beside = created.map((column): ColumnDefinition => ({ ...column, nullable: true }));
  const triggers = isOnline ? staleTriggers(dialect, table.name, change.from, names) : undefined;
  const columns = [...table.columns, ...created];
  const expanded = { ...table, columns: [...table.columns, ...beside] };
  const isUnset = names.map((name) => `${quoted(name)} IS NULL`).join(' AND ');
  const isGiven = change.from.map((name) => `${quoted(name)} IS NOT NULL`).join(' OR ');
  const lacking = created.filter((column) => !column.nullable).map(({ name }) => `${quoted(name)} IS NULL`);
  return {
    summary,
    after: replaceTable(tables, table.name, { ...table, columns }),
    expand: [...beside.flatMap((column) => dialect.addColumn(expanded, column.name)), ...(triggers?.create ?? [])],
    undo: [...(triggers?.drop ?? []), ...names.map((name) => dropColumn(table, name))],
    backfill: {
      table,
      reads,
      writes: beside,
      convert: (row) => only(change.set(row), names),
      stale: `${isUnset} AND (${isGiven})`,
      isStaleUntilContract: true,
    },
    checks: [
      {
        table,
        fault: `${change.table}: a row from which nothing could be derived`,
        where: `${isUnset} AND (${isGiven})`,
        code: 'migration_unreadable',
      },
      ...(lacking.length > 0
        ? [
            {
              table,
              fault: `${change.table}: a required column that was not derived`,
              where: lacking.join(' OR '),
              code: 'migration_unreadable' as const,
            },
          ]
        : []),
    ],
    validate: [],
    contract: [
      ...(triggers?.drop ?? []),
      ...created.filter((column) => !column.nullable).map(({ name }) => setNullable(table.name, name, false)),
    ],
    needsStop: `${names.join(', ')} would lack what an old program writes`,
    destroys: [],
  };
}

/** Sets columns once for each row. */
export function updateWork(change: UpdateRows, { tables }: ChangeContext): ChangeWork {
  const summary = `update ${change.writes.map((name) => `${change.table}.${name}`).join(', ')} of each row`;
  const table = tableNamed(tables, change.table);
  const reads = table && columnsOf(table, change.reads);
  const writes = table && columnsOf(table, change.writes);
  if (!table || !reads || !writes) return noWork(summary, tables);
  for (const { name } of writes) refuseKey(table, name);
  return {
    ...noWork(summary, tables),
    summary,
    backfill: { table, reads, writes, convert: (row) => only(change.set(row), change.writes) },
    needsStop: `each row of ${change.table} is updated once, whatever an old program writes afterwards`,
  };
}

function columnsOf(table: TableDefinition, names: readonly string[]): ColumnDefinition[] | undefined {
  const columns = names.flatMap((name) => columnOf(table, name) ?? []);
  return columns.length === names.length ? columns : undefined;
}

/** @throws SchemaError if a step sets a column that it did not announce */
function only(values: MigratedRow | undefined, names: readonly string[]): MigratedRow | undefined {
  const surplus = Object.keys(values ?? {}).filter((name) => !names.includes(name));
  if (surplus.length > 0)
    throw new SchemaError(
      'migration_failed_check',
      'A step sets columns that it does not name:',
      surplus,
      'Name them in its `writes` or `into`.',
    );
  return values;
}
