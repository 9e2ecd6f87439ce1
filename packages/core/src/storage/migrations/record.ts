import { hash } from 'node:crypto';
import type { Database } from '../database.ts';
import type { Row } from '../statement.ts';
import type { TableDefinition } from '../table.ts';

/** The table that records the schema versions applied to a database. */
export const RECORD_TABLE = '_colophon_migrations';

/**
 * What is done next: `expand` builds what must not be built in a transaction, `backfill` carries values over, `check` compares them,
 * `contract` removes what is no longer needed. `done` is the end.
 */
export type MigrationPhase = 'expand' | 'backfill' | 'check' | 'contract' | 'done';

/** How a migration was begun: `direct` while no other process used the database, `online` beside processes, `rolling` for old and new ones. */
export type MigrationMode = 'direct' | 'online' | 'rolling';

/** A version that was begun and is not finished: the database has the elements of both schemas. */
export interface UnfinishedMigration {
  readonly version: number;
  /** The migration file; undefined for the additions that the code alone implies. */
  readonly id: string | undefined;
  readonly checksum: string | undefined;
  readonly phase: MigrationPhase;
  readonly mode: MigrationMode;
  /** How far the backfill is: the index of the change, and the key of its last row. */
  readonly position: BackfillPosition;
  /** The rows that the backfill has carried so far. */
  readonly rows: number;
  /** The schema at the end. */
  readonly target: readonly TableDefinition[];
  /** Statements that take away what the expansion added; undefined once new programs may have written to it. */
  readonly undo: readonly string[] | undefined;
  readonly startedAt: string;
}

export interface BackfillPosition {
  readonly change: number;
  readonly after: readonly unknown[] | null;
}

/** A migration file that was applied. */
export interface AppliedMigration {
  readonly id: string;
  readonly checksum: string;
}

/** Where a record is read: a database, or one moment of it. */
export type RecordReader = Pick<Database, 'dialect' | 'all' | 'first'>;

/** What a database says about its schema. */
export interface RecordedSchema {
  readonly version: number;
  readonly digest: string;
  /** The schema of which every element exists; while a migration is unfinished, the one before it. */
  readonly tables: readonly TableDefinition[];
  /** The oldest version whose code may still use the database. */
  readonly compatibleFrom: number;
  readonly applied: readonly AppliedMigration[];
  readonly unfinished: readonly UnfinishedMigration[];
}

const NONE: RecordedSchema = { version: 0, digest: '', tables: [], compatibleFrom: 0, applied: [], unfinished: [] };

/** Columns that version 0.2 did not have; they are added by the first migration after it. */
const LATER: Readonly<Record<string, string>> = {
  id: 'TEXT',
  checksum: 'TEXT',
  phase: 'TEXT',
  mode: 'TEXT',
  compatible_from: 'INTEGER',
  target: 'TEXT',
  position: 'TEXT',
  rows: 'BIGINT',
  undo: 'TEXT',
  started_at: 'TEXT',
  finished_at: 'TEXT',
  logged: 'INTEGER',
};

/** A digest that is equal only for equal schemas. */
export function schemaDigest(tables: readonly TableDefinition[]): string {
  const ordered = [...tables].sort((one, other) => (one.name < other.name ? -1 : 1));
  return hash('sha256', JSON.stringify(ordered));
}

/** Reads what is recorded; version 0 if nothing was ever applied. */
export async function readRecord(database: RecordReader): Promise<RecordedSchema> {
  const columns = await recordColumns(database);
  if (columns.size === 0) return NONE;
  // The columns are named: a statement that is prepared must not change its result when one is added.
  const listed = ['version', 'digest', ...Object.keys(LATER).filter((name) => columns.has(name) && name !== 'target' && name !== 'undo')];
  const rows = await database.all({
    sql: `SELECT ${listed.map((name) => `"${name}"`).join(', ')} FROM "${RECORD_TABLE}" ORDER BY version`,
    parameters: [],
  });
  const newest = rows.at(-1);
  if (!newest) return NONE;
  const version = Number(newest['version']);
  const unfinished: UnfinishedMigration[] = [];
  for (const row of rows) {
    const begun = isDone(row) ? undefined : await readUnfinished(database, row);
    if (begun) unfinished.push(begun);
  }
  return {
    version,
    digest: String(newest['digest']),
    tables: await tablesOf(database, version),
    compatibleFrom: Number(newest['compatible_from'] ?? version),
    applied: rows
      .filter((row) => isDone(row) && typeof row['id'] === 'string')
      .map((row) => ({ id: String(row['id']), checksum: String(row['checksum']) })),
    unfinished,
  };
}

/** Reads how far a version is; undefined if it is finished or undone. */
export async function readProgress(
  database: Database,
  version: number,
): Promise<Pick<UnfinishedMigration, 'phase' | 'position' | 'rows'> | undefined> {
  const row = await database.first({
    sql: `SELECT phase, "position", "rows" FROM "${RECORD_TABLE}" WHERE version = ${Math.trunc(version)}`,
    parameters: [],
  });
  return row && !isDone(row)
    ? { phase: row['phase'] as MigrationPhase, position: positionIn(row), rows: Number(row['rows'] ?? 0) }
    : undefined;
}

function positionIn(row: Row): BackfillPosition {
  return typeof row['position'] === 'string' ? (JSON.parse(row['position']) as BackfillPosition) : { change: 0, after: null };
}

/** Returns the schemas of finished versions from one on, newest first. */
export async function readSchemasFrom(database: Database, version: number): Promise<{ version: number; tables: TableDefinition[] }[]> {
  const rows = await database.all({
    sql: `SELECT version, schema FROM "${RECORD_TABLE}" WHERE version >= ${Math.trunc(version)} ORDER BY version DESC`,
    parameters: [],
  });
  return rows.map((row) => ({ version: Number(row['version']), tables: JSON.parse(String(row['schema'])) as TableDefinition[] }));
}

/** A version to record. */
export interface VersionToRecord {
  readonly version: number;
  /** The schema of which every element exists from now on. */
  readonly tables: readonly TableDefinition[];
  readonly statements: readonly string[];
  readonly compatibleFrom: number;
  readonly id?: string | undefined;
  readonly checksum?: string | undefined;
  /** For one that is not finished by this transaction. */
  readonly unfinished?: {
    readonly phase: MigrationPhase;
    readonly mode: MigrationMode;
    readonly target: readonly TableDefinition[];
    readonly undo: readonly string[];
  };
}

/** Records a version in the transaction that applies or begins it. */
export async function writeRecord(database: Database, given: VersionToRecord): Promise<void> {
  await prepareRecord(database);
  const now = new Date().toISOString();
  const { unfinished } = given;
  const query = database.dialect.builder.insertInto(RECORD_TABLE).values({
    version: given.version,
    digest: schemaDigest(given.tables),
    schema: JSON.stringify(given.tables),
    statements: JSON.stringify(given.statements),
    applied_at: now,
    id: given.id ?? null,
    checksum: given.checksum ?? null,
    phase: unfinished?.phase ?? 'done',
    mode: unfinished?.mode ?? null,
    compatible_from: given.compatibleFrom,
    target: unfinished ? JSON.stringify(unfinished.target) : null,
    undo: unfinished ? JSON.stringify(unfinished.undo) : null,
    rows: 0,
    started_at: now,
    finished_at: unfinished ? null : now,
    logged: unfinished ? null : 1,
  });
  await database.run(query.compile());
}

/** Records the schema of a database that was written as a whole, with the migration files that the original had applied. */
export async function writeRecordOf(database: Database, record: Omit<RecordedSchema, 'digest' | 'unfinished'>): Promise<void> {
  const { version, tables, compatibleFrom, applied } = record;
  const common = { tables, statements: [], compatibleFrom };
  for (const [index, each] of applied.slice(0, -1).entries())
    await writeRecord(database, { ...common, ...each, version: version - applied.length + 1 + index });
  await writeRecord(database, { ...common, ...applied.at(-1), version });
}

/** Changes what is recorded of a version that is not finished. */
export async function updateRecord(
  database: Database,
  version: number,
  values: Partial<{
    phase: MigrationPhase;
    position: BackfillPosition;
    rows: number;
    target: readonly TableDefinition[];
    undo: null;
  }>,
): Promise<void> {
  const { position, target, ...plain } = values;
  const query = database.dialect.builder
    .updateTable(RECORD_TABLE)
    .set({
      ...plain,
      ...(position && { position: JSON.stringify(position) }),
      ...(target && { target: JSON.stringify(target) }),
    })
    .where('version', '=', version);
  await database.run(query.compile());
}

/** Records that versions are finished, in the transaction of their contraction: from now on the database has this schema alone. */
export async function finishRecord(
  database: Database,
  versions: readonly number[],
  tables: readonly TableDefinition[],
  compatibleFrom: number,
): Promise<void> {
  const query = database.dialect.builder
    .updateTable(RECORD_TABLE)
    .set({
      phase: 'done',
      schema: JSON.stringify(tables),
      digest: schemaDigest(tables),
      compatible_from: compatibleFrom,
      target: null,
      undo: null,
      finished_at: new Date().toISOString(),
    })
    .where('version', 'in', [...versions]);
  await database.run(query.compile());
}

/** Forgets a version that was undone. */
export async function deleteRecord(database: Database, version: number): Promise<void> {
  await database.run(database.dialect.builder.deleteFrom(RECORD_TABLE).where('version', '=', version).compile());
}

async function prepareRecord(database: Database): Promise<void> {
  const columns = await recordColumns(database);
  const later = Object.entries(LATER);
  if (columns.size === 0) {
    const all = later.map(([name, type]) => `"${name}" ${type}`).join(', ');
    await database.runScript([
      `CREATE TABLE "${RECORD_TABLE}" (version INTEGER PRIMARY KEY, digest TEXT NOT NULL, schema TEXT NOT NULL, statements TEXT NOT NULL, applied_at TEXT NOT NULL, ${all})`,
    ]);
    return;
  }
  const lacking = later.filter(([name]) => !columns.has(name));
  if (lacking.length > 0)
    await database.runScript(lacking.map(([name, type]) => `ALTER TABLE "${RECORD_TABLE}" ADD COLUMN "${name}" ${type}`));
}

/** The columns of the record that this database has. */
export async function recordColumns(database: RecordReader): Promise<Set<string>> {
  const columns = await database.all(database.dialect.introspect());
  return new Set(columns.filter((column) => column['table'] === RECORD_TABLE).map((column) => String(column['column'])));
}

async function tablesOf(database: RecordReader, version: number): Promise<TableDefinition[]> {
  const row = await database.first({ sql: `SELECT schema FROM "${RECORD_TABLE}" WHERE version = ${version}`, parameters: [] });
  return row ? (JSON.parse(String(row['schema'])) as TableDefinition[]) : [];
}

/** Versions that 0.2 recorded have no phase. */
function isDone(row: Row): boolean {
  return row['phase'] === undefined || row['phase'] === null || row['phase'] === 'done';
}

/** Returns undefined if another process has finished or undone it since the row was read. */
async function readUnfinished(database: RecordReader, row: Row): Promise<UnfinishedMigration | undefined> {
  const version = Number(row['version']);
  const long = await database.first({ sql: `SELECT target, undo FROM "${RECORD_TABLE}" WHERE version = ${version}`, parameters: [] });
  if (typeof long?.['target'] !== 'string') return undefined;
  return {
    version,
    id: typeof row['id'] === 'string' ? row['id'] : undefined,
    checksum: typeof row['checksum'] === 'string' ? row['checksum'] : undefined,
    phase: row['phase'] as MigrationPhase,
    mode: row['mode'] as MigrationMode,
    position: positionIn(row),
    rows: Number(row['rows'] ?? 0),
    target: JSON.parse(long['target']) as TableDefinition[],
    undo: typeof long['undo'] === 'string' ? (JSON.parse(long['undo']) as string[]) : undefined,
    startedAt: String(row['started_at']),
  };
}
