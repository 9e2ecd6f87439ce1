import { afterAll, beforeAll, expect, it } from 'vitest';
import { list } from '../fields/list.ts';
import { text } from '../fields/text.ts';
import type { Database } from '../storage/database.ts';
import { planMigration } from '../storage/migrations/plan.ts';
import type { Statement } from '../storage/statement.ts';
import type { TableDefinition } from '../storage/table.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { noteReads } from '../testing/note-reads.ts';
import { collection } from './collection.ts';
import { object } from './object.ts';

class Essay extends object(
  { title: text({ search: 'A' }), body: text({ search: 'D' }), kind: text(), tags: list(text(), { indexed: true }) },
  { table: 'essays' },
) {}
class Essays extends collection(Essay) {}

const ROWS = 400;

/** Words of which each text has others, so that they take as much space as those of people. */
function bodyOf(index: number): string {
  return Array.from({ length: 300 }, (_, at) => `w${((index * 7919 + at * 104_729) % 50_021).toString(36)}`).join(' ');
}

describeOnEveryDatabase('essays of several thousand characters', (open, dialect) => {
  let database: Database;
  let essays: Essays;
  const statements: Statement[] = [];

  beforeAll(async () => {
    database = await open();
    const all = await Essays.create({ db: database });
    await all.transaction(async () => {
      for (let index = 0; index < ROWS; index += 1)
        await all.add({
          title: index % 40 === 3 ? 'About a harbour' : 'About nothing',
          body: bodyOf(index),
          kind: index % 2 ? 'letter' : 'note',
          tags: index % 2 ? ['odd'] : ['even'],
        });
    });
    await database.analyze();
    essays = new Essays(noteReads(database, statements));
  });
  afterAll(() => statements.splice(0));

  it('are counted by their tags without reading their texts', async () => {
    statements.length = 0;
    expect(await essays.count({ where: { tags: 'odd', kind: 'letter' } })).toBe(ROWS / 2);
    if (dialect === 'sqlite') return;
    // PostgreSQL stores a row of 2,000 characters with its texts, so that a page has three of them.
    expect(await pagesRead(database, statements.at(-1))).toBeLessThan(ROWS / 10);
  });

  it('are found by a word, counted, and counted by what they have, with the same results', async () => {
    const page = await essays.page({ search: 'harbour', limit: 4 });
    expect([page.count, page.items.length]).toEqual([10, 4]);
    const facet = await essays.facet({
      terms: [{ words: ['harbour'], negated: false, prefix: false }],
      field: 'kind',
      kind: 'value',
      newest: 6,
      values: 9,
    });
    expect(facet).toEqual([{ value: 'letter', count: 6 }]);
    expect(await essays.count({ search: '"about a harbour"' })).toBe(10);
    expect(await essays.count({ search: 'ab*' })).toBe(ROWS);
    expect(await essays.count({ search: '-harbour' })).toBe(ROWS - 10);
    expect(await essays.count({ search: '-harbour -nothing' })).toBe(0);
    expect(await essays.count({ search: '-"about a" -absent', where: { kind: 'note' } })).toBe(ROWS / 2);
  });

  it.skipIf(dialect === 'sqlite')('are found by an index of their words, never by reading the words of all', async () => {
    const readWhole = async (read: () => Promise<unknown>): Promise<number> => {
      const scans = async () =>
        Number(
          (await database.first({ sql: `SELECT seq_scan AS n FROM pg_stat_xact_user_tables WHERE relname = 'essays'`, parameters: [] }))?.[
            'n'
          ],
        );
      return database.transaction(async () => {
        const before = await scans();
        await read();
        return (await scans()) - before;
      });
    };
    const terms = [{ words: ['harbour'], negated: false, prefix: false }];
    expect(await readWhole(() => essays.count({ search: 'about' }))).toBe(0);
    expect(await readWhole(() => essays.page({ search: 'about', count: 'none' }))).toBe(0);
    expect(await readWhole(() => essays.count({ search: '-harbour -letter' }))).toBe(0);
    expect(await readWhole(() => essays.facet({ terms, field: 'kind', kind: 'value', newest: 6, values: 9 }))).toBe(0);
    // The rest of a transaction reads as before.
    expect(
      await readWhole(async () => {
        await essays.count({ search: 'about' });
        await essays.count({ where: { kind: 'letter' } });
      }),
    ).toBe(1);
    expect(await database.first({ sql: 'SHOW enable_seqscan', parameters: [] })).toEqual({ enable_seqscan: 'on' });
  });

  it('keep their texts apart from a migration on, which rewrites nothing', () => {
    const now: TableDefinition = { name: 'essays', columns: [], primaryKey: ['id'], indexes: [], longTexts: true };
    const { longTexts: _, ...before } = now;
    const summaries = planMigration([before], [now], database.dialect).steps.map(({ summary }) => summary);
    expect(summaries).toEqual(dialect === 'sqlite' ? [] : ['keep long texts beside the rows of essays']);
    expect(planMigration([now], [now], database.dialect).steps).toEqual([]);
  });
});

/** The pages of a table and its indexes that PostgreSQL reads for a statement. */
async function pagesRead(database: Database, statement: Statement | undefined): Promise<number> {
  const [row] = await database.all({
    sql: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement?.sql}`,
    parameters: statement?.parameters ?? [],
  });
  const [{ Plan: plan }] = JSON.parse(String(row?.['QUERY PLAN'])) as [{ Plan: Record<string, number> }];
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}
