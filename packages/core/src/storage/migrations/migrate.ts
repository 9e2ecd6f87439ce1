import type { Database } from '../database.ts';
import type { TableDefinition } from '../table.ts';
import { type MigrationPlan, planMigration } from './plan.ts';
import { fillSearchColumn } from './fill-search-column.ts';
import { readRecord, writeRecord } from './record.ts';
import { SchemaError } from './schema-error.ts';

/**
 * How a database stands to the code: `empty` has nothing yet, `current` is as the code wants it, `behind` lacks what a
 * migration adds, `ahead` has what this code does not know, `apart` differs in a way that no migration mends.
 */
export type SchemaState = 'empty' | 'current' | 'behind' | 'ahead' | 'apart';

export interface MigrationStatus {
  readonly state: SchemaState;
  /** The number of schema versions applied. */
  readonly version: number;
  readonly plan: MigrationPlan;
  /** What is in the way, for `ahead` and `apart`. */
  readonly differences: readonly string[];
}

/** Compares a database with the schema that the code wants, changing nothing. */
export async function migrationStatus(
  database: Database,
  schema: readonly TableDefinition[],
  drop: readonly string[] = [],
): Promise<MigrationStatus> {
  const record = await readRecord(database);
  const plan = planMigration(record.tables, schema, database.dialect, drop);
  const missing = await missingColumns(database, record.tables);
  const base = { version: record.version, plan };
  if (missing.length > 0) return { ...base, state: 'apart', differences: missing.map((name) => `${name} is recorded and is not there`) };
  if (plan.refused.length > 0) return { ...base, state: 'apart', differences: plan.refused };
  if (plan.unknown.length > 0) {
    const differences = plan.unknown.map((name) => `${name} is unknown to this code`);
    return plan.steps.length > 0 ? { ...base, state: 'apart', differences } : { ...base, state: 'ahead', differences };
  }
  if (record.version === 0) return { ...base, state: 'empty', differences: await foreignTables(database, schema) };
  // A default that changed, or the order of columns, changes nothing that is stored.
  return { ...base, state: plan.steps.length > 0 ? 'behind' : 'current', differences: [] };
}

/**
 * Brings a database to the schema that the code wants, under a lock and in one transaction, and writes the version down.
 * Two processes at once apply it once.
 *
 * @param drop tables and columns (`table`, `table.column`) that may be removed with their data
 * @throws SchemaError when the database is ahead of the code or apart from it
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
    for (const { statements, indexes } of steps) {
      for (const sql of statements) await database.run({ sql, parameters: [] });
      if (indexes) await fillSearchColumn(database, indexes);
    }
    const statements = steps.flatMap((step) => step.statements);
    await writeRecord(database, status.version + 1, schema, statements);
    migrations.set(database, migrationsOf(database) + 1);
    return { ...status, state: 'current', version: status.version + 1 };
  });
}

const migrations = new WeakMap<Database, number>();

/** How many migrations this process has applied to the database: whoever remembers what tables there are asks again. */
export function migrationsOf(database: Database): number {
  return migrations.get(database) ?? 0;
}

/** Makes sure that a database is as the code wants it: an empty one is set up, any other difference is refused. */
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
        'Look at the plan with `migrate plan`, make a backup, and run `migrate apply`.',
      );
    case 'ahead':
      return new SchemaError(
        'schema_ahead',
        'The database is newer than this code:',
        status.differences,
        'Run the version of the application that it was migrated by.',
      );
    default:
      return new SchemaError(
        'schema_apart',
        'The database and this code have gone separate ways:',
        status.differences,
        'Restore the database or the code so that one follows from the other; `migrate apply --drop <table.column>` removes what is named, with its data.',
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

/** Tables that stand where ours should be made, in a database that has no record of us. */
async function foreignTables(database: Database, schema: readonly TableDefinition[]): Promise<string[]> {
  const there = new Set((await database.all(database.dialect.introspect())).map((column) => String(column['table'])));
  return schema.filter((table) => there.has(table.name)).map((table) => `${table.name} is there already and was not made by Colophon`);
}
