import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../open/open-database.ts';

const directory = mkdtempSync(join(tmpdir(), 'colophon-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function pageSize(path: string): Promise<unknown> {
  const database = await openDatabase(`sqlite:${path}`);
  await database.run({ sql: 'CREATE TABLE things (name TEXT)', parameters: [] });
  const row = await database.first({ sql: 'PRAGMA page_size', parameters: [] });
  await database.close();
  return row?.['page_size'];
}

describe('a page of a SQLite file', () => {
  it('has 8 KB in a new file, so that rows of 2 KB do not leave half of it empty', async () => {
    expect(await pageSize(join(directory, 'new.sqlite'))).toBe(8192);
  });

  it('has the size that it had in a file that exists', async () => {
    const path = join(directory, 'old.sqlite');
    const before = new DatabaseSync(path);
    before.exec('PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; CREATE TABLE other (name TEXT)');
    before.close();
    expect(await pageSize(path)).toBe(4096);
  });
});
