import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { json } from '../fields/json.ts';
import { list } from '../fields/list.ts';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { object } from '../objects/object.ts';
import { type Condition, type Filter, where } from '../queries/filter.ts';
import { parseOrder } from '../queries/order.ts';
import type { Dialect, SearchTerm } from '../storage/dialect.ts';
import { postgresDialect } from '../storage/postgres/postgres-dialect.ts';
import { parseSearch } from '../storage/search-terms.ts';
import { sqliteDialect } from '../storage/sqlite/sqlite-dialect.ts';
import type { Access, Asked } from './asked.ts';
import { plan, planGroups } from './plan.ts';
import { plannedTable } from './planned-table.ts';
import type { Statistics } from './probes.ts';

class Piece extends object(
  {
    status: text({ required: true }),
    section: text({ required: true }),
    due: integer(),
    title: text({ search: 'A' }),
    tags: list(text(), { indexed: true }),
    metadata: json({ indexed: true }),
    note: text(),
  },
  {
    table: 'pieces',
    covering: ['status', 'section'],
    indexes: [
      ['status', '-created_at', '-id'],
      ['section', '-created_at', '-id', 'status', 'due'],
      ['-due', '-id'],
      ['title', 'id'],
    ],
  },
) {}

const all = (...filters: Filter[]): Filter => ({ kind: 'all', filters });

function asked(changes: Partial<Omit<Asked, 'order'>> & { orderBy?: string } = {}): Asked {
  const { orderBy = '-created_at', ...others } = changes;
  return {
    filter: undefined,
    scope: undefined,
    search: undefined,
    columns: ['id'],
    order: parseOrder(orderBy, Piece.definition.fields, 'id'),
    after: undefined,
    limit: 20,
    offset: 0,
    count: 'none',
    ...others,
  };
}

/** A database in which each condition on these matches that many rows. */
function knowing(rows: Readonly<Record<string, number>>, hits = 0): Statistics & { readonly looked: string[] } {
  const looked: string[] = [];
  const found = (name: string, most: number): Promise<number> => {
    looked.push(name);
    return Promise.resolve(Math.min(most, rows[name] ?? 0));
  };
  return {
    looked,
    values: ({ value }: Condition, most) => found(String(value), most),
    matches: ([first]: readonly Condition[], most) => found(first?.field ?? '', most),
    hits: (_search: readonly SearchTerm[], most) => found('hits', Math.min(most, hits)).then(() => Math.min(most, hits)),
    expectedHits: () => Promise.resolve(hits),
  };
}

const SILENT: Statistics = {
  values: () => Promise.resolve(undefined),
  matches: () => Promise.resolve(undefined),
  hits: () => Promise.resolve(undefined),
  expectedHits: () => Promise.resolve(undefined),
};

const tableOf = (dialect: Dialect) => plannedTable(Piece.definition, {}, dialect);
const planned = (read: Asked, statistics: Statistics = SILENT) => plan(tableOf(sqliteDialect), read, statistics);
const order = (before: readonly string[], counted: readonly string[] = []): Access => ({
  kind: 'order',
  before: new Set(before),
  counted: new Set(counted),
});

describe('a page is found', () => {
  const published = where('status', 'eq', 'published');

  it('by an index that begins with what is compared and has the order, and nothing is looked up for that', async () => {
    const statistics = knowing({});
    expect(await planned(asked({ filter: published }), statistics)).toMatchObject({ rows: order(['status']), isLong: false });
    expect(await planned(asked({ orderBy: '-due' }), statistics)).toMatchObject({ rows: order([]), isLong: false });
    expect(statistics.looked).toEqual([]);
  });

  it('by an index of what is asked for rather than of what most rows have', async () => {
    const read = asked({ filter: where('section', 'eq', 'sport'), scope: published });
    expect((await planned(read)).rows).toEqual(order(['section']));
    expect((await planned(asked({ scope: published, orderBy: '-due' }))).rows).toEqual(order([]));
  });

  it.each<[string, Filter, string, Record<string, number>, Access]>([
    [
      'the few rows of a column',
      where('due', 'eq', 7),
      '-created_at',
      { due: 12 },
      { kind: 'few', conditions: new Set(['due']), values: false },
    ],
    ['the order, if many rows have the value', where('due', 'gte', 7), '-created_at', { due: 5000 }, order([], ['due'])],
    [
      'the texts that match a pattern',
      where('title', 'like', '%harbour%'),
      '-created_at',
      { title: 30 },
      { kind: 'few', conditions: new Set(['title like']), values: false },
    ],
    [
      'the few entries of an item',
      where('tags', 'eq', 'rare'),
      '-created_at',
      { rare: 3 },
      { kind: 'few', conditions: new Set(), values: true },
    ],
    ['the order, if many rows have the item', where('tags', 'eq', 'common'), '-due', { common: 9000 }, order([])],
    [
      'the rarest of several',
      all(where('tags', 'eq', 'common'), where('due', 'eq', 7)),
      '-created_at',
      { common: 9000, due: 12 },
      { kind: 'few', conditions: new Set(['due']), values: false },
    ],
    ['whatever the database says, if nothing is known', where('note', 'eq', 'x'), '-created_at', {}, { kind: 'database' }],
    ['whatever the database says, without an index of the order', where('due', 'gte', 7), 'section', { due: 5000 }, { kind: 'database' }],
  ])('by %s', async (_, filter, orderBy, rows, access) => {
    expect(await planned(asked({ filter, orderBy }), knowing(rows))).toMatchObject({ rows: access, isLong: true });
  });

  it('by the first rows of each of several values', async () => {
    const several = where('status', 'in', ['draft', 'published', 'draft']);
    expect(await planned(asked({ filter: several }))).toMatchObject({
      rows: { kind: 'merge', branches: [where('status', 'eq', 'draft'), where('status', 'eq', 'published')], before: new Set(['status']) },
      isLong: false,
    });
    const many = where(
      'status',
      'in',
      Array.from({ length: 17 }, (_, at) => `s${at}`),
    );
    expect((await planned(asked({ filter: many }))).rows.kind).not.toBe('merge');
  });

  it('by rank: from the hits of its search, or, if most rows are hits, from the newest rows; a database that has the newest first is not asked', async () => {
    const ranked = { ...asked({ search: parseSearch('river'), count: 'exact' }), order: undefined };
    const onPostgres = (statistics: Statistics) => plan(tableOf(postgresDialect), ranked, statistics);
    expect(await onPostgres(knowing({}, 40_000))).toMatchObject({ rows: { kind: 'ranked' }, search: 'find' });
    expect(await onPostgres(knowing({}, 140_000))).toMatchObject({ rows: { kind: 'ranked' }, search: 'check' });
    expect(await onPostgres(SILENT)).toMatchObject({ search: 'database' });
  });

  it('by its few hits, or by the order if a search has many', async () => {
    const search = parseSearch('river');
    expect(await planned(asked({ search, orderBy: '-due' }), knowing({}, 40))).toMatchObject({ search: 'find' });
    expect(await planned(asked({ search, orderBy: '-due' }), knowing({}, 40_000))).toMatchObject({ search: 'check', rows: order([]) });
    expect(await planned(asked({ search, orderBy: '-due' }))).toMatchObject({ search: 'database' });
  });

  it('without value indexes if they do not contain a value', async () => {
    const filter = where('tags', 'eq', 'x'.repeat(100));
    expect(await planned(asked({ filter }), knowing({}))).toMatchObject({ usesValues: false, probes: [] });
  });
});

describe('matches are counted', () => {
  const count = async (filter: Filter | undefined, statistics: Statistics = SILENT, dialect: Dialect = sqliteDialect): Promise<Access> =>
    (await plan(tableOf(dialect), asked({ filter, count: 'exact' }), statistics)).count;

  it('by row, if the index by row contains the rest; PostgreSQL has none', async () => {
    const filter = all(where('tags', 'eq', 'common'), where('status', 'eq', 'published'));
    expect(await count(filter, knowing({ common: 90_000 }))).toEqual({ kind: 'covering', columns: ['status', 'section'] });
    expect((await count(filter, SILENT, postgresDialect)).kind).not.toBe('covering');
  });

  it('in the index that contains everything, from the columns that it begins with', async () => {
    const filter = all(where('section', 'eq', 'news'), where('due', 'gte', 3));
    expect(await count(filter, knowing({ section: 9000, due: 9000 }))).toEqual({ kind: 'index', searched: new Set(['section']) });
    const others = all(where('section', 'ne', 'news'), where('due', 'ne', 3));
    expect(await count(others, knowing({}))).toEqual({ kind: 'index', searched: new Set() });
  });

  it('by the values of a field in the index that begins with it', async () => {
    const groups = (by: string, filter: Filter) =>
      planGroups(tableOf(postgresDialect), { ...asked({ filter, count: 'exact' }), by }, SILENT).then((each) => each.count);
    expect(await groups('section', where('due', 'gte', 3))).toEqual({ kind: 'index', searched: new Set() });
    expect(await groups('status', where('due', 'gte', 3))).toEqual({ kind: 'database' });
  });
});

it('is published with what it was decided by', async () => {
  const published: unknown[] = [];
  const note = (message: unknown): void => void published.push(message);
  subscribe('colophon:plan', note);
  try {
    await planned(asked({ filter: where('due', 'eq', 7) }), knowing({ due: 12 }));
  } finally {
    unsubscribe('colophon:plan', note);
  }
  expect(published).toEqual([
    expect.objectContaining({ table: 'pieces', plan: expect.objectContaining({ probes: [{ of: 'due', found: 12 }] }) }),
  ]);
});
