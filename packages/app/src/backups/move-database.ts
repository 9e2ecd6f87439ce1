import { namedFiles, type NamedFile } from '@colophon/backup';
import { type Database, UnavailableError, UsageError } from '@colophon/core';
import { type FileStore, verifiedBytes } from '@colophon/core/files';
import {
  completeTables,
  createTables,
  digestTable,
  pinDatabase,
  type PinnedReads,
  readDatabaseState,
  readRecord,
  type RecordedSchema,
  requireEmpty,
  setMode,
  snapshotTables,
  syncTable,
  type TableDigest,
  writeDatabaseState,
} from '@colophon/core/snapshot';
import type { Application } from '../definition/application.ts';
import { derivedTables } from './backup-source.ts';
import { type FileSource, restoreFiles } from './restore-snapshot.ts';

/** The state of the target while a move is not finished. */
const MOVE = 'move';

export interface MoveReport {
  /** How many parts of tables were equal already, and how many were written. */
  readonly same: number;
  readonly written: number;
  readonly rows: number;
  /** How many files were copied; undefined if they stay where they are. */
  readonly files: number | undefined;
}

export interface MoveFiles {
  readonly from: FileStore;
  readonly to: FileStore;
}

/**
 * Copies all rows to another database while people work. Stopped at any point, the next call goes on; what changes meanwhile is copied by the
 * next call, or by `finishMove`.
 *
 * @throws SnapshotError `not_empty` if the target is not the beginning of a move
 */
export async function copyDatabase(
  application: Pick<Application, 'table'>,
  source: Database,
  target: Database,
  files: MoveFiles | undefined,
): Promise<MoveReport> {
  const { report } = await copy(application, source, target, files);
  return report;
}

/**
 * Makes the source read-only, copies what is left, compares every table, and makes the target usable. The source stays read-only: changes there
 * would be lost.
 */
export async function finishMove(
  application: Pick<Application, 'table'>,
  source: Database,
  target: Database,
  files: MoveFiles | undefined,
): Promise<MoveReport> {
  await setMode(source, 'read_only');
  const { report, record, digests } = await copy(application, source, target, files);
  await target.exclusively('colophon migrations', async () => {
    await completeTables(target, { ...record, schema: record.tables, digests });
  });
  await writeDatabaseState(target, MOVE, null);
  await target.analyze();
  return report;
}

/** Opens the source again, and deletes what was copied to the target. */
export async function abortMove(source: Database, target: Database): Promise<void> {
  const begun = await readDatabaseState(target, MOVE);
  if (Array.isArray(begun)) await target.runScript([...begun].reverse().map((name) => `DROP TABLE IF EXISTS "${String(name)}"`));
  if (begun !== undefined) await writeDatabaseState(target, MOVE, null);
  await setMode(source, 'open');
}

interface Copied {
  readonly report: MoveReport;
  readonly record: RecordedSchema;
  readonly digests: readonly TableDigest[];
}

async function copy(
  application: Pick<Application, 'table'>,
  source: Database,
  target: Database,
  files: MoveFiles | undefined,
): Promise<Copied> {
  const reads = await pinDatabase(source.directUrl);
  try {
    const record = await readRecord(reads);
    await begin(target, record);
    const derived = derivedTables(application);
    const tables = snapshotTables(record.tables).filter(({ name }) => !derived.includes(name));
    const digests: TableDigest[] = [];
    let [same, written] = [0, 0];
    for (const table of tables) {
      const synced = await syncTable(reads, target, table);
      same += synced.same;
      written += synced.written;
      digests.push(await digestTable(reads, table));
    }
    const copied = files && (await restoreFiles(files.to, await filesOf(reads, tables, files.from)));
    const rows = digests.reduce((sum, each) => sum + each.rows, 0);
    return { report: { same, written, rows, files: copied }, record, digests };
  } finally {
    await reads.close();
  }
}

/** Creates the tables of the target, or finds those of a move that was begun. */
async function begin(target: Database, { tables }: RecordedSchema): Promise<void> {
  const names = tables.map(({ name }) => name);
  const begun = await readDatabaseState(target, MOVE);
  if (Array.isArray(begun)) {
    if (JSON.stringify(begun) === JSON.stringify(names)) return;
    throw new UsageError('The schema has changed since the move was begun.', { hint: 'Begin it again, after move --abort.' });
  }
  await requireEmpty(target, tables);
  await target.transaction(async () => {
    await createTables(target, tables);
    await writeDatabaseState(target, MOVE, names);
  });
}

async function filesOf(reads: PinnedReads, tables: RecordedSchema['tables'], from: FileStore): Promise<FileSource> {
  const named = await namedFiles(reads, tables);
  const there: NamedFile[] = [];
  for (const file of named) if ((await from.stat(file.key))?.size === file.size) there.push(file);
  return {
    files: there,
    async readFile(file) {
      const bytes = await from.get(file.key);
      if (!bytes) throw new UnavailableError(`The file ${file.key} was deleted while it was to be copied.`);
      return verifiedBytes(bytes, file);
    },
  };
}
