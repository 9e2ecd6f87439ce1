import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenedSnapshot } from '@colophon/backup';
import { ColophonError, type Database, migrationStatus, openDatabase } from '@colophon/core';
import { verifyAudit } from '@colophon/core/audit';
import type { Application } from '../definition/application.ts';
import { openApplicationSigner } from '../server/signing.ts';
import type { Config } from '../settings/config.ts';
import { restoreRows } from './restore-snapshot.ts';

/** What a trial of a backup found. */
export interface Drill {
  readonly rows: number;
  readonly auditEntries: number;
  /** What else was checked, such as `12 accounts`. */
  readonly checked: readonly string[];
  readonly files: number;
  /** What is wrong, a sentence each. */
  readonly faults: readonly string[];
}

const TRIED = 20;

/** Restores a snapshot into a database that is deleted afterwards, and checks what it holds. */
export async function drillBackup<C extends Config>(application: Application<C>, config: C, snapshot: OpenedSnapshot): Promise<Drill> {
  const folder = await mkdtemp(join(tmpdir(), `${application.slug}-drill-`));
  const database = await openDatabase(`sqlite:${join(folder, 'drill.sqlite')}`);
  try {
    return await drill(application, config, snapshot, database);
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function drill<C extends Config>(
  application: Application<C>,
  config: C,
  snapshot: OpenedSnapshot,
  database: Database,
): Promise<Drill> {
  const { manifest } = snapshot;
  try {
    await restoreRows(application, database, snapshot, { target: 'a trial', isLive: false, hasSecret: true });
  } catch (error) {
    if (!(error instanceof ColophonError)) throw error;
    return { rows: 0, auditEntries: 0, checked: [], files: 0, faults: [error.message] };
  }
  const faults: string[] = [];
  const { state } = await migrationStatus(database, application.table.schema);
  if (state !== 'current') faults.push(`The schema of the restored database is ${state}.`);
  const audit = await verifyAudit(database);
  faults.push(...audit.faults.map(({ message }) => message));
  application.provide?.(config, database);
  await openApplicationSigner(application, config, database);
  const own = await application.tried?.(config, database);
  faults.push(...(own?.faults ?? []));
  const files = await tryFiles(snapshot, faults);
  if (snapshot.index.missing.length > 0) faults.push(`${snapshot.index.missing.length} files were missing when the backup was made.`);
  return { rows: manifest.rows, auditEntries: audit.entries, checked: own?.checked ?? [], files, faults };
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
