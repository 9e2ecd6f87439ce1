import { quoted } from '../builder.ts';
import type { ColumnDefinition, TableDefinition } from '../table.ts';
import {
  type ChangeContext,
  type ChangeWork,
  dropColumn,
  dropDependents,
  noWork,
  setNullable,
  tableNamed,
  withoutDependents,
} from './change-work.ts';
import type { MakeSearchable } from './define-migration.ts';
import { atName, bare, createAlone, dropAll, replace } from './rekey-work.ts';

/**
 * Lets a table be searched that could not be. SQLite gives a table the hidden key of its search only when it is created, so it is written
 * anew there: a table beside it gets the rows, what refers to the old one is made to refer to it, and then it takes the name. What is
 * searched is added afterwards by the difference of the schemas, which is all that PostgreSQL needs.
 */
export function searchWork(change: MakeSearchable, { tables, schema, dialect }: ChangeContext): ChangeWork {
  const summary = `let ${change.table} be searched`;
  const table = tableNamed(tables, change.table);
  const search = tableNamed(schema, change.table)?.search;
  if (!table || table.search || !search || dialect.name !== 'sqlite') return noWork(summary, tables);
  const beside = `_next_${table.name}`;
  const target = bare({ ...table, search });
  const names = table.columns.map(({ name }) => quoted(name)).join(', ');
  const statements = [
    ...dropAll(table, dialect),
    createAlone(dialect, atName(target, table.name, beside), beside),
    `INSERT INTO ${quoted(beside)} (${names}) SELECT ${names} FROM ${quoted(table.name)}`,
  ];
  const after = new Map<string, TableDefinition>(tables.map((each) => [each.name, each === table ? target : each]));
  for (const other of tables.filter((each) => each !== table)) {
    for (const column of other.columns.filter(({ references }) => references?.table === table.name)) {
      const known = after.get(other.name) ?? other;
      statements.push(...dropDependents(known, column.name, dialect), ...referTo(known, { column, from: table.name, to: beside, dialect }));
      after.set(other.name, withoutDependents(known, column.name));
    }
  }
  statements.push(...replace(dialect, table.name, beside));
  return {
    ...noWork(summary, tables),
    summary: `${summary}, and write ${table.name} anew`,
    after: [...after.values()],
    contract: statements,
    needsStop: `an old program leaves the search of ${table.name} empty`,
    rewrites: table.name,
  };
}

/** Makes a column refer to another table, by a column of the same values that takes its name. */
function referTo(
  table: TableDefinition,
  { column, from, to, dialect }: { column: ColumnDefinition; from: string; to: string; dialect: ChangeContext['dialect'] },
): string[] {
  const next = `_next_${column.name}`;
  const moved = atName({ ...table, columns: [{ ...column, name: next, nullable: true }] }, from, to);
  return [
    ...dialect.addColumn(moved, next),
    `UPDATE ${quoted(table.name)} SET ${quoted(next)} = ${quoted(column.name)}`,
    dropColumn(table, column.name),
    `ALTER TABLE ${quoted(table.name)} RENAME COLUMN ${quoted(next)} TO ${quoted(column.name)}`,
    ...(column.nullable ? [] : [setNullable(table.name, column.name, false)]),
  ];
}
