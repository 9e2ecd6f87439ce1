import type { Database } from '../database.ts';
import type { TableDefinition } from '../table.ts';
import type { Advance, ApplyOptions } from './advance.ts';
import type { Migration } from './define-migration.ts';
import { logMigrations } from './log-migrations.ts';
import { migrationsApplied } from './migrations-applied.ts';
import { refuseOldPrograms } from './old-programs.ts';
import { pendingMigrations } from './pending.ts';
import type { MigrationStep } from './plan.ts';
import { readRecord, type RecordedSchema, writeRecord } from './record.ts';
import { advanceChanges, beginChanges } from './run-changes.ts';
import { buildOutside, buildsLater, withoutBuilds } from './build-later.ts';
import { runSteps } from './run-steps.ts';
import { type MigrationOptions, type MigrationStatus, migrationStatus, schemaError, statusOf } from './status.ts';
import { onLockedDatabase } from './locked.ts';

/**
 * Migrates a database to the schema of the code, and records the version. Additions are made under a lock and in one transaction; a migration
 * file in several, of which each can be interrupted: the next call goes on. If two processes call it at once, it is applied once.
 *
 * @throws SchemaError if the database is ahead of the code or apart from it, values cannot be converted, or an older program still uses it
 */
export async function applyMigrations(
  database: Database,
  schema: readonly TableDefinition[],
  options: ApplyOptions = {},
): Promise<MigrationStatus> {
  const { version } = await readRecord(database);
  for (;;) {
    const finished = await advance(database, schema, options);
    if (!finished) continue;
    await logMigrations(database);
    // There are indexes and columns that the statistics know nothing of. An empty database has no rows to know.
    if (version > 0 && finished.version > version && !database.inTransaction) await database.analyze();
    return finished;
  }
}

/** Does the next part. Returns the status if there is nothing left to do. */
async function advance(
  database: Database,
  schema: readonly TableDefinition[],
  options: ApplyOptions,
): Promise<MigrationStatus | undefined> {
  const { files = [] } = options;
  const record = await readRecord(database);
  const pending = pendingMigrations(record, files);
  const advanced: Advance = { database, schema, files, options, record };
  if (record.unfinished.length > 0) {
    const isWaiting = await advanceChanges(advanced);
    return isWaiting ? migrationStatus(database, schema, options) : undefined;
  }
  if (pending.length === 0) return applyAdditions(database, schema, options);
  const status = await statusOf(database, record, schema, options);
  if (status.state !== 'behind') throw schemaError(status);
  await beginChanges(advanced);
  return undefined;
}

/**
 * Makes what the code adds, in one transaction. Indexes and search of tables with many rows are built after it, while others read and write,
 * and recorded as a version of their own.
 */
async function applyAdditions(
  database: Database,
  schema: readonly TableDefinition[],
  options: ApplyOptions,
): Promise<MigrationStatus | undefined> {
  const waiting = await onLockedDatabase(database, async () => {
    const record = await readRecord(database);
    const status = await statusOf(database, record, schema, options);
    if (status.state === 'empty' && status.differences.length > 0) throw schemaError({ ...status, state: 'apart' });
    if (status.state === 'current') return { finished: status };
    if (status.unfinished.length > 0 || status.files.length > 0) return {};
    if (status.state !== 'empty' && status.state !== 'behind') throw schemaError(status);
    const { steps } = status.plan;
    const later = record.version === 0 ? [] : await buildsLater(database, steps);
    const now = steps.filter((step) => !later.includes(step));
    if (record.version > 0 && steps.some((step) => step.breaksOlder)) await refuseOldPrograms(database, schema);
    if (now.length === 0 && later.length > 0) return { later };
    await runSteps(database, now);
    const version = await recordAdditions(database, {
      record,
      schema: withoutBuilds(schema, later),
      steps: now,
      files: options.files ?? [],
    });
    return later.length > 0 ? {} : { finished: { ...status, state: 'current' as const, mayStart: true, version } };
  });
  if (!waiting.later) return waiting.finished;
  await buildOutside(database, waiting.later);
  await onLockedDatabase(database, async () => {
    const record = await readRecord(database);
    const { state, plan } = await statusOf(database, record, schema, options);
    // Another process may have recorded it.
    if (state === 'behind' && plan.steps.every((step) => waiting.later.some(({ summary }) => summary === step.summary)))
      await recordAdditions(database, { record, schema, steps: plan.steps, files: [] });
  });
  return undefined;
}

async function recordAdditions(
  database: Database,
  {
    record,
    schema,
    steps,
    files,
  }: { record: RecordedSchema; schema: readonly TableDefinition[]; steps: readonly MigrationStep[]; files: readonly Migration[] },
): Promise<number> {
  const version = record.version + 1;
  const compatibleFrom = compatibleAfter(record, steps, version);
  await writeRecord(database, { version, tables: schema, statements: steps.flatMap((step) => step.statements), compatibleFrom });
  // An empty database has nothing that a file could change.
  const created = record.version === 0 ? files : [];
  for (const [at, { id, checksum }] of created.entries())
    await writeRecord(database, { version: version + 1 + at, tables: schema, statements: [], compatibleFrom, id, checksum });
  migrationsApplied(database);
  return version + created.length;
}

/** Returns the oldest version whose programs can use the database after these steps. */
function compatibleAfter(record: RecordedSchema, steps: readonly MigrationStep[], version: number): number {
  if (record.version === 0 || steps.some((step) => step.breaksOlder)) return version;
  return record.compatibleFrom;
}

/**
 * Ensures that the code can use a database: an empty one is set up, one of a newer version that still serves this code is accepted, any other
 * difference is rejected.
 *
 * @throws SchemaError
 */
export async function requireCurrentSchema(
  database: Database,
  schema: readonly TableDefinition[],
  options: MigrationOptions = {},
): Promise<MigrationStatus> {
  const status = await migrationStatus(database, schema, options);
  if (status.state === 'empty') return applyMigrations(database, schema, options);
  if (!status.mayStart) throw schemaError(status);
  return status;
}
