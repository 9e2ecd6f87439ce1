import { openDatabase, requireCurrentSchema, type Statement } from '@colophon/core';
import { Contents } from '@colophon/content';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { noteReads } from '../../../../packages/core/src/testing/note-reads.ts';
import { newsroomTable } from '../server/objects.ts';
import { seedDemo } from './seed-demo.ts';

it('changes nothing in a database with content, and finds that out without counting it', async () => {
  const database = await openDatabase('sqlite::memory:');
  await requireCurrentSchema(database, newsroomTable().schema);
  await new Contents(database).add({ type: 'article', title: 'A piece' });
  const reads: Statement[] = [];
  await seedDemo({ database: noteReads(database, reads), logger: pino({ level: 'silent' }), baseUrl: 'http://localhost:4000' });
  expect(await new Contents(database).count()).toBe(1);
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.filter(({ sql }) => !/limit/i.test(sql)).map(({ sql }) => sql)).toEqual([]);
  await database.close();
});
