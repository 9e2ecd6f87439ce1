import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenedSnapshot } from '@colophon/backup';
import { ColophonError, type Database, migrationStatus, NotFoundError, openDatabase } from '@colophon/core';
import { verifyAudit } from '@colophon/core/audit';
import { publicKeySet } from '@colophon/core/signing';
import { Contents } from '@colophon/content';
import type { Config } from '../../config/load-config.ts';
import { newsroomTable } from '../objects.ts';
import { wire, wireSigner } from '../wire.ts';
import { restoreRows } from './restore-snapshot.ts';

/** What a trial of a backup found. */
export interface Drill {
  readonly rows: number;
  readonly auditEntries: number;
  readonly accounts: number;
  readonly files: number;
  /** What is wrong, a sentence each. */
  readonly faults: readonly string[];
}

const TRIED = 20;

/** Restores a snapshot into a database that is deleted afterwards, and checks what it holds. */
export async function drillBackup(config: Config, snapshot: OpenedSnapshot): Promise<Drill> {
  const folder = await mkdtemp(join(tmpdir(), 'newsroom-drill-'));
  const database = await openDatabase(`sqlite:${join(folder, 'drill.sqlite')}`);
  try {
    return await drill(config, snapshot, database);
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function drill(config: Config, snapshot: OpenedSnapshot, database: Database): Promise<Drill> {
  const { manifest } = snapshot;
  try {
    await restoreRows(database, snapshot, { target: 'a trial', isLive: false, hasSecret: true });
  } catch (error) {
    if (!(error instanceof ColophonError)) throw error;
    return { rows: 0, auditEntries: 0, accounts: 0, files: 0, faults: [error.message] };
  }
  const faults: string[] = [];
  const { state } = await migrationStatus(database, newsroomTable().schema);
  if (state !== 'current') faults.push(`The schema of the restored database is ${state}.`);
  const audit = await verifyAudit(database);
  faults.push(...audit.faults.map(({ message }) => message));
  const accounts = await tryAccounts(config, database, faults);
  const files = await tryFiles(snapshot, faults);
  if (snapshot.index.missing.length > 0) faults.push(`${snapshot.index.missing.length} files were missing when the backup was made.`);
  return { rows: manifest.rows, auditEntries: audit.entries, accounts, files, faults };
}

/** Verifies the signed accounts of any published pieces. */
async function tryAccounts(config: Config, database: Database, faults: string[]): Promise<number> {
  const { verifyAccount } = await import('@colophon/verify');
  wire(config, database);
  await wireSigner(config, database);
  const keys = await publicKeySet(database);
  const any = await database.all({
    sql: `SELECT id FROM "contents" WHERE status = 'published' ORDER BY random() LIMIT ${TRIED}`,
    parameters: [],
  });
  let verified = 0;
  for (const { id } of any) {
    try {
      const content = await new Contents(database).get(String(id));
      const { ok, fault } = await verifyAccount(await content?.getSignedAccount(), { keys });
      verified += 1;
      if (!ok) faults.push(`The account of the piece ${String(id)} is not genuine: ${fault?.message}`);
    } catch (error) {
      // What was published before there was a key has no account.
      if (!(error instanceof NotFoundError)) throw error;
    }
  }
  return verified;
}

/** Reads any of the files; the last bytes of one that differs are withheld with an error. */
async function tryFiles(snapshot: OpenedSnapshot, faults: string[]): Promise<number> {
  const tried = [...snapshot.files].sort(() => Math.random() - 0.5).slice(0, TRIED);
  for (const file of tried) {
    try {
      for await (const chunk of await snapshot.readFile(file)) void chunk;
    } catch (error) {
      faults.push(`The file ${file.key} cannot be restored: ${(error as Error).message}`);
    }
  }
  return tried.length;
}
