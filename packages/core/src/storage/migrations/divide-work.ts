import { UsageError } from '../../errors/errors.ts';
import { literal, quoted } from '../builder.ts';
import type { Dialect } from '../dialect.ts';
import type { ColumnDefinition, TableDefinition } from '../table.ts';
import {
  addColumn,
  type ChangeContext,
  type ChangeWork,
  columnOf,
  dropColumn,
  noWork,
  replaceTable,
  type RowCheck,
  tableNamed,
} from './change-work.ts';
import type { DivideTable } from './define-migration.ts';

/**
 * Gives rows of a table to the tenants that alone use them. A row whose key changes is written again under its new key, everything that
 * refers to it refers to that, and then the old one goes: no database changes a key that others refer to. All in one transaction.
 */
export function divideWork(change: DivideTable, { tables, schema, dialect }: ChangeContext): ChangeWork {
  const summary = `give rows of ${change.table} to the tenants that alone use them`;
  const table = tableNamed(tables, change.table);
  const [key = '', ...more] = table?.primaryKey ?? [];
  const uses = tableNamed(tables, change.uses.table);
  if (!table || !uses || !tableNamed(tables, change.uses.recordTable)) return noWork(summary, tables);
  if (more.length > 0) throw new UsageError(`${table.name} has a key of several columns, which cannot be divided.`);
  const added = [
    ...lacking(tables, schema, { table: table.name, columns: [change.owner, change.keptKey] }),
    ...change.followers.flatMap((each) => lacking(tables, schema, { table: each.table, columns: [each.owner] })),
  ];
  const referring = tables.flatMap((each) =>
    each.columns.filter(({ references }) => references?.table === table.name).map((column) => ({ table: each, column })),
  );
  const owners = ownersSql(change, { key, referring });
  const all = quoted(table.name);
  return {
    ...noWork(summary, tables),
    summary,
    after: added.reduce<readonly TableDefinition[]>(withColumn, tables),
    expand: added.flatMap(({ table: each, column }) => addColumn(dialect, each, column)),
    undo: added.map(({ table: each, column }) => dropColumn(each, column.name)),
    checks: [unknownReferences(table, { key, owners, known: referring.map((each) => each.table.name), dialect })],
    contract: statementsOf(change, { table, key, owners, referring, dialect }),
    needsStop: `a row of ${table.name} has one key at a time`,
    lists: [
      { title: "become a tenant's", sql: `SELECT old AS key, owner FROM (${owners}) AS found ORDER BY owner, old` },
      {
        title: 'stay global',
        sql: `SELECT ${quoted(key)} AS key FROM ${all} WHERE ${quoted(key)} NOT IN (SELECT old FROM (${owners}) AS found) ORDER BY 1`,
      },
    ],
  };
}

interface Added {
  readonly table: TableDefinition;
  readonly column: ColumnDefinition;
}

function lacking(
  tables: readonly TableDefinition[],
  schema: readonly TableDefinition[],
  { table: name, columns }: { readonly table: string; readonly columns: readonly string[] },
): Added[] {
  const table = tableNamed(tables, name);
  if (!table) return [];
  return columns.flatMap((each) => {
    if (columnOf(table, each)) return [];
    const wanted = tableNamed(schema, name);
    const column = wanted && columnOf(wanted, each);
    if (!column) throw new UsageError(`${name}.${each}, which a migration fills, is not in the code.`);
    return [{ table, column: { ...column, nullable: true } }];
  });
}

function withColumn(tables: readonly TableDefinition[], { table, column }: Added): readonly TableDefinition[] {
  const current = tableNamed(tables, table.name) ?? table;
  return replaceTable(tables, table.name, { ...current, columns: [...current.columns, column] });
}

interface Referring {
  readonly table: TableDefinition;
  readonly column: ColumnDefinition;
}

/**
 * The query of the rows that get an owner (`old` and `owner`): those that records of exactly one tenant use, if nobody else uses one below
 * them, with all below them. A reference from any other table is a use by nobody's record.
 */
function ownersSql(
  { table, parent, uses, followers }: DivideTable,
  { key, referring }: { key: string; referring: readonly Referring[] },
): string {
  const [all, id, above] = [quoted(table), quoted(key), quoted(parent)];
  const isFollower = (name: string): boolean => followers.some((each) => each.table === name);
  const others = referring.filter(({ table: each }) => each.name !== table && each.name !== uses.table && !isFollower(each.name));
  const using = [
    `SELECT used_by.${quoted(uses.column)}, record.${quoted(uses.owner)} FROM ${quoted(uses.table)} AS used_by JOIN ${quoted(uses.recordTable)} AS record ON record.${quoted(uses.recordKey)} = used_by.${quoted(uses.record)}`,
    ...others.map(
      ({ table: each, column }) => `SELECT ${quoted(column.name)}, NULL FROM ${quoted(each.name)} WHERE ${quoted(column.name)} IS NOT NULL`,
    ),
  ];
  return [
    `WITH RECURSIVE used(slug, tenant) AS (${using.join(' UNION ')})`,
    `reach(top, slug) AS (SELECT ${id}, ${id} FROM ${all} WHERE ${id} IN (SELECT slug FROM used) UNION SELECT reach.top, below.${id} FROM reach JOIN ${all} AS below ON below.${above} = reach.slug)`,
    `tops(slug, tenant) AS (SELECT reach.top, min(used.tenant) FROM reach JOIN used ON used.slug = reach.slug GROUP BY reach.top HAVING count(DISTINCT used.tenant) = 1 AND count(*) = count(used.tenant))`,
  ]
    .join(', ')
    .concat(' SELECT DISTINCT reach.slug AS old, tops.tenant AS owner FROM tops JOIN reach ON reach.top = tops.slug');
}

function statementsOf(
  change: DivideTable,
  {
    table,
    key,
    owners,
    referring,
    dialect,
  }: { table: TableDefinition; key: string; owners: string; referring: readonly Referring[]; dialect: Dialect },
): string[] {
  const map = quoted(`_next_${table.name}_owners`);
  const all = quoted(table.name);
  const keyOf = (value: string): string => `(SELECT next.owner || '/' || next.old FROM ${map} AS next WHERE next.old = ${value})`;
  const moved = `IN (SELECT old FROM ${map})`;
  // The words of a search are a column in PostgreSQL; SQLite keeps them by triggers.
  const words = table.search && dialect.searchColumn ? [dialect.searchColumn.name] : [];
  const kept = [...table.columns.map(({ name }) => name), ...words].filter((name) => name !== change.owner && name !== change.keptKey);
  const valueOf = (name: string): string => {
    if (name === key) return `next.owner || '/' || next.old`;
    const value = `old.${quoted(name)}`;
    return name === change.parent
      ? `coalesce((SELECT above.owner || '/' || above.old FROM ${map} AS above WHERE above.old = ${value}), ${value})`
      : value;
  };
  const targets = [...kept, change.owner, change.keptKey].map(quoted).join(', ');
  return [
    `CREATE TABLE ${map} AS ${owners}`,
    `CREATE UNIQUE INDEX ${quoted(`_next_${table.name}_owners_old`)} ON ${map} (old)`,
    `INSERT INTO ${all} (${targets}) SELECT ${kept.map(valueOf).join(', ')}, next.owner, next.old FROM ${all} AS old JOIN ${map} AS next ON next.old = old.${quoted(key)}`,
    ...referring
      .filter((each) => each.table.name !== table.name)
      .map(
        ({ table: { name }, column }) =>
          `UPDATE ${quoted(name)} SET ${quoted(column.name)} = ${keyOf(`${quoted(name)}.${quoted(column.name)}`)} WHERE ${quoted(column.name)} ${moved}`,
      ),
    `UPDATE ${all} SET ${quoted(change.parent)} = NULL WHERE ${quoted(key)} ${moved}`,
    `DELETE FROM ${all} WHERE ${quoted(key)} ${moved}`,
    ...change.followers.map(
      (each) =>
        `UPDATE ${quoted(each.table)} SET ${quoted(each.owner)} = (SELECT owning.${quoted(change.owner)} FROM ${all} AS owning WHERE owning.${quoted(key)} = ${quoted(each.table)}.${quoted(each.column)})`,
    ),
    `DROP TABLE ${map}`,
  ];
}

/** Rows of a table that the code does not know would go with what they refer to. */
function unknownReferences(
  table: TableDefinition,
  { key, owners, known, dialect }: { key: string; owners: string; known: readonly string[]; dialect: Dialect },
): RowCheck {
  const names = [...new Set([table.name, ...known])].map((name) => literal(name)).join(', ');
  const strangers =
    dialect.name === 'postgres'
      ? `SELECT 1 FROM pg_constraint AS found JOIN pg_class AS other ON other.oid = found.conrelid WHERE found.contype = 'f' AND found.confrelid = ${literal(quoted(table.name))}::regclass AND other.relname NOT IN (${names})`
      : `SELECT 1 FROM sqlite_master AS other JOIN pragma_foreign_key_list(other.name) AS found WHERE other.type = 'table' AND found."table" = ${literal(table.name)} AND other.name NOT IN (${names})`;
  return {
    table,
    fault: `${table.name}.${key} is referred to by a table that this code does not know`,
    where: `${quoted(key)} IN (SELECT old FROM (${owners}) AS found) AND EXISTS (${strangers})`,
    code: 'migration_failed_check',
  };
}
