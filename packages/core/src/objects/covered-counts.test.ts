import { beforeAll, describe, expect, it } from 'vitest';
import { makeCall } from '../callers/call.ts';
import { json } from '../fields/json.ts';
import { list } from '../fields/list.ts';
import { text } from '../fields/text.ts';
import { where } from '../queries/filter.ts';
import type { Database } from '../storage/database.ts';
import type { Statement } from '../storage/statement.ts';
import { createMissingTables } from '../storage/migrations/create-missing.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { migrationStatus } from '../storage/migrations/status.ts';
import { isByRow, type TableDefinition } from '../storage/table.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { noteReads } from '../testing/note-reads.ts';
import { collection } from './collection.ts';
import { object } from './object.ts';
import type { Query } from './query.ts';
import { schemaOf } from './schema.ts';

class Piece extends object(
  {
    title: text({ required: true, search: 'A' }),
    status: text({ default: 'draft' }),
    desk: text(),
    place: text(),
    tags: list(text(), { indexed: true }),
    metadata: json({ indexed: true, default: {} }),
  },
  {
    table: 'pieces',
    tenant: true,
    covering: ['status', 'tenantId'],
    indexes: [
      ['title', 'id'],
      ['desk', 'id'],
    ],
    access: { visible: ({ caller }) => (caller.kind === 'anonymous' ? where('status', 'eq', 'published') : undefined) },
  },
) {}
class Pieces extends collection(Piece) {}

const ROWS = 300;

/** A key that a quoted path could be mistaken for. */
const HOSTILE = 'a-1"."b-2';

const rowOf = (index: number) => ({
  title: `${index % 3 === 0 ? 'Harbour' : 'Council'} number${index}`,
  status: index % 5 === 0 ? 'draft' : 'published',
  desk: ['city', 'sport', null][index % 3] ?? null,
  place: index % 2 === 0 ? 'north' : 'south',
  tags: [...(index % 2 === 0 ? ['common'] : []), ...(index % 50 === 0 ? ['rare'] : []), ...(index === 7 ? ['x'.repeat(300)] : [])],
  metadata: {
    lot: index % 4,
    share: index % 2 === 0 ? 0.1 : 1e20,
    ...(index === 9 ? { [HOSTILE]: 'found' } : {}),
    ...(index === 11 ? { 'a-1': { 'b-2': 'found' } } : {}),
    nested: { on: index % 7 === 0 },
  },
});

type Row = ReturnType<typeof rowOf>;
type Where = NonNullable<Query<Piece>['where']>;

const FILTERS: [string, Where, (row: Row) => boolean][] = [
  ['an item', { tags: 'common' }, ({ tags }) => tags.includes('common')],
  ['an item that nothing has', { tags: 'absent' }, () => false],
  ['any of several items', { tags: { in: ['common', 'rare'] } }, ({ tags }) => tags.includes('common') || tags.includes('rare')],
  ['no such item', { tags: { ne: 'common' } }, ({ tags }) => !tags.includes('common')],
  ['none of these items', { tags: { nin: ['rare', 'absent'] } }, ({ tags }) => !tags.includes('rare')],
  ['an item too long for the index', { tags: 'x'.repeat(300) }, ({ tags }) => tags.length > 0 && (tags.at(-1)?.length ?? 0) === 300],
  ['two items', { all: [{ tags: 'common' }, { tags: 'rare' }] }, ({ tags }) => tags.includes('common') && tags.includes('rare')],
  ['an item or a value', { any: [{ tags: 'rare' }, { desk: 'city' }] }, ({ tags, desk }) => tags.includes('rare') || desk === 'city'],
  ['not both', { not: { tags: 'common', desk: 'city' } }, ({ tags, desk }) => !(tags.includes('common') && desk === 'city')],
  [
    'an item and a column without an index',
    { tags: 'common', place: 'north' },
    ({ tags, place }) => tags.includes('common') && place === 'north',
  ],
  ['a covered column', { tags: 'common', status: 'draft' }, ({ tags, status }) => tags.includes('common') && status === 'draft'],
  ['no value', { tags: 'common', desk: null }, ({ tags, desk }) => tags.includes('common') && desk === null],
  ['other values', { desk: { ne: 'city' } }, ({ desk }) => desk !== 'city'],
  ['a pattern', { title: { like: 'harb%' }, tags: 'common' }, ({ title, tags }) => title.startsWith('Harb') && tags.includes('common')],
  ['a number inside JSON', { 'metadata.lot': 3 }, ({ metadata }) => metadata.lot === 3],
  ['a number of another type', { 'metadata.lot': '3' }, () => false],
  ['a fraction', { 'metadata.share': 0.1 }, ({ metadata }) => metadata.share === 0.1],
  ['a number beyond whole numbers', { 'metadata.share': 1e20 }, ({ metadata }) => metadata.share === 1e20],
  ['a boolean further down', { 'metadata.nested.on': true }, ({ metadata }) => metadata.nested.on],
  ['a key that looks like a path', { 'metadata.a-1.b-2': 'found' }, ({ metadata }) => 'a-1' in metadata],
];

describeOnEveryDatabase('counts of what the index by row contains', (open, dialect) => {
  let database: Database;
  const anyone = makeCall({ caller: { kind: 'anonymous', id: null, name: null, tenantId: null, role: null } });

  beforeAll(async () => {
    database = await open();
    const pieces = await Pieces.create({ db: database });
    await pieces.transaction(async () => {
      for (let index = 0; index < ROWS; index += 1) await pieces.add(rowOf(index) as never);
    });
  });

  const rows = Array.from({ length: ROWS }, (_, index) => rowOf(index));

  it.each(FILTERS)('are those of %s', async (_, filter, matches) => {
    expect(await new Pieces(database).count({ where: filter } as never)).toBe(rows.filter(matches).length);
    const seen = rows.filter((row) => row.status === 'published' && matches(row)).length;
    const page = await new Pieces(database, anyone).page({ where: filter, limit: 1000 } as never);
    expect({ count: page.count, items: page.items.length }).toEqual({ count: seen, items: seen });
  });

  it('are those of a search, whatever else is asked', async () => {
    const pieces = new Pieces(database, anyone);
    const seen = rows.filter((row) => row.status === 'published');
    const harbour = seen.filter(({ title }) => title.startsWith('Harbour'));
    expect(await pieces.count({ search: 'harbour' })).toBe(harbour.length);
    expect(await pieces.count({ search: '-harbour' })).toBe(seen.length - harbour.length);
    const common = { search: 'harbour -number12', where: { tags: 'common' } };
    expect(await pieces.count(common as never)).toBe(
      harbour.filter(({ title, tags }) => tags.includes('common') && title !== 'Harbour number12').length,
    );
    const page = await pieces.page({ ...common, limit: 5 } as never);
    expect(page).toMatchObject({ count: await pieces.count(common as never), nextOffset: 5 });
    expect(page.items.every(({ title, tags }) => title.startsWith('Harbour') && tags.includes('common'))).toBe(true);
  });

  it('are grouped by a covered field, and by another one', async () => {
    const pieces = new Pieces(database);
    const expected = (values: readonly unknown[]) =>
      [...Map.groupBy(values, (value) => value)]
        .map(([value, { length }]) => ({ value, count: length }))
        .toSorted((a, b) => b.count - a.count);
    const common = rows.filter(({ tags }) => tags.includes('common'));
    expect(await pieces.countBy('status', { where: { tags: 'common' } } as never)).toEqual(expected(common.map(({ status }) => status)));
    expect(await pieces.countBy('place', { where: { tags: 'common' } } as never)).toEqual(expected(common.map(({ place }) => place)));
  });

  it.runIf(dialect === 'sqlite')('read no row of the table', async () => {
    const statements: Statement[] = [];
    const pieces = new Pieces(noteReads(database, statements), anyone);
    await pieces.count({ where: { tags: 'common' } } as never);
    await pieces.count({ search: 'harbour', where: { 'metadata.lot': 3 } } as never);
    await pieces.rows({ search: 'harbour', limit: 3, count: 'none' });
    const ofPieces = statements.filter((statement) => statement.sql.includes('pieces'));
    const [tag = [], search = [], page = []] = await Promise.all(
      ofPieces.map(async ({ sql, parameters }) => {
        const plan = await database.all({ sql: `EXPLAIN QUERY PLAN ${sql}`, parameters });
        return plan.map((step) => String(step['detail'])).filter((step) => step.includes('pieces') && !step.includes('pieces_'));
      }),
    );
    expect([tag, search]).toEqual([[], []]);
    expect(page).toEqual([expect.stringMatching(/^SEARCH pieces USING INTEGER PRIMARY KEY/)]);
  });

  it.runIf(dialect === 'sqlite')('find a page without a rank in its order, not from thousands of entries', async () => {
    const large = await open();
    await Pieces.create({ db: large });
    const at = '2026-01-01T00:00:00.000Z';
    const row = { title: 'Council', status: 'published', tags: '["common"]', metadata: '{}', rev: 1, created_at: at, updated_at: at };
    await large.transaction(async () => {
      for (let index = 0; index < 2100; index += 1)
        await large.run(
          large.dialect.builder
            .insertInto('pieces')
            .values({ ...row, id: `k${index}` })
            .compile(),
        );
    });
    const statements: Statement[] = [];
    const read = new Pieces(noteReads(large, statements));
    expect((await read.page({ search: '-harbour', where: { tags: 'common' }, limit: 2 } as never)).count).toBe(2100);
    const page = statements.filter(({ sql }) => sql.includes('"title"'));
    expect(page.map(({ sql }) => sql)).toEqual([expect.not.stringContaining('in (select owner')]);
  });

  it.runIf(dialect === 'sqlite')('leave the event loop to others, also if few of the hits are asked for', async () => {
    const statements: Statement[] = [];
    const pieces = new Pieces(noteReads(database, statements), anyone);
    for (const orderBy of [undefined, 'title'])
      await pieces.rows({ search: 'harbour', where: { tags: 'rare' }, limit: 3, ...(orderBy && { orderBy }) } as never);
    const searches = statements.filter(({ sql }) => sql.includes(' match '));
    expect(searches.map(({ long }) => long)).toEqual(searches.map(() => true));
    expect(searches.length).toBeGreaterThanOrEqual(3);
  });

  describe('of a database from before', () => {
    /** Value indexes by key, and no index by row. */
    const before: TableDefinition[] = schemaOf([Pieces]).map((table) => ({
      ...table,
      indexes: table.indexes.filter((index) => !isByRow(index)),
      ...(table.valueIndexes && { valueIndexes: table.valueIndexes.map(({ column, kind }) => ({ column, kind })) }),
    }));

    it('are right after a migration, which PostgreSQL does not need', async () => {
      const old = await open();
      await applyMigrations(old, before);
      const { key, ...values } = { key: 'k1', title: 'Kept', status: 'published', rev: 1 };
      const at = old.dialect.encode('datetime', '2026-01-01T00:00:00.000Z');
      const row = { id: key, ...values, tags: old.dialect.encode('list', ['kept']), metadata: old.dialect.encode('json', { lot: 1 }) };
      await old.run(
        old.dialect.builder
          .insertInto('pieces')
          .values({ ...row, created_at: at, updated_at: at })
          .compile(),
      );
      const { steps } = (await migrationStatus(old, schemaOf([Pieces]))).plan;
      expect(steps.map(({ summary }) => summary)).toEqual(
        dialect === 'sqlite'
          ? [
              'drop value index pieces.tags',
              'drop value index pieces.metadata',
              'create index pieces_by_row',
              'create value index pieces.tags',
              'create value index pieces.metadata',
            ]
          : [],
      );
      await applyMigrations(old, schemaOf([Pieces]));
      expect(await new Pieces(old).count({ where: { tags: 'kept', 'metadata.lot': 1 } } as never)).toBe(1);
      expect(await new Pieces(old).count({ where: { tags: 'gone' } } as never)).toBe(0);
    });

    it('need a migration if other columns are covered, but not on PostgreSQL', async () => {
      const old = await open();
      await applyMigrations(old, schemaOf([Pieces]));
      const schema = schemaOf([Pieces]).map((table) => ({
        ...table,
        indexes: table.indexes.map((index) => (isByRow(index) ? { ...index, columns: index.columns.slice(0, -1) } : index)),
      }));
      const status = await migrationStatus(old, schema);
      expect(status.state).toBe(dialect === 'sqlite' ? 'behind' : 'current');
      expect(status.plan.steps.map(({ summary }) => summary)).toEqual(
        dialect === 'sqlite' ? ['drop index pieces_by_row', 'create index pieces_by_row'] : [],
      );
    });

    it.runIf(dialect === 'sqlite')('are refused to a collection on its own, which migrates nothing', async () => {
      const old = await open();
      await applyMigrations(old, before);
      await expect(createMissingTables(old, schemaOf([Pieces]))).rejects.toMatchObject({
        code: 'schema_behind',
        parts: ['the index pieces_by_row', 'the value index of pieces.tags', 'the value index of pieces.metadata'],
      });
    });
  });
});
