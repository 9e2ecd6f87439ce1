import type { Database } from '../database.ts';
import { quoted } from '../builder.ts';
import type { Row } from '../statement.ts';
import type { ColumnDefinition, TableDefinition } from '../table.ts';
import type { Backfill, RowCheck } from './change-work.ts';

/** What a batch did. */
export interface Batch {
  readonly rows: number;
  /** The key of the last row; null if there are no further rows. */
  readonly after: readonly unknown[] | null;
}

export type Key = readonly unknown[];

/** Carries the rows after a key, up to a number. */
export async function carryBatch(database: Database, backfill: Backfill, after: Key | null, limit: number): Promise<Batch> {
  if (backfill.inPlace) return inPlace(database, backfill, after, limit);
  const { table } = backfill;
  const parameters = new Parameters(database);
  const where = after ? `${keyOf(table)} > ${parameters.tuple(after)}` : 'true';
  const rows = await byRow(database, backfill, { where, parameters: parameters.values, limit });
  const last = rows.at(-1);
  return { rows: rows.length, after: last && rows.length >= limit ? keyIn(table, last) : null };
}

/** Returns the keys of rows that have to be carried again. */
export async function staleKeys(database: Database, { table, stale = 'false' }: Backfill): Promise<Key[]> {
  const rows = await database.all({
    sql: `SELECT ${keyColumns(table)} FROM ${quoted(table.name)} WHERE ${stale} ORDER BY ${keyColumns(table)}`,
    parameters: [],
    long: true,
  });
  return rows.map((row) => keyIn(table, row));
}

/** Carries the rows of these keys that have to be carried again. */
export async function carryAgain(database: Database, backfill: Backfill, keys: readonly Key[]): Promise<void> {
  const { table, stale = 'false' } = backfill;
  const parameters = new Parameters(database);
  const named = keys.map((key) => `${keyOf(table)} = ${parameters.tuple(key)}`);
  const where = `(${named.join(' OR ')}) AND (${stale})`;
  if (backfill.inPlace)
    await database.run({
      sql: `UPDATE ${quoted(table.name)} SET ${backfill.inPlace.set} WHERE ${where}`,
      parameters: parameters.values,
      table: table.name,
    });
  else await byRow(database, backfill, { where, parameters: parameters.values, limit: keys.length });
}

async function inPlace(database: Database, { table, inPlace: statement }: Backfill, after: Key | null, limit: number): Promise<Batch> {
  const parameters = new Parameters(database);
  const from = after ? ` AND ${keyOf(table)} > ${parameters.tuple(after)}` : '';
  const last = await database.first({
    sql: `SELECT ${keyColumns(table)} FROM ${quoted(table.name)} WHERE true${from} ORDER BY ${keyColumns(table)} LIMIT 1 OFFSET ${limit - 1}`,
    parameters: parameters.values,
  });
  const range = new Parameters(database);
  const conditions = [`(${statement?.where})`];
  if (after) conditions.push(`${keyOf(table)} > ${range.tuple(after)}`);
  const end = last ? table.primaryKey.map((name) => last[name]) : null;
  if (end) conditions.push(`${keyOf(table)} <= ${range.tuple(end)}`);
  const rows = await database.run({
    sql: `UPDATE ${quoted(table.name)} SET ${statement?.set} WHERE ${conditions.join(' AND ')}`,
    parameters: range.values,
    table: table.name,
  });
  return { rows, after: end };
}

async function byRow(
  database: Database,
  { table, reads, writes, convert, into }: Backfill,
  { where, parameters, limit }: { where: string; parameters: readonly unknown[]; limit: number },
): Promise<readonly Row[]> {
  const { dialect } = database;
  const names = [...new Set([...table.primaryKey, ...reads.map(({ name }) => name)])].map(quoted);
  const rows = await database.all({
    sql: `SELECT ${names.join(', ')} FROM ${quoted(table.name)} WHERE ${where} ORDER BY ${keyColumns(table)} LIMIT ${limit}${dialect.locksRows ? ' FOR UPDATE' : ''}`,
    parameters,
  });
  if (into) await insertRows(database, into, { rows, kinds: new Map(reads.map(({ name, kind }) => [name, kind])) });
  const changed: { key: Key; values: Readonly<Record<string, unknown>> }[] = [];
  for (const row of rows) {
    const values = into ? undefined : convert(Object.fromEntries(reads.map(({ name, kind }) => [name, dialect.decode(kind, row[name])])));
    if (values) changed.push({ key: keyIn(table, row), values });
  }
  await writeRows(database, table, writes, changed);
  return rows;
}

/** Inserts rows into another table, their values as they are stored. */
async function insertRows(
  database: Database,
  { table, columns, prefix, set }: NonNullable<Backfill['into']>,
  { rows, kinds }: { rows: readonly Row[]; kinds: ReadonlyMap<string, ColumnDefinition['kind']> },
): Promise<void> {
  const { dialect } = database;
  const kindsThere = new Map(table.columns.map(({ name, kind }) => [name, kind]));
  for (const row of rows) {
    const decoded = set ? Object.fromEntries([...kinds].map(([name, kind]) => [name, dialect.decode(kind, row[name])])) : {};
    const further = Object.entries(set?.(decoded) ?? {}).map(([name, value]) => [
      name,
      dialect.encode(kindsThere.get(name) ?? 'text', value),
    ]);
    const isKey = (name: string): boolean => table.primaryKey.includes(name);
    const carried = Object.entries(columns).map(([from, to]) => [to, isKey(to) ? `${prefix}${String(row[from])}` : row[from]]);
    const values = { ...Object.fromEntries(carried), ...Object.fromEntries(further) };
    const query = dialect.builder
      .insertInto(table.name)
      .values(values)
      .onConflict((conflict) => conflict.columns([...table.primaryKey]).doNothing());
    await database.run(query.compile());
  }
}

async function writeRows(
  database: Database,
  table: TableDefinition,
  writes: readonly ColumnDefinition[],
  changed: readonly { key: Key; values: Readonly<Record<string, unknown>> }[],
): Promise<void> {
  if (changed.length === 0) return;
  const { dialect } = database;
  const on = quoted(table.name);
  if (dialect.name === 'postgres') {
    // One statement for all rows; a row that sets fewer columns than another is in one of its own.
    for (const columns of Map.groupBy(changed, ({ values }) => Object.keys(values).sort().join()).values()) {
      const names = Object.keys(columns[0]?.values ?? {});
      if (names.length === 0) continue;
      const rows = columns.map(({ key, values }) => ({
        ...Object.fromEntries(table.primaryKey.map((name, at) => [name, key[at]])),
        ...values,
      }));
      const set = names.map((name) => `${quoted(name)} = _new.${quoted(name)}`).join(', ');
      const same = table.primaryKey.map((name) => `${on}.${quoted(name)} = _new.${quoted(name)}`).join(' AND ');
      await database.run({
        sql: `UPDATE ${on} SET ${set} FROM jsonb_populate_recordset(NULL::${on}, $1::jsonb) AS _new WHERE ${same}`,
        parameters: [JSON.stringify(rows)],
        table: table.name,
      });
    }
    return;
  }
  const kinds = new Map(writes.map(({ name, kind }) => [name, kind]));
  for (const { key, values } of changed) {
    const names = Object.keys(values);
    if (names.length === 0) continue;
    await database.run({
      sql: `UPDATE ${on} SET ${names.map((name) => `${quoted(name)} = ?`).join(', ')} WHERE ${table.primaryKey.map((name) => `${quoted(name)} = ?`).join(' AND ')}`,
      parameters: [...names.map((name) => dialect.encode(kinds.get(name) ?? 'text', values[name])), ...key],
      table: table.name,
    });
  }
}

/** Returns the keys of all rows that are wrong, in their order. */
export async function faultyKeys(database: Database, { table, where }: RowCheck): Promise<string[]> {
  const rows = await database.all({
    sql: `SELECT ${keyColumns(table)} FROM ${quoted(table.name)} WHERE ${where} ORDER BY ${keyColumns(table)}`,
    parameters: [],
    long: true,
  });
  return rows.map((row) => keyIn(table, row).map(String).join(' '));
}

/** Counts the rows of a table. */
export async function countRows(database: Database, table: string): Promise<number> {
  const row = await database.first({ sql: `SELECT count(*) AS count FROM ${quoted(table)}`, parameters: [], long: true });
  return Number(row?.['count'] ?? 0);
}

/** Parameters as the database numbers them. */
class Parameters {
  readonly values: unknown[] = [];
  readonly #isNumbered: boolean;

  constructor(database: Database) {
    this.#isNumbered = database.dialect.name === 'postgres';
  }

  tuple(values: readonly unknown[]): string {
    const names = values.map((value) => (this.values.push(value), this.#isNumbered ? `$${this.values.length}` : '?'));
    return `(${names.join(', ')})`;
  }
}

function keyIn(table: TableDefinition, row: Row): unknown[] {
  return table.primaryKey.map((name) => row[name]);
}

function keyColumns(table: TableDefinition): string {
  return table.primaryKey.map(quoted).join(', ');
}

function keyOf(table: TableDefinition): string {
  return `(${keyColumns(table)})`;
}
