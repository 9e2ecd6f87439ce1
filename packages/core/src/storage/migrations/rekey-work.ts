import { UsageError } from '../../errors/errors.ts';
import { newKey } from '../../fields/new-key.ts';
import { quoted } from '../builder.ts';
import type { Dialect } from '../dialect.ts';
import type { ColumnDefinition, TableDefinition } from '../table.ts';
import { addColumn, type ChangeContext, type ChangeWork, columnOf, dropColumn, noWork, setNullable, tableNamed } from './change-work.ts';
import type { RekeyTable } from './define-migration.ts';

/** A column of another table, or of the same one, that refers to the old key. */
interface Referring {
  readonly table: TableDefinition;
  readonly column: ColumnDefinition;
  /** The column that refers to the new key instead; undefined if the old one stays, without a reference. */
  readonly to: string | undefined;
}

/**
 * Gives a table a new key: each row gets one beside the old key, while other programs run; then the table and those that refer to it are
 * written anew in one transaction. The old key stays as a column.
 */
export function rekeyWork(change: RekeyTable, { tables, dialect }: ChangeContext): ChangeWork {
  const summary = `give ${change.table} the key ${change.key}`;
  const table = tableNamed(tables, change.table);
  const [oldKey = '', ...more] = table?.primaryKey ?? [];
  if (!table || oldKey === change.key) return noWork(summary, tables);
  if (more.length > 0) throw new UsageError(`${table.name} has a key of several columns, which cannot be replaced.`);
  if (columnOf(table, change.key)) throw new UsageError(`${table.name}.${change.key} exists already.`);
  const referring = referringTo(tables, table.name, change.references);
  const { set } = change;
  const key: ColumnDefinition = { name: change.key, kind: 'text', nullable: false };
  const isUnset = `${quoted(key.name)} IS NULL`;
  const plan = rebuilt(tables, { table, key, oldKey, referring, dialect });
  return {
    summary: `${summary}, and write ${[table, ...referring.map((each) => each.table)].map(({ name }) => name).join(', ')} anew`,
    after: plan.after,
    expand: addColumn(dialect, table, { ...key, nullable: true }),
    undo: [dropColumn(table, key.name)],
    backfill: {
      table,
      reads: table.columns,
      writes: [key],
      convert: (row) => ({ [key.name]: set ? set(row) : newKey() }),
      stale: isUnset,
      isStaleUntilContract: true,
    },
    checks: [{ table, fault: `${table.name}.${key.name} has no value`, where: isUnset, code: 'migration_failed_check' }],
    validate: [],
    contract: plan.statements,
    needsStop: `${table.name} has one key at a time`,
    destroys: [],
    rewrites: table.name,
  };
}

/** @throws UsageError if it is not said what becomes of a reference, or of one that does not exist */
function referringTo(tables: readonly TableDefinition[], target: string, given: RekeyTable['references']): Referring[] {
  const found = tables.flatMap((table) =>
    table.columns
      .filter(({ references }) => references?.table === target)
      .map((column) => ({ table, column, name: `${table.name}.${column.name}` })),
  );
  const unsaid = found.filter(({ name }) => !(name in given)).map(({ name }) => name);
  if (unsaid.length > 0) throw new UsageError(`Say in \`references\` what becomes of ${unsaid.join(', ')}.`);
  const strange = Object.keys(given).filter((name) => !found.some((each) => each.name === name));
  if (strange.length > 0) throw new UsageError(`${strange.join(', ')} does not refer to ${target}.`);
  const referring = found.map(({ table, column, name }) => ({ table, column, to: given[name] ?? undefined }));
  const renewed = new Set(referring.filter(({ to, table }) => to === undefined && table.name !== target).map(({ table }) => table.name));
  const held = tables.flatMap((table) =>
    table.columns.filter(({ references }) => references && renewed.has(references.table)).map(({ name }) => `${table.name}.${name}`),
  );
  if (held.length > 0) throw new UsageError(`${held.join(', ')} refers to a table that would have to be written anew.`);
  return referring;
}

interface Rebuilding {
  readonly table: TableDefinition;
  readonly key: ColumnDefinition;
  readonly oldKey: string;
  readonly referring: readonly Referring[];
  readonly dialect: Dialect;
}

/**
 * SQLite cannot change a key or drop a reference, and removes what refers to a table with the table: so the new one is made beside the old,
 * everything is made to refer to it, and only then the old one goes.
 */
function rebuilt(
  tables: readonly TableDefinition[],
  { table, key, oldKey, referring, dialect }: Rebuilding,
): { after: TableDefinition[]; statements: string[] } {
  const beside = `_next_${table.name}`;
  const own = referring.filter((each) => each.table === table);
  const others = [...new Set(referring.filter((each) => each.table !== table).map((each) => each.table))];
  const reference = (column: ColumnDefinition, to: string): ColumnDefinition => ({
    ...column,
    name: to,
    ...(column.references && { references: { ...column.references, column: key.name } }),
  });
  const target = bare({
    ...table,
    primaryKey: [key.name],
    columns: [
      key,
      ...table.columns.map((column) =>
        replaced(
          column,
          own.find((each) => each.column === column),
          reference,
        ),
      ),
    ],
  });
  const looked = (from: string, column: string): string =>
    `(SELECT _found.${quoted(key.name)} FROM ${quoted(table.name)} AS _found WHERE _found.${quoted(oldKey)} = ${quoted(from)}.${quoted(column)})`;
  const statements = [
    ...dropAll(table, dialect),
    createAlone(dialect, atName(target, table.name, beside), beside),
    `INSERT INTO ${quoted(beside)} (${target.columns.map(({ name }) => quoted(name)).join(', ')}) SELECT ${target.columns
      .map(({ name }) => {
        const moved = own.find(({ to }) => to === name);
        return moved ? looked(table.name, moved.column.name) : quoted(name);
      })
      .join(', ')} FROM ${quoted(table.name)}`,
  ];
  const after = new Map(tables.map((each) => [each.name, each.name === table.name ? target : each]));
  for (const other of others) {
    const mine = referring.filter((each) => each.table === other);
    const changed = bare({
      ...other,
      columns: other.columns.map((column) =>
        replaced(
          column,
          mine.find((each) => each.column === column),
          reference,
        ),
      ),
    });
    after.set(other.name, changed);
    statements.push(...dropAll(other, dialect));
    if (mine.every(({ to }) => to !== undefined)) {
      for (const { column, to = '' } of mine) {
        const moved = atName({ ...changed, columns: [{ ...reference(column, to), nullable: true }] }, table.name, beside);
        statements.push(
          ...dialect.addColumn(moved, to),
          `UPDATE ${quoted(other.name)} SET ${quoted(to)} = ${looked(other.name, column.name)}`,
          dropColumn(other, column.name),
          ...(column.nullable ? [] : [setNullable(other.name, to, false)]),
        );
      }
      continue;
    }
    const next = `_next_${other.name}`;
    statements.push(
      createAlone(dialect, atName(changed, table.name, beside), next),
      `INSERT INTO ${quoted(next)} (${changed.columns.map(({ name }) => quoted(name)).join(', ')}) SELECT ${changed.columns
        .map(({ name }) => {
          const moved = mine.find(({ to }) => to === name);
          return moved ? looked(other.name, moved.column.name) : quoted(name);
        })
        .join(', ')} FROM ${quoted(other.name)}`,
      ...replace(dialect, other.name, next),
    );
  }
  statements.push(...replace(dialect, table.name, beside));
  return { after: [...after.values()], statements };
}

function replaced(
  column: ColumnDefinition,
  referring: Referring | undefined,
  reference: (column: ColumnDefinition, to: string) => ColumnDefinition,
): ColumnDefinition {
  if (!referring) return column;
  if (referring.to !== undefined) return reference(column, referring.to);
  const { references: _, ...plain } = column;
  return { ...plain, kind: 'text' };
}

/** Everything beside the rows is made again by the difference of the schemas. */
export function bare(table: TableDefinition): TableDefinition {
  const { valueIndexes: _, search, ...rest } = table;
  return { ...rest, indexes: [], ...(search && { search: { ...search, columns: [] } }) };
}

export function dropAll(table: TableDefinition, dialect: Dialect): string[] {
  return [
    ...table.indexes.filter((index) => dialect.createIndex(table.name, index).length > 0).map(({ name }) => dialect.dropIndex(name)),
    ...(table.valueIndexes ?? []).flatMap((index) => dialect.dropValueIndex(table, index)),
    ...(table.search ? dialect.dropSearch(table) : []),
  ];
}

/** References to a table refer to the one beside it, until that takes its name. */
export function atName(table: TableDefinition, from: string, to: string): TableDefinition {
  return {
    ...table,
    columns: table.columns.map((column) =>
      column.references?.table === from ? { ...column, references: { ...column.references, table: to } } : column,
    ),
  };
}

/** The statement that creates a table without its indexes, but with the hidden key of its search. */
export function createAlone(dialect: Dialect, table: TableDefinition, name: string): string {
  const [statement = ''] = dialect.createTable({ ...table, name });
  return statement;
}

export function replace(dialect: Dialect, name: string, next: string): string[] {
  return [
    `DROP TABLE ${quoted(name)}`,
    `ALTER TABLE ${quoted(next)} RENAME TO ${quoted(name)}`,
    ...(dialect.renameIndex ? [dialect.renameIndex(`${next}_pkey`, `${name}_pkey`)] : []),
  ];
}
