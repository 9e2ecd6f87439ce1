import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BackupProgress, type BackupTarget, makeBackup, type Manifest } from '@colophon/backup';
import { ColophonError, type Database } from '@colophon/core';
import type { Application } from '../definition/application.ts';
import type { Config } from '../settings/config.ts';
import { dataFolder } from '../settings/data-folder.ts';
import { Backups } from './backup.ts';
import { backupSource, backupTarget, repositoryKey } from './backup-source.ts';

export interface RunOptions {
  /** The folder or bucket; default that of the settings. */
  readonly to?: string | undefined;
  /** Who can read it; default those of the settings. */
  readonly recipients?: readonly string[];
  readonly withKeys?: boolean;
  /** Does nothing unless the newest backup is older than the settings say, or another process makes one. */
  readonly onlyIfDue?: boolean;
}

const HEARTBEAT_MS = 10_000;
/** A backup without a heartbeat for so long was that of a process that died. */
const DEAD_MS = 600_000;
const EVERY_MS = 3_600_000;
const KILOBYTE = 1024;

/** Makes a backup and records it. @returns undefined if none is due */
export async function runBackup<C extends Config>(
  application: Application<C>,
  config: C,
  database: Database,
  options: RunOptions = {},
): Promise<Manifest | undefined> {
  const target = backupTarget(config, options.to);
  const begun = await begin(config, database, target, options.onlyIfDue ?? false).catch(unrecorded);
  if (begun === 'not due') return undefined;
  const { id } = begun;
  const recipients = options.recipients?.length ? options.recipients : (config.backup?.recipients ?? []);
  const folder = dataFolder(config);
  mkdirSync(folder, { recursive: true });
  const temporary = mkdtempSync(join(folder, 'backup-'));
  let progress: BackupProgress = { rows: 0, files: 0, bytes: 0, stored: 0 };
  const beat = setInterval(() => void record(database, id, counted(progress)).catch(() => undefined), HEARTBEAT_MS).unref();
  try {
    const source = await backupSource(application, config, database, options.withKeys ?? false);
    const manifest = await makeBackup(target, source, {
      temporary,
      ...(recipients.length > 0 ? { recipients, key: repositoryKey(config) } : {}),
      onProgress: (made) => (progress = made),
    });
    const now = new Date().toISOString();
    const { id: snapshot, missing } = manifest;
    await record(database, id, { ...counted(manifest), state: 'done', snapshot, missing, finishedAt: now, verifiedAt: now });
    return manifest;
  } catch (error) {
    const errorCode = error instanceof ColophonError ? error.code : 'internal';
    await record(database, id, { state: 'failed', errorCode, finishedAt: new Date().toISOString() }).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(beat);
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The record of a backup; a database that takes no changes has none of it. */
interface Begun {
  readonly id: string | undefined;
}

/** A database that is read-only can be backed up all the same. */
function unrecorded(error: unknown): Begun {
  if (error instanceof ColophonError && error.code === 'read_only') return { id: undefined };
  throw error;
}

/** Whether the newest backup is older than the settings say, and none is being made. */
export async function isBackupDue({ backup }: Config, database: Database, now = new Date()): Promise<boolean> {
  const [newest] = await new Backups(database).list({ orderBy: '-startedAt', limit: 1 });
  return newest === undefined || isDue(newest, now, backup?.everyMs ?? EVERY_MS);
}

/** Records the beginning, one process at a time. */
async function begin(config: Config, database: Database, target: BackupTarget, onlyIfDue: boolean): Promise<Begun | 'not due'> {
  return database.transaction(async () => {
    await database.lock('backup');
    const backups = new Backups(database);
    const now = new Date();
    if (onlyIfDue && !(await isBackupDue(config, database, now))) return 'not due';
    await endDead(database, now);
    const at = now.toISOString();
    const made = backups.make({ target: target.label, startedAt: at, heartbeatAt: at });
    await made.save();
    return { id: made.id };
  });
}

/** A backup is due after the time of the settings, and if the one before it has ended. */
function isDue(
  { startedAt, state, heartbeatAt }: { startedAt: string; state: string; heartbeatAt: string },
  now: Date,
  everyMs: number,
): boolean {
  if (state === 'running') return now.getTime() - Date.parse(heartbeatAt) > DEAD_MS;
  return now.getTime() - Date.parse(startedAt) >= everyMs;
}

async function endDead(database: Database, now: Date): Promise<void> {
  const before = database.dialect.encode('datetime', new Date(now.getTime() - DEAD_MS).toISOString());
  const ended = database.dialect.builder
    .updateTable('backups')
    .set({ state: 'failed', errorCode: 'interrupted' })
    .where('state', '=', 'running')
    .where('heartbeatAt', '<', before);
  await database.run(ended.compile());
}

function counted({ rows, files, bytes, stored }: BackupProgress): Record<string, unknown> {
  return { rows, files, bytes: Math.ceil(bytes / KILOBYTE), stored: Math.ceil(stored / KILOBYTE) };
}

/** Records how far a backup has come, without an entry of the audit log for each heartbeat. */
async function record(database: Database, id: string | undefined, values: Readonly<Record<string, unknown>>): Promise<void> {
  if (id === undefined) return;
  const heartbeatAt = new Date().toISOString();
  await database.run(
    database.dialect.builder
      .updateTable('backups')
      .set({ ...values, heartbeatAt, updated_at: heartbeatAt })
      .where('id', '=', id)
      .compile(),
  );
}
