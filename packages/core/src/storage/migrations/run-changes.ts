import { setTimeout as delay } from 'node:timers/promises';
import { quoted } from '../builder.ts';
import type { Database } from '../database.ts';
import { writeDatabaseState } from '../processes/database-state.ts';
import { liveProcesses } from '../processes/process-table.ts';
import type { TableDefinition } from '../table.ts';
import type { Advance } from './advance.ts';
import { carryAgain, carryBatch, faultyKeys, staleKeys } from './backfill.ts';
import { buildOutside, buildsLater, withoutBuilds } from './build-later.ts';
import type { Backfill, ChangeWork, RowCheck } from './change-work.ts';
import { onLockedDatabase } from './locked.ts';
import { inUse, refuseOldPrograms } from './old-programs.ts';
import { migrationsApplied } from './migrations-applied.ts';
import { pendingMigrations, planMigrations, type PlannedMigration, refuseRecords, refuseRolling } from './pending.ts';
import { planMigration } from './plan.ts';
import {
  finishRecord,
  type MigrationMode,
  readProgress,
  readRecord,
  schemaDigest,
  type UnfinishedMigration,
  updateRecord,
  writeRecord,
} from './record.ts';
import { runSteps } from './run-steps.ts';
import { SchemaError } from './schema-error.ts';

/** The time that a batch should take, in milliseconds: so long does another writer wait for it. */
const BATCH_MS = 50;
const FIRST_BATCH = 500;
const LARGEST_BATCH = 20_000;
/** The rows that are carried again in one transaction. */
const CARRIED_AGAIN = 200;
/** The state in which the rate of the last backfill is kept, in rows a second. */
export const BACKFILL_RATE = 'backfill_rate';

/** Begins the next file, in rolling mode all of them: adds what is needed beside what is there. */
export async function beginChanges({ database, schema, files, options }: Advance): Promise<void> {
  await onLockedDatabase(database, async () => {
    const record = await readRecord(database);
    const pending = pendingMigrations(record, files);
    const [first] = pending;
    if (record.unfinished.length > 0 || !first) return;
    const others = await liveProcesses(database);
    const mode: MigrationMode = options.rolling ? 'rolling' : others.length > 0 ? 'online' : 'direct';
    const planned = planMigrations({ tables: record.tables, schema }, options.rolling ? pending : [first], database.dialect, mode);
    refuseRecords(planned, [...record.tables, ...schema]);
    if (mode === 'rolling') refuseRolling(planned, planMigration(planned.at(-1)?.after ?? [], schema, database.dialect).steps);
    if (mode === 'online' && planned.some(({ migration }) => migration.steps.some((step) => step.change === 'update'))) throw inUse(others);
    for (const [at, { migration, works, after }] of planned.entries()) {
      options.onProgress?.({ id: migration.id, phase: 'expand', rows: 0 });
      const statements = works.flatMap((work) => work.expand);
      await database.runScript(statements);
      await writeRecord(database, {
        version: record.version + 1 + at,
        tables: record.tables,
        statements: [...statements, ...works.flatMap((work) => [...work.validate, ...work.contract])],
        compatibleFrom: record.compatibleFrom,
        id: migration.id,
        checksum: migration.checksum,
        unfinished: {
          phase: works.some((work) => work.backfill) ? 'backfill' : 'check',
          mode,
          target: after,
          undo: [...works].reverse().flatMap((work) => work.undo),
        },
      });
    }
    migrationsApplied(database);
  });
}

/** Does the next part of what was begun. Returns true if nothing can be done before the old program is stopped. */
export async function advanceChanges(advanced: Advance): Promise<boolean> {
  const { record, database, options } = advanced;
  const planned = begunMigrations(advanced);
  for (const [at, unfinished] of record.unfinished.entries()) {
    const { works, migration } = planned[at] ?? { works: [] };
    options.onProgress?.({ id: migration?.id, phase: unfinished.phase, rows: unfinished.rows });
    if (unfinished.phase === 'backfill') {
      await carry(database, unfinished, works, options.onProgress);
      return false;
    }
    if (unfinished.phase === 'check') {
      await check(database, unfinished, works);
      return false;
    }
  }
  const isRolling = record.unfinished[0]?.mode === 'rolling';
  if (isRolling && (await addRest(advanced))) return false;
  if (isRolling && options.rolling) return true;
  await contract(advanced, planned);
  return false;
}

/** The files that were begun, planned as they were then. */
function begunMigrations({ record, schema, files, database }: Advance): PlannedMigration[] {
  const begun = record.unfinished.map(({ id, checksum }) => {
    const file = files.find((each) => each.id === id);
    if (!file)
      throw new SchemaError(
        'schema_migrating',
        'The database is in a migration that this code does not have:',
        [id ?? ''],
        'Go on with the version that began it.',
      );
    if (file.checksum !== checksum)
      throw new SchemaError(
        'migration_edited',
        'A migration was edited after it was begun:',
        [file.id],
        'Restore the file as it was, or take back what was begun, with `undoMigration(database)` or `newsroom migrate undo`.',
      );
    return file;
  });
  return planMigrations({ tables: record.tables, schema }, begun, database.dialect, record.unfinished[0]?.mode ?? 'direct');
}

/** Carries rows, batch by batch, each in a transaction with the record of how far it is. */
async function carry(
  database: Database,
  begun: UnfinishedMigration,
  works: readonly ChangeWork[],
  onProgress: Advance['options']['onProgress'],
): Promise<void> {
  let limit = FIRST_BATCH;
  let busy = 0;
  for (;;) {
    const started = performance.now();
    const state = await onLockedDatabase(database, async () => {
      // Another process may have carried rows, or all of them.
      const now = await readProgress(database, begun.version);
      if (now?.phase !== 'backfill') return undefined;
      const { change, after } = now.position;
      const backfill = works[change]?.backfill;
      const batch = backfill ? await carryBatch(database, backfill, after, limit) : { rows: 0, after: null };
      const position = batch.after ? { change, after: batch.after } : { change: change + 1, after: null };
      const rows = now.rows + batch.rows;
      const isLast = position.change >= works.length;
      await updateRecord(database, begun.version, { position, rows, ...(isLast && { phase: 'check' }) });
      return { isLast, rows };
    });
    busy += performance.now() - started;
    if (state?.isLast && state.rows > begun.rows)
      await writeDatabaseState(database, BACKFILL_RATE, Math.ceil(((state.rows - begun.rows) * 1000) / busy));
    if (!state || state.isLast) return;
    onProgress?.({ id: begun.id, phase: 'backfill', rows: state.rows });
    const took = performance.now() - started;
    limit = took > BATCH_MS ? Math.max(1, Math.ceil(limit / 2)) : Math.min(LARGEST_BATCH, limit * (took < BATCH_MS / 2 ? 2 : 1));
    // Others get as much time as the batch took.
    if (begun.mode !== 'direct') await delay(Math.min(took, BATCH_MS));
  }
}

/** Carries what was changed meanwhile, and compares everything. @throws SchemaError naming each row that is in the way */
async function check(database: Database, begun: UnfinishedMigration, works: readonly ChangeWork[]): Promise<void> {
  for (const { backfill } of works) if (backfill?.stale !== undefined) await catchUp(database, backfill);
  for (const work of works) for (const each of work.checks) await refuseFaulty(database, each);
  for (const statement of works.flatMap((work) => work.validate)) await onLockedDatabase(database, () => database.runScript([statement]));
  await onLockedDatabase(database, () => updateRecord(database, begun.version, { phase: 'contract' }));
}

/** What is to be carried again is looked for while others write; only carrying it locks anything. */
async function catchUp(database: Database, backfill: Backfill): Promise<void> {
  const keys = await withoutLimit(database, () => staleKeys(database, backfill));
  for (let from = 0; from < keys.length; from += CARRIED_AGAIN)
    await onLockedDatabase(database, () => carryAgain(database, backfill, keys.slice(from, from + CARRIED_AGAIN)));
}

/** Reads a whole table without the limit of a statement's time, and on SQLite without holding up writers. */
function withoutLimit<T>(database: Database, work: () => Promise<T>): Promise<T> {
  return database.dialect.locksRows ? database.exclusively('colophon migrations', work) : work();
}

async function refuseFaulty(database: Database, rowCheck: RowCheck): Promise<void> {
  const keys = await withoutLimit(database, () => faultyKeys(database, rowCheck));
  if (keys.length === 0) return;
  throw new SchemaError(
    rowCheck.code,
    `${rowCheck.fault}, in ${keys.length} ${keys.length === 1 ? 'row' : 'rows'} of ${rowCheck.table.name}:`,
    keys,
    'Nothing was removed. Mend these rows and migrate again, or take back what was begun and say in the file what becomes of them.',
  );
}

/** In rolling mode new programs start before the contraction, so that what they need is added before it. */
async function addRest({ database, schema, record, options }: Advance): Promise<boolean> {
  const last = record.unfinished.at(-1);
  if (!last) return false;
  const { steps, unknown, refused } = planMigration(last.target, schema, database.dialect, options.drop);
  if (refused.length + unknown.length > 0)
    throw new SchemaError(
      'schema_apart',
      'The database and this code have diverged:',
      [...refused, ...unknown.map((name) => `${name} is unknown to this code`)],
      'Go on with the version that began the migration.',
    );
  if (steps.length === 0) return false;
  const later = await buildsLater(database, steps);
  const now = steps.filter((step) => !later.includes(step));
  if (now.length === 0) await buildOutside(database, later);
  await onLockedDatabase(database, async () => {
    const current = (await readRecord(database)).unfinished.at(-1);
    if (current?.version !== last.version || schemaDigest(current.target) !== schemaDigest(last.target)) return;
    await runSteps(database, now);
    await updateRecord(database, last.version, { target: now.length === 0 ? schema : withoutBuilds(schema, later), undo: null });
    migrationsApplied(database);
  });
  return true;
}

/** Removes what only the old program needs. From now on it cannot start any more. */
async function contract({ database, schema, record }: Advance, planned: readonly PlannedMigration[]): Promise<void> {
  await refuseOldPrograms(database, schema);
  const works = planned.flatMap((each) => each.works);
  await onLockedDatabase(database, async () => {
    const now = await readRecord(database);
    const versions = now.unfinished.map(({ version }) => version);
    const target = now.unfinished.at(-1)?.target;
    if (!target || versions.join() !== record.unfinished.map(({ version }) => version).join()) return;
    const late = works.filter(({ backfill }) => backfill?.isStaleUntilContract);
    await lockTables(database, late);
    for (const { backfill, checks } of late) {
      if (backfill) await catchUp(database, backfill);
      for (const each of checks) await refuseFaulty(database, each);
    }
    await database.runScript(works.flatMap((work) => work.contract));
    const version = versions.at(-1) ?? now.version;
    await finishRecord(database, versions, target, works.some((work) => work.contract.length > 0) ? version : now.compatibleFrom);
    migrationsApplied(database);
  });
}

/** Nobody writes between the last rows and the contraction. On SQLite nobody does anyway. */
async function lockTables(database: Database, works: readonly ChangeWork[]): Promise<void> {
  if (!database.dialect.locksRows) return;
  const tables = new Map<string, TableDefinition>(
    works.flatMap(({ backfill }) => (backfill ? [[backfill.table.name, backfill.table] as const] : [])),
  );
  for (const name of tables.keys()) await database.run({ sql: `LOCK TABLE ${quoted(name)} IN ACCESS EXCLUSIVE MODE`, parameters: [] });
}
