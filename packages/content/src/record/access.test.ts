import { type Database, makeCall, openDatabase, type Statement } from '@colophon/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reader } from '../../test/support.ts';
import { Articles } from '../index.ts';

let database: Database;

beforeAll(async () => {
  database = await openDatabase('sqlite::memory:');
  await (await Articles.create({ db: database })).add({ title: 'The harbour', status: 'published' });
});
afterAll(() => database.close());

it('lets SQLite count the visible records in one index, without reading them', async () => {
  const statements: Statement[] = [];
  const recording = new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'first') return typeof value === 'function' ? value.bind(target) : value;
      return (statement: Statement) => {
        statements.push(statement);
        return target.first(statement);
      };
    },
  });
  expect(await new Articles(recording, makeCall({ caller: reader() })).count()).toBe(1);
  const [count] = statements.filter(({ sql }) => sql.includes('count('));
  // A column with `+` cannot select rows: on a large table the planner would look up every visible record by its date.
  expect(count?.sql).toMatch(/\+"publish_date" is null or \+"publish_date" <= \?/);
  const plan = await database.all({ sql: `EXPLAIN QUERY PLAN ${count?.sql}`, parameters: count?.parameters ?? [] });
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SEARCH contents USING COVERING INDEX contents_type_created_at/),
  ]);
});
