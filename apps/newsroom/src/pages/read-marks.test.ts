import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anonymous, type Database, makeCall, openDatabase, requireCurrentSchema } from '@colophon/core';
import { Contents } from '@colophon/content';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newsroomTable } from '../server/objects.ts';
import { ReadMarks } from './read-marks.ts';

let folder: string;
let one: Database;
let two: Database;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'newsroom-marks-'));
  const url = `sqlite:${join(folder, 'marks.sqlite')}`;
  [one, two] = [await openDatabase(url), await openDatabase(url)];
  await requireCurrentSchema(one, newsroomTable().schema);
});
afterAll(async () => {
  await Promise.all([one.close(), two.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const at = (time: string) => makeCall({ caller: anonymous(), now: () => new Date(time) });
const NOW = at('2026-05-03T12:00:00.000Z');
/** A mark that has settled: the first read after a write is not cached yet. */
async function settled(marks: ReadMarks<string>) {
  for (let reads = 0; reads < 3; reads += 1) await marks.now();
  return marks.now();
}

it('knows a page until this process or another one writes', async () => {
  const marks = new ReadMarks<string>(one);
  for (const writer of [one, two]) {
    const mark = await settled(marks);
    await marks.remember('/a', mark, { page: 'page', call: NOW });
    expect(marks.recall('/a', await marks.now(), NOW)).toBe('page');
    await new Contents(writer).add({ title: 'Written' } as never);
    // Writes of another process are visible in the next turn.
    await new Promise((done) => setImmediate(done));
    expect(marks.recall('/a', await marks.now(), NOW)).toBeUndefined();
  }
});

it('knows it only until the next piece becomes visible', async () => {
  const due = '2026-05-03T13:00:00.000Z';
  await new Contents(one).add({ title: 'Due', type: 'article', status: 'published', publish_date: due } as never);
  const marks = new ReadMarks<string>(one);
  const mark = await settled(marks);
  await marks.remember('/a', mark, { page: 'page', call: NOW });
  expect(marks.recall('/a', mark, at('2026-05-03T12:59:59.999Z'))).toBe('page');
  expect(marks.recall('/a', mark, at(due))).toBeUndefined();
});

it('knows it until the end of the second in which a piece is due, since lists count by seconds', async () => {
  await new Contents(one).add({ title: 'Due', type: 'article', status: 'published', publish_date: '2026-05-03T12:30:04.500Z' } as never);
  const marks = new ReadMarks<string>(one);
  const mark = await settled(marks);
  await marks.remember('/a', mark, { page: 'page', call: at('2026-05-03T12:30:04.600Z') });
  expect(marks.recall('/a', mark, at('2026-05-03T12:30:04.999Z'))).toBe('page');
  expect(marks.recall('/a', mark, at('2026-05-03T12:30:05.000Z'))).toBeUndefined();
});

it('caches nothing for a database without a data version', async () => {
  const memory = await openDatabase('sqlite::memory:');
  const marks = new ReadMarks<string>(memory);
  const mark = await settled(marks);
  expect(marks.recall('/a', await marks.now(), NOW)).toBeUndefined();
  expect(await marks.now()).not.toBe(mark);
  await memory.close();
});
