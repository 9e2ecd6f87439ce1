import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../open/open-database.ts';
import { copySqliteFile } from './copy-file.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-copy-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('copies a file at one moment while others write', async () => {
  const url = `sqlite:${join(folder, 'source.sqlite')}`;
  const database = await openDatabase(url);
  await database.runScript(['CREATE TABLE pairs (one INTEGER, other INTEGER, filler TEXT)']);
  let going = true;
  let written = 0;
  const write = async (): Promise<void> => {
    while (going) {
      await database.transaction(async () => {
        for (let at = 0; at < 20; at += 1)
          await database.run({ sql: 'INSERT INTO pairs VALUES (?, ?, ?)', parameters: [written, written, 'x'.repeat(2000)] });
      });
      written += 1;
    }
  };
  const writing = write();
  while (written < 50) await new Promise((resolve) => setImmediate(resolve));
  const acknowledged = written;
  const copy = join(folder, 'copy.sqlite');
  await copySqliteFile(url, copy);
  going = false;
  await writing;
  await database.close();
  expect(statSync(copy).mode & 0o077).toBe(0);
  const copied = await openDatabase(`sqlite:${copy}`);
  const rows = await copied.all({ sql: 'SELECT one, count(*) AS count FROM pairs GROUP BY one ORDER BY one', parameters: [] });
  expect(rows.length).toBeGreaterThanOrEqual(acknowledged);
  expect(new Set(rows.map(({ count }) => count))).toEqual(new Set([20]));
  expect(await copied.all({ sql: 'PRAGMA quick_check', parameters: [] })).toEqual([{ quick_check: 'ok' }]);
  await copied.close();
});

it('does not overwrite a file, and leaves none behind when it fails', async () => {
  const taken = join(folder, 'taken.sqlite');
  writeFileSync(taken, 'mine');
  await expect(copySqliteFile(`sqlite:${join(folder, 'source.sqlite')}`, taken)).rejects.toThrow('exists already');
  writeFileSync(join(folder, 'broken.sqlite'), 'no database');
  const copy = join(folder, 'of-broken.sqlite');
  await expect(copySqliteFile(`sqlite:${join(folder, 'broken.sqlite')}`, copy)).rejects.toThrow();
  expect(existsSync(copy)).toBe(false);
});
