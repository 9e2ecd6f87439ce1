import { afterEach, expect, it } from 'vitest';
import { text } from '../fields/text.ts';
import { collection } from './collection.ts';
import { defaultDatabase, setDefaultDatabase } from './default-database.ts';
import { object } from './object.ts';

class Note extends object({ body: text({ required: true }) }, { table: 'notes' }) {}
class Notes extends collection(Note) {}

afterEach(() => setDefaultDatabase(undefined));

it('is that of the first collection that is opened on its own', async () => {
  expect(() => defaultDatabase()).toThrow('There is no default database');
  const first = await Notes.create({ db: { url: 'sqlite::memory:' } });
  await Notes.create({ db: { url: 'sqlite::memory:' } });
  expect(defaultDatabase()).toBe(first.database);
  await new Note({ body: 'one' }).save();
  expect(await first.count()).toBe(1);
});

it('is given up once it is closed: the next that is opened takes its place', async () => {
  const first = await Notes.create({ db: { url: 'sqlite::memory:' } });
  await first.database.close();
  const second = await Notes.create({ db: { url: 'sqlite::memory:' } });
  expect(defaultDatabase()).toBe(second.database);
  await new Note({ body: 'two' }).save();
  expect(await second.count()).toBe(1);
});
