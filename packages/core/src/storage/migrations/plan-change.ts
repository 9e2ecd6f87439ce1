import { quoted } from '../builder.ts';
import { carryWork } from './carry-work.ts';
import {
  type ChangeContext,
  type ChangeWork,
  columnOf,
  dropColumn,
  dropDependents,
  noWork,
  notNullCheck,
  replaceTable,
  setNullable,
  tableNamed,
  withoutDependents,
} from './change-work.ts';
import type { DropElement, RelaxColumn, RequireColumn, SchemaChange } from './define-migration.ts';
import { divideWork } from './divide-work.ts';
import { retypeWork, splitWork, updateWork } from './derive-work.ts';
import { rekeyWork } from './rekey-work.ts';
import { searchWork } from './search-work.ts';
import { renameTableWork, renameWork } from './rename-work.ts';
import { fillTriggers, valueLiteral } from './sync-triggers.ts';

/** Plans one change of a migration file, given the tables before it. */
export function planChange(change: SchemaChange, context: ChangeContext): ChangeWork {
  switch (change.change) {
    case 'rename':
      return renameWork(change, context);
    case 'rename-table':
      return renameTableWork(change, context);
    case 'retype':
      return retypeWork(change, context);
    case 'split':
      return splitWork(change, context);
    case 'update':
      return updateWork(change, context);
    case 'require':
      return requireWork(change, context);
    case 'relax':
      return relaxWork(change, context);
    case 'carry':
      return carryWork(change, context);
    case 'rekey':
      return rekeyWork(change, context);
    case 'divide':
      return divideWork(change, context);
    case 'search':
      return searchWork(change, context);
    case 'drop':
      return dropWork(change, context);
  }
}

/** Programs that leave the column null get its value from a trigger, until the database refuses null. */
function requireWork(change: RequireColumn, { tables, dialect, isOnline }: ChangeContext): ChangeWork {
  const name = `${change.table}.${change.column}`;
  const summary = `require column ${name}`;
  const table = tableNamed(tables, change.table);
  const column = table && columnOf(table, change.column);
  if (!table || !column?.nullable) return noWork(summary, tables);
  const on = quoted(table.name);
  const at = quoted(column.name);
  const isFilled = change.fill !== undefined && change.fill !== null;
  const value = valueLiteral(dialect, column.kind, change.fill);
  const triggers = isFilled && isOnline ? fillTriggers(dialect, table.name, column.name, value) : undefined;
  const check = quoted(notNullCheck(column.name));
  const isPostgres = dialect.name === 'postgres';
  return {
    summary: isFilled ? `${summary}, with a value for rows that have none` : summary,
    after: replaceTable(tables, table.name, {
      ...table,
      columns: table.columns.map((each) => (each === column ? { ...each, nullable: false } : each)),
    }),
    expand: [...(triggers?.create ?? [])],
    undo: [...(triggers?.drop ?? []), ...(isPostgres ? [`ALTER TABLE ${on} DROP CONSTRAINT IF EXISTS ${check}`] : [])],
    ...(isFilled && {
      backfill: {
        table,
        reads: [column],
        writes: [column],
        convert: () => undefined,
        inPlace: { set: `${at} = ${value}`, where: `${at} IS NULL` },
        stale: `${at} IS NULL`,
      },
    }),
    checks: [{ table, fault: `${name} has no value`, where: `${at} IS NULL`, code: 'migration_unreadable' }],
    validate: isPostgres
      ? [
          `ALTER TABLE ${on} DROP CONSTRAINT IF EXISTS ${check}`,
          `ALTER TABLE ${on} ADD CONSTRAINT ${check} CHECK (${at} IS NOT NULL) NOT VALID`,
          `ALTER TABLE ${on} VALIDATE CONSTRAINT ${check}`,
        ]
      : [],
    contract: [
      ...(triggers?.drop ?? []),
      setNullable(table.name, column.name, false),
      ...(isPostgres ? [`ALTER TABLE ${on} DROP CONSTRAINT IF EXISTS ${check}`] : []),
    ],
    destroys: [],
    ...(!isFilled && { needsStop: `an old program may still leave ${name} without a value` }),
  };
}

function relaxWork(change: RelaxColumn, { tables, isRolling }: ChangeContext): ChangeWork {
  const name = `${change.table}.${change.column}`;
  const summary = `let column ${name} be null`;
  const table = tableNamed(tables, change.table);
  const column = table && columnOf(table, change.column);
  if (!table || !column || column.nullable) return noWork(summary, tables);
  const statement = setNullable(table.name, column.name, true);
  return {
    ...noWork(summary, tables),
    summary,
    after: replaceTable(tables, table.name, {
      ...table,
      columns: table.columns.map((each) => (each === column ? { ...each, nullable: true } : each)),
    }),
    // New programs write null as soon as they run.
    ...(isRolling ? { expand: [statement], undo: [setNullable(table.name, column.name, false)] } : { contract: [statement] }),
  };
}

function dropWork(change: DropElement, { tables, dialect, isRolling }: ChangeContext): ChangeWork {
  const { table: tableName, column: columnName } = change;
  const name = columnName === undefined ? tableName : `${tableName}.${columnName}`;
  const summary = `drop ${columnName === undefined ? 'table' : 'column'} ${name}`;
  const table = tableNamed(tables, tableName);
  if (!table) return noWork(summary, tables);
  const base = { ...noWork(summary, tables), summary, destroys: [name] };
  if (columnName === undefined) {
    const statements = [
      ...dialect.dropSearch(table),
      ...(table.valueIndexes ?? []).flatMap((index) => dialect.dropValueIndex(table, index)),
      `DROP TABLE ${quoted(table.name)}`,
    ];
    return { ...base, after: tables.filter((each) => each !== table), contract: statements };
  }
  const column = columnOf(table, columnName);
  if (!column) return noWork(summary, tables);
  const bare = withoutDependents(table, columnName);
  return {
    ...base,
    after: replaceTable(tables, table.name, { ...bare, columns: bare.columns.filter((each) => each.name !== columnName) }),
    // New programs leave it out as soon as they run.
    ...(isRolling &&
      !column.nullable && { expand: [setNullable(table.name, columnName, true)], undo: [setNullable(table.name, columnName, false)] }),
    contract: [...dropDependents(table, columnName, dialect), dropColumn(table, columnName)],
    ...(dialect.name === 'sqlite' && { rewrites: table.name }),
  };
}
