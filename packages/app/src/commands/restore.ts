import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findSnapshot, type OpenedSnapshot, openSnapshot, Repository } from '@colophon/backup';
import { type Database, makeFolder, migrationStatus, openDatabase, SYSTEM_CALL } from '@colophon/core';
import { continueShortenedLog } from '@colophon/core/audit';
import { openNextLog, transparencyLog } from '@colophon/core/log';
import { openFileStore } from '@colophon/core/files';
import { closeJobQueue, requeueJobs } from '@colophon/core/jobs';
import { SnapshotError } from '@colophon/core/snapshot';
import { databaseFile } from '../settings/database-file.ts';
import { databaseOptions } from '../settings/database-options.ts';
import type { Config } from '../settings/config.ts';
import { configuredDataFolder, dataFolder } from '../settings/data-folder.ts';
import { backupTarget, KEY_FILES, secretCheck } from '../backups/backup-source.ts';
import type { Held } from '../backups/hold-restored.ts';
import { restoreFiles, restoreRows } from '../backups/restore-snapshot.ts';
import { provideLog } from '../server/log.ts';
import { provideHeads } from '../server/heads.ts';
import { readIdentity } from './backup-repository.ts';
import { CommandUsageError, say } from '../definition/command-line.ts';
import type { Command, CommandContext } from '../definition/command.ts';

/** `restore`: writes a backup into an empty database. */
export const restore: Command = {
  name: 'restore',
  summary: 'Restore a backup into an empty database of either kind, and its files.',
  arguments: [{ name: 'place', about: 'where the backups are: a folder or s3://bucket/prefix' }],
  options: {
    at: { value: 'which', about: 'latest, the id of a backup, or a time: the newest made until then; default: latest' },
    into: { value: 'database-url', about: 'the empty database; default: DATABASE_URL' },
    files: { value: 'files-url', about: 'where its files go; default: FILES_URL' },
    identity: { value: 'file', about: 'the identity of age that opens an encrypted one' },
    replace: { about: 'rename an SQLite database that is there, and restore in its place' },
    live: { about: 'go on as the one that was backed up: keep sessions, and send what waited' },
  },
  async run(input, context) {
    const folder = configuredDataFolder(context.application);
    const ownKeys = KEY_FILES.filter((name) => existsSync(join(folder, name)));
    const config = context.loadConfig();
    const url = input.option('into') ?? config.databaseUrl;
    const repository = await Repository.open(backupTarget(config, input.argument('place')), { identity: await readIdentity(input) });
    const snapshot = await openSnapshot(repository, await findSnapshot(repository, input.option('at')));
    if (input.option('replace') !== undefined) moveAway(url, context);
    const database = await openDatabase(url, url === config.databaseUrl ? databaseOptions(config) : {});
    try {
      await requireEmpty(database, context);
      const store = await openFileStore(input.option('files') ?? config.filesUrl, config.filesEnvironment);
      const files = await restoreFiles(store, snapshot);
      const hasSecret = snapshot.index.about['secretCheck'] === secretCheck(secretOf(config, snapshot, ownKeys));
      const isLive = input.option('live') !== undefined;
      const held = await restoreRows(context.application, database, snapshot, { target: repository.target.label, isLive, hasSecret });
      const jobs = await requeueJobs(database);
      await closeJobQueue(database);
      restoreKeys(snapshot, { ownKeys, folder }, context);
      await goOn(config, database, url, snapshot, context);
      printRestored(snapshot, { files, jobs, held, isLive }, context);
      return 0;
    } finally {
      await database.close();
    }
  },
};

/** What was signed after the backup is lost, which the log of the restored database says. */
async function goOn(config: Config, database: Database, url: string, { manifest }: OpenedSnapshot, context: CommandContext): Promise<void> {
  const { stderr } = context;
  provideHeads(config, database, url);
  provideLog(config, database);
  const lost = await continueShortenedLog(database, `Restored from the backup ${manifest.id} of ${manifest.created}.`, SYSTEM_CALL);
  for (const [chain, { sequence }] of lost)
    say(stderr, `The audit log was signed up to entry ${sequence} of the chain ${chain}: the restored one ends before, and says so.`);
  await goOnLogging(database, context);
}

/** A restored log cannot go on at indices that were given before: another one is opened, which names the former. */
async function goOnLogging(database: Database, { stderr }: CommandContext): Promise<void> {
  const log = database.ports.use(transparencyLog);
  const next = log && (await openNextLog(log));
  if (next) say(stderr, `The transparency log goes on as ${next.origin}, which names ${next.former}: ${next.reason}`);
}

async function requireEmpty(database: Database, { application }: CommandContext): Promise<void> {
  const { state, differences } = await migrationStatus(database, application.table.schema);
  if (state === 'empty' && differences.length === 0) return;
  throw new SnapshotError('not_empty', 'The database is not empty: nothing was changed.', {
    hint:
      database.dialect.name === 'sqlite'
        ? 'Name another one with --into, or use --replace, which renames it.'
        : 'Name a new one with --into.',
  });
}

/** Renames the file of a database that nobody has open, with its log. */
function moveAway(url: string, { stderr }: CommandContext): void {
  const path = databaseFile(url);
  if (path === undefined)
    throw new CommandUsageError('--replace is for SQLite: restore into a new PostgreSQL database, and set DATABASE_URL.');
  if (!existsSync(path)) return;
  requireUnused(path);
  const moved = `${path}.before-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
  for (const end of ['', '-wal', '-shm']) if (existsSync(`${path}${end}`)) renameSync(`${path}${end}`, `${moved}${end}`);
  say(stderr, `The database that was there is now ${resolve(moved)}.`);
}

/** Takes the file for this process alone, which fails while another one has it open. @throws SnapshotError */
function requireUnused(path: string): void {
  const database = new DatabaseSync(path, { timeout: 500 });
  try {
    database.exec(
      'PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; ROLLBACK; PRAGMA locking_mode = NORMAL; SELECT count(*) FROM sqlite_schema',
    );
  } catch (cause) {
    throw new SnapshotError('not_empty', 'Another process has the database open: nothing was changed.', {
      hint: 'Stop the server first.',
      cause,
    });
  } finally {
    database.close();
  }
}

/** The secret that the restored application will have. */
function secretOf(config: Config, { index }: OpenedSnapshot, ownKeys: readonly string[]): string {
  const isSet = ownKeys.includes('secret') || !existsSync(join(dataFolder(config), 'secret'));
  return isSet ? config.secret : (index.keys?.['secret'] ?? config.secret);
}

/** Writes the keys of a backup that has them, unless there were some before. */
function restoreKeys(
  { index }: OpenedSnapshot,
  { ownKeys, folder }: { readonly ownKeys: readonly string[]; readonly folder: string },
  { stderr }: CommandContext,
): void {
  for (const name of KEY_FILES) {
    const key = index.keys?.[name];
    if (key === undefined) continue;
    const path = join(folder, name);
    if (ownKeys.includes(name)) say(stderr, `${path} is there already and was not changed.`);
    else {
      makeFolder(folder);
      writeFileSync(path, key, { mode: 0o600 });
    }
  }
}

interface Outcome {
  readonly files: number;
  readonly jobs: number;
  readonly held: Held;
  readonly isLive: boolean;
}

function printRestored(snapshot: OpenedSnapshot, { files, jobs, held, isLive }: Outcome, { stdout, stderr }: CommandContext): void {
  const { manifest, index, kid } = snapshot;
  say(stdout, `Restored ${manifest.id}: ${manifest.rows} rows, every table as it was, and ${files} files that were not there.`);
  say(stdout, `It holds what was written until ${manifest.created}; what was written later is not in it. It is signed by the key ${kid}.`);
  if (jobs > 0) say(stdout, `${jobs} jobs were queued again.`);
  if (!isLive) say(stderr, 'Everybody has to sign in again. With --live sessions stay, and what waited is sent.');
  if (held.deliveries > 0)
    say(stderr, `${held.deliveries} webhook deliveries are held: they may have been delivered since. Send them again.`);
  for (const line of held.lines) say(stderr, line);
  for (const what of held.reset) say(stderr, `Sealed with another secret, and reset: ${what}.`);
  for (const key of index.missing) say(stderr, `The file ${key} was missing when the backup was made.`);
}
