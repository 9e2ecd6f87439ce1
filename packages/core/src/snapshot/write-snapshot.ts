import { sql } from 'kysely';
import { isStorableText } from '../fields/characters.ts';
import type { Database } from '../storage/database.ts';
import { fillSearchColumn } from '../storage/migrations/fill-search-column.ts';
import type { Migration } from '../storage/migrations/define-migration.ts';
import { type AppliedMigration, schemaDigest, writeRecordOf } from '../storage/migrations/record.ts';
import { migrationStatus, planFrom } from '../storage/migrations/status.ts';
import type { TableDefinition } from '../storage/table.ts';
import { digestTable, type SnapshotPart, type TableDigest } from './read-parts.ts';
import { readLines, valueIn } from './row-lines.ts';
import { SnapshotError } from './snapshot-error.ts';

/** What is written into an empty database. */
export interface SnapshotContents {
  /** The schema of the database that was read, and how many versions of it were applied. */
  readonly schema: readonly TableDefinition[];
  readonly version: number;
  /** The oldest version whose code may use it. */
  readonly compatibleFrom: number;
  /** The migration files that were applied to it. */
  readonly applied: readonly AppliedMigration[];
  /** The digests of its tables. */
  readonly digests: readonly TableDigest[];
  /** The parts of its tables, those of a table in their order. */
  readonly parts: AsyncIterable<Pick<SnapshotPart, 'table' | 'lines'>>;
}

export interface WriteOptions {
  /** The schema of the code. */
  readonly schema: readonly TableDefinition[];
  /** The migration files of the code, which may bring the schema of the snapshot to that of the code. */
  readonly files?: readonly Migration[];
  /** Runs in the transaction once all rows are compared, before anybody sees them. */
  readonly prepare?: () => Promise<void>;
}

/**
 * Writes a snapshot into an empty database of either kind, in one transaction: it then has the schema of the snapshot, which a migration may
 * bring to that of the code, and exactly its rows. If anything differs, nothing is written.
 *
 * @throws SnapshotError `not_empty`, `schema_ahead`, `unstorable_value` or `digest_differs`
 */
export async function writeSnapshot(
  database: Database,
  contents: SnapshotContents,
  { schema, files = [], prepare }: WriteOptions,
): Promise<void> {
  const { version, compatibleFrom, applied } = contents;
  const record = { version, compatibleFrom, applied, digest: schemaDigest(contents.schema), tables: contents.schema, unfinished: [] };
  const { unknown } = planFrom(record, schema, database.dialect, { files }).plan;
  if (unknown.length > 0)
    throw new SnapshotError('schema_ahead', `The snapshot is newer than this code: ${unknown.join('; ')} is unknown to it.`, {
      hint: 'Restore it with the version of the application that made it, or a newer one.',
    });
  await database.exclusively('colophon migrations', async () => {
    await requireEmpty(database, contents.schema);
    await createTables(database, contents.schema);
    const tables = new Map(contents.schema.map((table) => [table.name, table]));
    for await (const { table: name, lines } of contents.parts) {
      const table = tables.get(name);
      if (!table) throw new SnapshotError('digest_differs', `The snapshot has rows of ${name}, which is not in its schema.`);
      await writeRows(database, table, lines);
    }
    await completeTables(database, contents);
    await prepare?.();
  });
  await database.analyze();
}

/**
 * Makes tables that have their rows usable, in the ambient transaction: their rows are compared, indexes, search and references added, and the
 * schema recorded.
 *
 * @throws SnapshotError `digest_differs`
 */
export async function completeTables(
  database: Database,
  { schema, version, compatibleFrom, applied, digests }: Omit<SnapshotContents, 'parts'>,
): Promise<void> {
  await compareTables(database, schema, digests);
  await finishTables(database, schema);
  await writeRecordOf(database, { version, tables: schema, compatibleFrom, applied });
}

/** @throws SnapshotError `not_empty` if the database has a record of Colophon, or tables of these names */
export async function requireEmpty(database: Database, schema: readonly TableDefinition[]): Promise<void> {
  const { state, differences } = await migrationStatus(database, schema);
  if (state === 'empty' && differences.length === 0) return;
  throw new SnapshotError('not_empty', 'The database is not empty; a snapshot is written into an empty one only.', {
    hint: 'Name another database.',
  });
}

/** Creates tables without what slows down the writing of many rows. */
export async function createTables(database: Database, schema: readonly TableDefinition[]): Promise<void> {
  // Rows may come before those that they refer to.
  if (!database.dialect.addReference) await database.run({ sql: 'PRAGMA defer_foreign_keys = ON', parameters: [] });
  await database.runScript(schema.flatMap((table) => database.dialect.createBareTable(table)));
}

/** Adds references, indexes and search to tables that have their rows. */
export async function finishTables(database: Database, schema: readonly TableDefinition[]): Promise<void> {
  const { dialect } = database;
  for (const table of schema) {
    await database.runScript(dialect.createSearch(table));
    await fillSearchColumn(database, table);
    await database.runScript([
      ...table.indexes.flatMap((index) => dialect.createIndex(table.name, index)),
      ...(table.valueIndexes ?? []).flatMap((index) => dialect.createValueIndex(table, index)),
    ]);
  }
  const { addReference } = dialect;
  if (addReference) {
    const referring = (table: TableDefinition) => table.columns.filter(({ references }) => references);
    await database.runScript(schema.flatMap((table) => referring(table).map((column) => addReference(table.name, column))));
    return;
  }
  const [broken] = await database.all({ sql: 'PRAGMA foreign_key_check', parameters: [] });
  if (broken) throw new SnapshotError('digest_differs', `A row of ${String(broken['table'])} refers to one that is not there.`);
}

/** Writes the rows of lines. @throws SnapshotError `unstorable_value` for a value that this kind of database cannot hold */
export async function writeRows(database: Database, table: TableDefinition, lines: Uint8Array): Promise<number> {
  if (lines.byteLength === 0) return 0;
  const { dialect } = database;
  const names = table.columns.map(({ name }) => name);
  if (dialect.name === 'sqlite') {
    const rows = readLines(lines);
    const places = Object.fromEntries(names.map((name) => [name, null]));
    const { sql: insertion } = dialect.builder.insertInto(table.name).values(places).compile();
    for (const row of rows) {
      const parameters = table.columns.map(({ name, kind }) => dialect.encode(kind, valueIn(kind, row[name])));
      await database.run({ sql: insertion, parameters, table: table.name });
    }
    return rows.length;
  }
  const text = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength).toString('utf8');
  if (text.includes('\\u0000')) refuseUnstorable(table, readLines(lines));
  const columns = sql.join(names.map((name) => sql.ref(name)));
  // As text for a column of bytes, base64 is its own letters.
  const values = table.columns.map(({ name, kind }) =>
    kind === 'bytes' ? sql`decode(convert_from(${sql.ref(name)}, 'UTF8'), 'base64')` : sql.ref(name),
  );
  const given = `[${text.trimEnd().replaceAll('\n', ',')}]`;
  const from = sql`jsonb_populate_recordset(null::${sql.table(table.name)}, ${given}::jsonb)`;
  const insert = sql`insert into ${sql.table(table.name)} (${columns}) select ${sql.join(values)} from ${from}`;
  return database.run({ ...insert.compile(dialect.builder), table: table.name });
}

/** PostgreSQL stores no U+0000; the framework refuses it, but other programs may have written it. */
function refuseUnstorable(table: TableDefinition, rows: readonly Readonly<Record<string, unknown>>[]): void {
  for (const row of rows)
    for (const { name } of table.columns)
      if (!isStorable(row[name]))
        throw new SnapshotError(
          'unstorable_value',
          `${table.name}.${name} of ${table.primaryKey.map((key) => String(row[key])).join(' ')} holds U+0000, which PostgreSQL cannot store.`,
          { hint: 'Correct the record, and make another snapshot.' },
        );
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, each]) => isStorableText(name) && isStorable(each));
}

/** @throws SnapshotError `digest_differs` naming the tables whose rows are not those of the digests */
export async function compareTables(
  database: Database,
  schema: readonly TableDefinition[],
  digests: readonly TableDigest[],
): Promise<void> {
  const expected = new Map(digests.map((each) => [each.table, each]));
  const differing: string[] = [];
  for (const table of schema) {
    const { rows, sha256 } = await digestTable(database, table);
    const wanted = expected.get(table.name);
    if (wanted ? wanted.sha256 !== sha256 : rows > 0) differing.push(`${table.name} (${rows} rows instead of ${wanted?.rows ?? 0})`);
  }
  if (differing.length > 0) throw new SnapshotError('digest_differs', `The rows differ from the snapshot: ${differing.join(', ')}.`);
}
