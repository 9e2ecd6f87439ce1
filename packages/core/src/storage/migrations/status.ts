import type { Database } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import type { TableDefinition } from '../table.ts';
import type { Migration } from './define-migration.ts';
import { pendingMigrations, planMigrations, type PlannedMigration } from './pending.ts';
import { type MigrationPlan, planMigration } from './plan.ts';
import { readRecord, readSchemasFrom, type RecordedSchema, type UnfinishedMigration } from './record.ts';
import { SchemaError } from './schema-error.ts';

/**
 * The state of a database relative to the code: `empty` has no tables yet, `current` matches the code, `behind` lacks what a migration
 * brings, `migrating` is between two schemas, `ahead_compatible` has elements that this code does not know and need not know, `ahead` has
 * elements that it would have to know, `apart` differs in a way that no migration can fix.
 */
export type SchemaState = 'empty' | 'current' | 'behind' | 'migrating' | 'ahead_compatible' | 'ahead' | 'apart';

export interface MigrationOptions {
  /** Tables and columns (`table`, `table.column`) that may be dropped with their data. */
  readonly drop?: readonly string[];
  /** The migration files of the application and its packages, in the order in which they are applied. */
  readonly files?: readonly Migration[];
}

export interface MigrationStatus {
  readonly state: SchemaState;
  /** Whether the code can use the database as it is. */
  readonly mayStart: boolean;
  /** The number of schema versions applied. */
  readonly version: number;
  /** The schema of the database. */
  readonly recorded: readonly TableDefinition[];
  /** The files to apply, and what their steps do. */
  readonly files: readonly PlannedMigration[];
  /** What is added after them. */
  readonly plan: MigrationPlan;
  /** What was begun and is not finished. */
  readonly unfinished: readonly UnfinishedMigration[];
  /** The differences, for `ahead` and `apart`. */
  readonly differences: readonly string[];
}

/**
 * Compares a database with the schema of the code, without changing anything.
 *
 * @throws SchemaError if a migration file was edited after it was applied, or comes before one that was
 */
export async function migrationStatus(
  database: Database,
  schema: readonly TableDefinition[],
  options: MigrationOptions = {},
): Promise<MigrationStatus> {
  return statusOf(database, await readRecord(database), schema, options);
}

/** Plans what brings a recorded schema to that of the code: the migration files, then what is added. */
export function planFrom(
  record: RecordedSchema,
  schema: readonly TableDefinition[],
  dialect: Dialect,
  { drop = [], files = [] }: MigrationOptions,
): { readonly planned: readonly PlannedMigration[]; readonly plan: MigrationPlan } {
  const pending = pendingMigrations(record, files);
  const planned = planMigrations({ tables: record.tables, schema }, pending, dialect, record.unfinished[0]?.mode ?? 'direct');
  return { planned, plan: planMigration(planned.at(-1)?.after ?? record.tables, schema, dialect, drop) };
}

export async function statusOf(
  database: Database,
  record: RecordedSchema,
  schema: readonly TableDefinition[],
  options: MigrationOptions,
): Promise<MigrationStatus> {
  const { planned, plan } = planFrom(record, schema, database.dialect, options);
  const { unfinished, version } = record;
  const base = { version, recorded: record.tables, plan, files: planned, unfinished, mayStart: false, differences: [] };
  const missing = await missingColumns(database, record.tables);
  if (missing.length > 0) return { ...base, state: 'apart', differences: missing.map((name) => `${name} is recorded but does not exist`) };
  if (version === 0) return { ...base, state: 'empty', differences: await foreignTables(database, schema) };
  if (unfinished.length > 0) return { ...base, ...(await betweenSchemas(database, record, schema)) };
  const changes = planned.length + plan.steps.length;
  const strange = plan.unknown.map((name) => `${name} is unknown to this code`);
  if (strange.length > 0 && (await isRecorded(database, record, schema)))
    return { ...base, state: 'ahead_compatible', mayStart: true, differences: strange };
  if (plan.refused.length > 0) return { ...base, state: 'apart', differences: plan.refused };
  if (strange.length > 0) return { ...base, state: changes > 0 ? 'apart' : 'ahead', differences: strange };
  // A changed default or order of columns does not affect stored data.
  return { ...base, state: changes > 0 ? 'behind' : 'current', mayStart: changes === 0 };
}

/** Old programs go on until the contraction, new ones begin once everything was carried over. */
async function betweenSchemas(
  database: Database,
  record: RecordedSchema,
  schema: readonly TableDefinition[],
): Promise<Pick<MigrationStatus, 'state' | 'mayStart' | 'differences'>> {
  const { unfinished, tables } = record;
  const target = unfinished.at(-1)?.target ?? tables;
  const isOnline = unfinished.every(({ mode }) => mode !== 'direct');
  const isCarried = unfinished.every(({ mode, phase }) => mode === 'rolling' && phase === 'contract');
  const isNew = isSame(database, target, schema);
  const isOld = isSame(database, tables, schema) || (await isRecorded(database, record, schema));
  const what = unfinished.map(({ id = 'additions of the code', phase }) => `${id} is in the phase ${phase}`);
  return { state: 'migrating', mayStart: (isNew && isCarried) || (isOld && isOnline), differences: what };
}

/** Whether the code's schema is that of an earlier version whose programs the database still serves. */
async function isRecorded(database: Database, record: RecordedSchema, schema: readonly TableDefinition[]): Promise<boolean> {
  const versions = await readSchemasFrom(database, record.compatibleFrom);
  return versions.some(({ version, tables }) => version < record.version && isSame(database, tables, schema));
}

function isSame({ dialect }: Database, tables: readonly TableDefinition[], schema: readonly TableDefinition[]): boolean {
  const { steps, unknown, refused } = planMigration(tables, schema, dialect);
  return steps.length + unknown.length + refused.length === 0;
}

async function missingColumns(database: Database, tables: readonly TableDefinition[]): Promise<string[]> {
  if (tables.length === 0) return [];
  const there = new Set(
    (await database.all(database.dialect.introspect())).map((column) => `${String(column['table'])}.${String(column['column'])}`),
  );
  return tables.flatMap((table) => table.columns.map((column) => `${table.name}.${column.name}`)).filter((name) => !there.has(name));
}

/** Returns existing tables with the names of ours, in a database without a record of Colophon. */
async function foreignTables(database: Database, schema: readonly TableDefinition[]): Promise<string[]> {
  const there = new Set((await database.all(database.dialect.introspect())).map((column) => String(column['table'])));
  return schema.filter((table) => there.has(table.name)).map((table) => `${table.name} already exists and was not created by Colophon`);
}

/** The error of a database that the code must not use. */
export function schemaError(status: MigrationStatus): SchemaError {
  switch (status.state) {
    case 'behind':
      return new SchemaError(
        'schema_behind',
        'The database is older than this code:',
        [...status.files.map(({ migration }) => `migration ${migration.id}`), ...status.plan.steps.map((step) => step.summary)],
        'Review the plan (`migrationStatus`), make a backup, and migrate the database: `applyMigrations(database, table.schema)`, or the migration command of the application, such as `newsroom migrate apply`.',
      );
    case 'migrating':
      return new SchemaError(
        'schema_migrating',
        'The database is being migrated, and this code cannot use it now:',
        status.differences,
        'Go on with the migration command of the version that began it, such as `newsroom migrate apply`; no data is lost by interrupting it.',
      );
    case 'ahead':
    case 'ahead_compatible':
      return new SchemaError(
        'schema_ahead',
        'The database is newer than this code:',
        status.differences,
        'Run the version of the application that migrated it.',
      );
    case 'apart':
    case 'empty':
    case 'current':
      return new SchemaError(
        'schema_apart',
        'The database and this code have diverged:',
        status.differences,
        'If the database was migrated by a newer version, run that version. If the code is newer, say in a migration file what became of each of these, see `defineMigration`.',
      );
  }
}
