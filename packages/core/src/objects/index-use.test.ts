import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCall } from '../callers/call.ts';
import { json } from '../fields/json.ts';
import { list } from '../fields/list.ts';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { where } from '../queries/filter.ts';
import type { Database } from '../storage/database.ts';
import type { Statement } from '../storage/statement.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import { noteReads } from '../testing/note-reads.ts';
import { collection } from './collection.ts';
import { object } from './object.ts';

class Piece extends object(
  {
    status: text({ required: true }),
    title: text(),
    tags: list(text(), { indexed: true }),
    metadata: json({ indexed: true }),
  },
  { table: 'pieces', indexes: [['status', '-created_at', '-id'], ['title']] },
) {}
class Pieces extends collection(Piece) {}

const ROWS = 3000;

describe('a read of SQLite', () => {
  let database: Database;
  const statements: Statement[] = [];
  let pieces: Pieces;

  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:');
    const all = await Pieces.create({ db: database });
    await all.transaction(async () => {
      for (let index = 0; index < ROWS; index += 1)
        await all.add({
          status: index % 2 ? 'open' : 'done',
          title: `Piece ${index}`,
          tags: ['all', `tag-${index % 1000}`],
          metadata: { path: `/old/${index}`, all: true },
        });
    });
    pieces = new Pieces(noteReads(database, statements));
  });
  afterAll(() => database.close());

  /** The plans of the statements that read the tables themselves. */
  const plansOf = async (read: () => Promise<unknown>): Promise<string> => {
    statements.length = 0;
    await read();
    const own = statements.filter(({ sql }) => /from "(?:pieces|reports)"/.test(sql));
    const plans = await Promise.all(own.map(({ sql, parameters }) => database.all({ sql: `EXPLAIN QUERY PLAN ${sql}`, parameters })));
    return plans
      .flat()
      .map((step) => String(step['detail']))
      .join('\n');
  };

  it('by one of several values: each from the index of values, and no scan of the rows', async () => {
    const either = {
      any: [{ 'metadata.path': '/old/7' }, { all: [{ status: 'open' }, { tags: 'tag-11' }] }, { tags: { in: ['tag-9', 'none'] } }],
    };
    const plan = await plansOf(async () => {
      const page = await pieces.page({ where: either as never });
      expect(page.count).toBe(7);
    });
    expect(plan).toMatch(/MULTI-INDEX OR/);
    expect(plan).not.toMatch(/^SCAN pieces/m);
  });

  it('by one of several values, of which one is in most rows: the order of the page', async () => {
    const either = { any: [{ 'metadata.path': '/old/7' }, { tags: 'all' }] };
    const plan = await plansOf(async () =>
      expect((await pieces.page({ where: either as never, limit: 2, count: 'none' })).items).toHaveLength(2),
    );
    expect(plan).toMatch(/^SCAN pieces USING INDEX pieces_created_at_id$/m);
  });

  it('by one of several values, of which one has no index: a scan', async () => {
    const either = { any: [{ 'metadata.path': '/old/7' }, { title: 'Piece 8' }] };
    expect(await plansOf(async () => expect(await pieces.count({ where: either as never })).toBe(2))).not.toMatch(/LIST SUBQUERY/);
  });

  it('of the first match, and of counts by a field: the index of values too', async () => {
    const ofFirst = await plansOf(async () => expect((await pieces.find({ 'metadata.path': '/old/70' }))?.title).toBe('Piece 70'));
    expect(ofFirst).toMatch(/^SEARCH pieces USING INDEX sqlite_autoindex_pieces_1 \(id=\?\)/m);
    const ofCounts = await plansOf(async () =>
      expect(await pieces.countBy('status', { where: { tags: 'tag-7' } })).toEqual([{ value: 'open', count: 3 }]),
    );
    expect(ofCounts).toMatch(/^SEARCH pieces USING INDEX sqlite_autoindex_pieces_1 \(id=\?\)/m);
  });

  it.each([
    ['status', true],
    ['title', true],
    ['-created_at', false],
    ['created_at', false],
  ])('ordered by %s: may take long, because rows of one value are sorted by key, is %s', async (orderBy, long) => {
    await plansOf(() => pieces.page({ orderBy, limit: 2, count: 'none' }));
    expect(statements.map((statement) => statement.long)).toEqual([long]);
  });

  describe('of a database without statistics', () => {
    class Report extends object(
      {
        status: text({ required: true }),
        slug: text({ required: true }),
        section: text({ required: true }),
        due: integer(),
        place: integer(),
        title: text({ search: 'A', default: 'Report' }),
        marks: list(text(), { indexed: true, default: ['all'] }),
        body: text({ default: 'x'.repeat(300) }),
      },
      {
        table: 'reports',
        access: { visible: () => where('status', 'eq', 'published') },
        indexes: [
          ['status', '-created_at', '-id'],
          ['status', '-due', '-id'],
          ['section', '-created_at', '-id', 'status'],
          ['due', 'id'],
          ['place', 'id'],
          ['slug'],
        ],
      },
    ) {}
    class Reports extends collection(Report) {}
    let reports: Reports;

    beforeAll(async () => {
      await Reports.create({ db: database });
      const all = new Reports(database);
      await all.transaction(async () => {
        for (let index = 0; index < ROWS; index += 1)
          await all.add({
            status: 'published',
            slug: `report-${index}`,
            section: index % 100 ? 'news' : 'sport',
            due: index,
            place: -index,
          });
      });
      reports = new Reports(
        noteReads(database, statements),
        makeCall({ caller: { kind: 'anonymous', id: null, name: null, tenantId: null, role: null } }),
      );
    });

    it.each<[string, object, RegExp]>([
      ['a value that few rows have: its index', { where: { slug: 'report-7' } }, /^SEARCH reports USING INDEX reports_slug \(slug=\?\)$/m],
      [
        'a value that most rows have: the order',
        { where: { section: 'news' }, orderBy: '-due' },
        /^SEARCH reports USING INDEX reports_status_due_id \(status=\?\)$/m,
      ],
      [
        'a value of an index that has the order',
        { where: { section: 'sport' } },
        /^SEARCH reports USING INDEX reports_section_\w+ \(section=\?\)$/m,
      ],
      [
        'a range of few rows: its index',
        { where: { due: { gte: 10, lt: 20 } } },
        /^SEARCH reports USING INDEX reports_due_id \(due>\? AND due<\?\)$/m,
      ],
      [
        'a range of few rows in an order that has an index: its own index, and sorted',
        // For a smaller page, SQLite would sort by itself.
        { where: { due: { gte: 2950 } }, orderBy: 'place', limit: 20 },
        /^SEARCH reports USING INDEX reports_due_id \(due>\?\)\nUSE TEMP B-TREE FOR ORDER BY$/m,
      ],
      [
        'a range of most rows: the order',
        { where: { due: { gte: 10 } } },
        /^SEARCH reports USING INDEX reports_status_created_at_id \(status=\?\)$/m,
      ],
      [
        'an item that most rows have: the order',
        { where: { marks: 'all' }, orderBy: 'place' },
        /^SCAN reports USING INDEX reports_place_id$/m,
      ],
      ['a word that most rows have: the order', { search: 'report', orderBy: 'place' }, /^SCAN reports USING INDEX reports_place_id$/m],
      [
        'a value that few rows have, among many with a word: its index',
        { search: 'report', where: { slug: 'report-7' }, orderBy: 'place' },
        /^SEARCH reports USING INDEX reports_slug \(slug=\?\)$/m,
      ],
      [
        'a word that most rows lack: the order',
        { search: '-absent' },
        /^SEARCH reports USING INDEX reports_status_created_at_id \(status=\?\)$/m,
      ],
    ])('by %s', async (_, query, expected) => {
      const page = { limit: 5, count: 'none', ...query };
      const plan = await plansOf(async () => {
        const { items } = await reports.page(page as never);
        const every = (await new Reports(database).list({ orderBy: '-created_at', ...query, limit: 1000 } as never)).slice(0, page.limit);
        expect(items.map(({ slug }) => slug)).toEqual(every.map(({ slug }) => slug));
      });
      expect(plan).toMatch(expected);
    });

    it('of a count that no index can be searched for: the one that contains everything', async () => {
      const counted = { where: { section: { ne: 'sport' }, status: { ne: 'draft' } } };
      const plan = await plansOf(async () => expect(await new Reports(noteReads(database, statements)).count(counted)).toBe(2970));
      expect(plan).toMatch(/^SCAN reports USING COVERING INDEX reports_section_/m);
      // No index contains the slug, which decides too.
      const other = { where: { ...counted.where, slug: { ne: 'report-7' } } };
      const ofOther = await plansOf(async () => expect(await new Reports(noteReads(database, statements)).count(other)).toBe(2969));
      expect(ofOther).not.toMatch(/COVERING/);
    });

    it('of counts by a field: the index that begins with it and contains what is compared', async () => {
      const plan = await plansOf(async () =>
        expect(await reports.countBy('section', {})).toEqual([
          { value: 'news', count: 2970 },
          { value: 'sport', count: 30 },
        ]),
      );
      expect(plan).toMatch(/^SCAN reports USING COVERING INDEX reports_section_/m);
    });
  });
});
