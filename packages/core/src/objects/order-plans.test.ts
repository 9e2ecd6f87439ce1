import { expect, it } from 'vitest';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import type { Statement } from '../storage/statement.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { noteReads } from '../testing/note-reads.ts';
import { collection } from './collection.ts';
import { object } from './object.ts';

class Task extends object(
  { status: text({ required: true }), due: integer(), title: text() },
  {
    table: 'tasks',
    indexes: [
      ['status', '-due', '-id'],
      ['-due', '-id'],
      ['title', 'id'],
    ],
  },
) {}
class Tasks extends collection(Task) {}

describeOnEveryDatabase('a page ordered by a field that may be null', (open, dialect) => {
  it.each([
    ['-due', {}],
    ['due', {}],
    ['-due', { status: 'open' }],
    ['title', {}],
    ['-created_at', {}],
  ])('%s, filtered by %j: the index has that order, nothing is sorted', async (orderBy, where) => {
    const database = await open();
    const tasks = await Tasks.create({ db: database });
    await tasks.transaction(async () => {
      for (let index = 0; index < 60; index += 1)
        await tasks.add({ status: index % 3 ? 'open' : 'done', due: index % 7 ? index : null, title: index % 5 ? `Task ${index}` : null });
    });
    const statements: Statement[] = [];
    const noting = noteReads(database, statements);
    const found: string[] = [];
    const read = (query: object) => new Tasks(noting).page({ where, orderBy, limit: 20, count: 'none', ...query } as never);
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const page: Awaited<ReturnType<typeof read>> = await read(cursor === '' ? {} : { cursor });
      found.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(found).toEqual((await tasks.list({ where, orderBy, limit: 1000 } as never)).map(({ id }) => id));
    const plan = await database.transaction(async () => {
      // A small table is sorted sooner than an index is read.
      if (dialect === 'postgres')
        for (const way of ['sort', 'seqscan', 'bitmapscan']) await database.run({ sql: `SET LOCAL enable_${way} = off`, parameters: [] });
      const { sql, parameters } = statements[0] as Statement;
      return database.all({ sql: `EXPLAIN ${dialect === 'sqlite' ? 'QUERY PLAN ' : ''}${sql}`, parameters });
    });
    const text = plan.map((step) => JSON.stringify(step)).join('\n');
    expect(text).toMatch(/Index|INDEX/);
    expect(text).not.toMatch(/Sort|TEMP B-TREE/);
  });
});
