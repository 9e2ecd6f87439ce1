import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCall } from '../callers/call.ts';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { where } from '../queries/filter.ts';
import type { Database } from '../storage/database.ts';
import type { Statement } from '../storage/statement.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import { noteReads } from '../testing/note-reads.ts';
import { collection } from './collection.ts';
import { object } from './object.ts';

class Page extends object(
  { slug: text({ required: true }), context: text({ default: '' }), status: text({ default: 'draft' }), code: text() },
  {
    table: 'pages',
    tenant: true,
    unique: [['tenantId', 'context', 'slug'], ['code']],
    access: { visible: ({ caller }) => (caller.kind === 'anonymous' ? where('status', 'eq', 'published') : undefined) },
  },
) {}
class Pages extends collection(Page) {}

class Letter extends object(
  { status: text({ required: true }), place: integer({ required: true }), title: text() },
  { table: 'letters', indexes: [['status', '-place', '-id']] },
) {}
class Letters extends collection(Letter) {}

class Report extends object(
  { kind: text({ required: true }), due: integer(), body: text({ default: 'x'.repeat(500) }) },
  { table: 'reports', indexes: [['kind', '-created_at', '-id', 'due'], ['due']] },
) {}
class Reports extends collection(Report) {}

class Note extends object({ title: text({ required: true }) }, { table: 'notes', indexes: [['title', 'id']] }) {}
class Notes extends collection(Note) {}

/** Cost stays flat while tables grow only where every read walks an index: nothing here may scan or sort. */
describe('what SQLite does to answer', () => {
  let database: Database;
  const statements: Statement[] = [];
  let pages: Pages;

  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:');
    await Pages.create({ db: database });
    const noting = noteReads(database, statements);
    pages = new Pages(noting, makeCall({ caller: { kind: 'anonymous', id: null, name: null, tenantId: 't', role: null } }));
    await new Pages(database).transaction(async () => {
      for (let index = 0; index < 200; index += 1)
        await new Pages(database).add({ slug: `s${index}`, code: `c${index}`, status: 'published' });
    });
  });
  afterAll(() => database.close());

  const plansOf = async (read: () => Promise<unknown>): Promise<string[]> => {
    statements.length = 0;
    await read();
    const plans = await Promise.all(
      statements.map(({ sql, parameters }) => database.all({ sql: `EXPLAIN QUERY PLAN ${sql}`, parameters })),
    );
    return plans.flat().map((step) => String(step['detail']));
  };

  it('a get: one look-up of the key', async () => {
    expect(await plansOf(() => pages.get('x'))).toEqual([
      expect.stringMatching(/^SEARCH pages USING INDEX sqlite_autoindex_pages_1 \(id=\?\)/),
    ]);
  });

  it('a look-up by the unique rule: one search of its index', async () => {
    const [search = '', ...more] = await plansOf(() =>
      pages.findMatching({ kind: 'all', filters: [where('context', 'eq', ''), where('slug', 'eq', 's7')] }),
    );
    expect(search).toMatch(/^SEARCH pages USING INDEX pages_tenantId_context_slug_unique \(context=\? AND slug=\?/);
    expect(more).toEqual([]);
  });

  it('a look-up by a unique field that may be null: an index too', async () => {
    const [search = ''] = await plansOf(() => pages.findMatching(where('code', 'eq', 'c7')));
    expect(search).toMatch(/^SEARCH pages USING INDEX pages_code \(code=\?\)/);
    expect((await new Pages(database).findMatching(where('code', 'eq', 'c7')))?.slug).toBe('s7');
  });

  it('the first page, and one after a cursor: the index of the order, and no sorting', async () => {
    const first = await plansOf(() => pages.page({ limit: 20, count: 'none' }));
    expect(first).toEqual([expect.stringMatching(/^SCAN pages USING INDEX pages_created_at_id$/)]);
    const { nextCursor: cursor = '' } = await pages.page({ limit: 20, count: 'none' });
    const next = await plansOf(() => pages.page({ limit: 20, count: 'none', cursor }));
    expect(next.join()).toMatch(/^SEARCH pages USING INDEX pages_created_at_id \(\(created_at,id\)<\(\?,\?\)\)$/);
  });

  it('a page of several values: the first rows of each by the index, and no row beyond the page read whole', async () => {
    const letters = new Letters(database);
    await Letters.create({ db: database });
    await letters.transaction(async () => {
      for (let index = 0; index < 300; index += 1)
        await letters.add({ status: ['new', 'held', 'done', 'new'][index % 4] ?? 'new', place: index % 7, title: `Letter ${index}` });
    });
    const where = { status: { in: ['held', 'new', 'held', 'none'] } };
    const statements: Statement[] = [];
    const noting = noteReads(database, statements);
    const read = (query: object) => new Letters(noting).page({ where, orderBy: '-place', count: 'none', limit: 50, ...query } as never);
    const everything = (await letters.list({ orderBy: '-place', limit: 1000 })).filter(({ status }) => status !== 'done');
    const [found, cursors]: [string[], (string | undefined)[]] = [[], []];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const page: Awaited<ReturnType<typeof read>> = await read(cursor === '' ? {} : { cursor });
      found.push(...page.items.map(({ id }) => id));
      cursors.push((cursor = page.nextCursor));
    }
    expect(found).toEqual(everything.map(({ id }) => id));
    expect(cursors).toHaveLength(5);
    expect((await read({ offset: 30, limit: 20 })).items.map(({ id }) => id)).toEqual(found.slice(30, 50));
    for (const { sql, parameters } of statements) {
      const plan = (await database.all({ sql: `EXPLAIN QUERY PLAN ${sql}`, parameters })).map((step) => String(step['detail']));
      expect(plan.filter((step) => /letters/.test(step)).every((step) => /^SEARCH letters USING (?:COVERING )?INDEX/.test(step))).toBe(
        true,
      );
    }
    expect(statements.every(({ long }) => !long)).toBe(true);
  });

  it('a count of a range: the index that contains all compared columns, and no row of the table', async () => {
    const reports = new Reports(database);
    await Reports.create({ db: database });
    await reports.transaction(async () => {
      for (let index = 0; index < 2500; index += 1) await reports.add({ kind: 'weekly', due: index });
    });
    await database.run({ sql: 'ANALYZE', parameters: [] });
    const counted: Statement[] = [];
    const noting = noteReads(database, counted);
    expect(await new Reports(noting).count({ where: { kind: 'weekly', due: { gte: 20 } } })).toBe(2480);
    expect(await new Reports(noting).count({ where: { due: { lt: 20 } } })).toBe(20);
    // Without the estimates of how many rows match, which are limited.
    const exact = counted.filter(({ sql }) => !/ limit /.test(sql));
    const plans = await Promise.all(exact.map(({ sql, parameters }) => database.all({ sql: `EXPLAIN QUERY PLAN ${sql}`, parameters })));
    expect(plans.flat().map((step) => String(step['detail']))).toEqual([
      'SEARCH reports USING COVERING INDEX reports_kind_created_at_id_due (kind=?)',
      'SEARCH reports USING COVERING INDEX reports_due (due<?)',
    ]);
  });

  it('a pattern that matches few: the index that begins with the field, then these rows', async () => {
    const notes = new Notes(database);
    await Notes.create({ db: database });
    await notes.transaction(async () => {
      for (let index = 0; index < 3000; index += 1) await notes.add({ title: index % 1000 === 7 ? `Harbour ${index}` : `Note ${index}` });
    });
    const read: Statement[] = [];
    const noting = noteReads(database, read);
    const plans = async (): Promise<string> => {
      const all = await Promise.all(read.map(({ sql, parameters }) => database.all({ sql: `EXPLAIN QUERY PLAN ${sql}`, parameters })));
      read.length = 0;
      return all
        .flat()
        .map((step) => String(step['detail']))
        .join('\n');
    };
    const few = await new Notes(noting).page({ where: { title: { like: '%HARBOUR%' } }, limit: 2 });
    expect([few.count, few.items.map(({ title }) => title)]).toEqual([3, ['Harbour 2007', 'Harbour 1007']]);
    const ofFew = await plans();
    expect(ofFew).toMatch(/SCAN notes USING COVERING INDEX notes_title_id/);
    expect(ofFew).not.toMatch(/^SCAN notes(?: USING INDEX .*)?$/m);
    // Most rows match: the first of them are soon found in the order of the page.
    const most = await new Notes(noting).page({ where: { title: { like: 'note%' } }, limit: 2 });
    expect([most.count, most.items.map(({ title }) => title)]).toEqual([2997, ['Note 2999', 'Note 2998']]);
    expect(await plans()).toMatch(/^SCAN notes USING INDEX notes_created_at_id$/m);
    const other = await new Notes(noting).page({ where: { not: { title: { like: 'note%' } } } });
    expect(other.count).toBe(3);
  });
});
