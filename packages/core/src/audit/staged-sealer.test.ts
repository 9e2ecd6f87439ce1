import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeCall } from '../callers/call.ts';
import { SYSTEM } from '../callers/caller.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { operationTable } from '../operations/operation-table.ts';
import type { Database } from '../storage/database.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import { AuditEntries } from './audit-entry.ts';
import { LOOK_BACK_MS } from './seal-entries.ts';
import { StagedSealer } from './staged-sealer.ts';

class Note extends object({ title: text({ required: true }) }, { table: 'notes' }) {}
class Notes extends collection(Note) {}

describe('a sealer of a SQLite file', () => {
  let folder: string;
  let path: string;
  let database: Database;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'colophon-sealer-'));
    path = join(folder, 'notes.sqlite');
    database = await openDatabase(`sqlite:${path}`);
    await applyMigrations(database, operationTable([Notes, AuditEntries]).schema);
    await new Notes(database, makeCall({ caller: SYSTEM })).add({ title: 'one' });
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  it('finds the brief moments in which another connection, which writes without pause, holds no lock', async () => {
    const writer = new DatabaseSync(path);
    let isWriting = true;
    const writing = (async () => {
      while (isWriting) {
        writer.exec('BEGIN IMMEDIATE');
        // Only a sealer that does not block this thread lets the writer commit.
        await delay(20);
        writer.exec('COMMIT');
        await delay(4);
      }
    })();
    const sealer = new StagedSealer(path);
    const began = performance.now();
    const heads = await sealer.seal(LOOK_BACK_MS);
    expect([...heads].map(([chain, { sequence }]) => [chain, sequence])).toEqual([['global', 1]]);
    expect(performance.now() - began).toBeLessThan(2000);
    isWriting = false;
    await writing;
    sealer.close();
    writer.close();
  });
});
