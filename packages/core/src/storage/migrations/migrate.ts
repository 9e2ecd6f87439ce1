import type { Database } from '../database.ts';
import type { TableDefinition } from '../table.ts';
import { type MigrationPlan, type MigrationStep, planMigration } from './plan.ts';
import { fillSearchColumn } from './fill-search-column.ts';
import { readRecord, writeRecord } from './record.ts';
import { SchemaError } from './schema-error.ts';

/**
 * The state of a database relative to the code: `empty` has no tables yet, `current` matches the code, `behind` lacks what a migration
 * adds, `ahead` has elements that this code does not know, `apart` differs in a way that no migration can fix.
 */
export type SchemaState = 'empty' | 'current' | 'behind' | 'ahead' | 'apart';

export interface MigrationStatus {
  readonly state: SchemaState;
  /** The number of schema versions applied. */
  readonly version: number;
  readonly plan: MigrationPlan;
  /** The differences, for `ahead` and `apart`. */
  readonly differences: readonly string[];
}

/** Compares a database with the schema of the code, without changing anything. */
export async function migrationStatus(
  database: Database,
  schema: readonly TableDefinition[],
  drop: readonly string[] = [],
): Promise<MigrationStatus> {
  const record = await readRecord(database);
  const plan = planMigration(record.tables, schema, database.dialect, drop);
  const missing = await missingColumns(database, record.tables);
  const base = { version: record.version, plan };
  if (missing.length > 0) return { ...base, state: 'apart', differences: missing.map((name) => `${name} is recorded but does not exist`) };
  if (plan.refused.length > 0) return { ...base, state: 'apart', differences: plan.refused };
  if (plan.unknown.length > 0) {
    const differences = plan.unknown.map((name) => `${name} is unknown to this code`);
    return plan.steps.length > 0 ? { ...base, state: 'apart', differences } : { ...base, state: 'ahead', differences };
  }
  if (record.version === 0) return { ...base, state: 'empty', differences: await foreignTables(database, schema) };
  // A changed default or order of columns does not affect stored data.
  return { ...base, state: plan.steps.length > 0 ? 'behind' : 'current', differences: [] };
}

/**
 * Migrates a database to the schema of the code, under a lock and in one transaction, and records the version. If two processes call it at
 * once, it is applied once.
 *
 * @param drop tables and columns (`table`, `table.column`) that may be dropped with their data
 * @throws SchemaError if the database is ahead of the code or apart from it
 */
export async function applyMigrations(
  database: Database,
  schema: readonly TableDefinition[],
  drop: readonly string[] = [],
): Promise<MigrationStatus> {
  return database.exclusively('colophon migrations', async () => {
    const status = await migrationStatus(database, schema, drop);
    if (status.state === 'ahead' || status.state === 'apart') throw schemaError(status);
    if (status.state === 'empty' && status.differences.length > 0) throw schemaError({ ...status, state: 'apart' });
    if (status.state === 'current') return status;
    const { steps } = status.plan;
    const statements = steps.flatMap((step) => step.statements);
    await runSteps(database, steps);
    await writeRecord(database, status.version + 1, schema, statements);
    migrations.set(database, migrationsOf(database) + 1);
    return { ...status, state: 'current', version: status.version + 1 };
  });
}

/** Runs the statements of steps together up to one whose rows must be written before the next. */
async function runSteps(database: Database, steps: readonly MigrationStep[]): Promise<void> {
  let script: string[] = [];
  for (const { statements, indexes } of steps) {
    script.push(...statements);
    if (!indexes) continue;
    await database.runScript(script);
    script = [];
    await fillSearchColumn(database, indexes);
  }
  await database.runScript(script);
}

const migrations = new WeakMap<Database, number>();

/** Returns how many migrations this process has applied to the database, so that cached knowledge of its tables can be refreshed. */
export function migrationsOf(database: Database): number {
  return migrations.get(database) ?? 0;
}

/** Ensures that a database matches the code: an empty one is set up, any other difference is rejected. */
export async function requireCurrentSchema(database: Database, schema: readonly TableDefinition[]): Promise<MigrationStatus> {
  const status = await migrationStatus(database, schema);
  if (status.state === 'empty') return applyMigrations(database, schema);
  if (status.state !== 'current') throw schemaError(status);
  return status;
}

function schemaError(status: MigrationStatus): SchemaError {
  switch (status.state) {
    case 'behind':
      return new SchemaError(
        'schema_behind',
        'The database is older than this code:',
        status.plan.steps.map((step) => step.summary),
        'Review the plan (`migrationStatus`), make a backup, and migrate the database: `applyMigrations(database, table.schema)`, or the migration command of the application, such as `newsroom migrate apply`.',
      );
    case 'ahead':
      return new SchemaError(
        'schema_ahead',
        'The database is newer than this code:',
        status.differences,
        'Run the version of the application that migrated it.',
      );
    default:
      return new SchemaError(
        'schema_apart',
        'The database and this code have diverged:',
        status.differences,
        "Restore a matching version of the database or the code; `applyMigrations(database, table.schema, ['table.column'])` drops what is named, with its data.",
      );
  }
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
