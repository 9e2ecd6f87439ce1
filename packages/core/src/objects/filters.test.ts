import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../callers/call.ts';
import { boolean } from '../fields/boolean.ts';
import { datetime } from '../fields/datetime.ts';
import { json } from '../fields/json.ts';
import { list } from '../fields/list.ts';
import { integer, real } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import type { Database } from '../storage/database.ts';
import { type DatabaseOpener, describeOnEveryDatabase } from '../testing/every-database.ts';
import { collection } from './collection.ts';
import { object } from './object.ts';
import { compare, matches, moments, record, type Values, where } from './testing/filter-worlds.ts';

class Reading extends object(
  {
    label: text(),
    count: integer(),
    score: real(),
    done: boolean(),
    at: datetime(),
    tags: list(text()),
    metadata: json(),
  },
  { table: 'readings' },
) {}
class Readings extends collection(Reading) {}

class IndexedReading extends object(
  {
    label: text(),
    count: integer(),
    score: real(),
    done: boolean(),
    at: datetime(),
    tags: list(text(), { indexed: true }),
    metadata: json({ indexed: true }),
  },
  { table: 'indexed_readings' },
) {}
class IndexedReadings extends collection(IndexedReading) {}

describe.each([
  ['filters', Readings],
  ['filters by value indexes', IndexedReadings],
])('%s', (_, Collection) => {
  describeOnEveryDatabase('filters', (open) => filterSuite(open, Collection as typeof Readings));
});

function filterSuite(open: DatabaseOpener, Collection: typeof Readings): void {
  let database: Database;
  let readings: Readings;
  const stored = new Map<string, Values>();

  beforeAll(async () => {
    database = await open();
    readings = await Collection.create({ db: database });
    const samples = fc.sample(record, { numRuns: 120, seed: 7 });
    await readings.transaction(async () => {
      for (const sample of samples) stored.set((await readings.add(sample)).id, sample);
    });
  });

  const found = async (filter: Record<string, unknown>): Promise<string[]> =>
    (await readings.list({ where: filter as never, limit: 1000 })).map((each) => each.id).toSorted();
  const expected = (filter: Record<string, unknown>): string[] =>
    [...stored]
      .filter(([, values]) => matches(values, filter))
      .map(([id]) => id)
      .toSorted();

  it('mean what they say, for every field, operator and group', async () => {
    await fc.assert(
      fc.asyncProperty(where, async (filter) => {
        expect(await found(filter)).toEqual(expected(filter));
      }),
      { numRuns: 600 },
    );
  });

  it('count what they match', async () => {
    await fc.assert(
      fc.asyncProperty(where, async (filter) => {
        expect(await readings.count({ where: filter as never })).toBe(expected(filter).length);
      }),
      { numRuns: 50 },
    );
  });

  it('say with ne and nin exactly the opposite of eq and in, rows without a value included', async () => {
    for (const [field, value] of [
      ['label', 'a'],
      ['count', 1],
      ['done', true],
      ['at', moments[1]],
      ['tags', 'a'],
      ['metadata.a', 'a'],
    ] as const) {
      const all = [...stored.keys()].toSorted();
      expect([...(await found({ [field]: { eq: value } })), ...(await found({ [field]: { ne: value } }))].toSorted()).toEqual(all);
      expect([...(await found({ [field]: { in: [value] } })), ...(await found({ [field]: { nin: [value] } }))].toSorted()).toEqual(all);
    }
  });

  it('take a thousand values, of a list too', async () => {
    const many = Array.from({ length: 999 }, (_, index) => `tag ${index}`);
    expect(await found({ tags: { in: [...many, 'a'] } })).toEqual(expected({ tags: { eq: 'a' } }));
    expect(await found({ label: { nin: many } })).toHaveLength(stored.size);
  });

  it('never take a value for SQL', async () => {
    for (const value of [`' or 1=1 --`, `"; drop table readings; --`, '$1', '?', '\\', `x'00'`]) {
      expect(await found({ label: value })).toEqual([]);
      expect(await found({ label: { like: value.replaceAll('\\', '\\\\') } })).toEqual([]);
      expect(await found({ [`metadata.${value.replaceAll('.', '')}`]: 'x' })).toEqual([]);
    }
  });

  describe('in an order', () => {
    const orders = fc
      .uniqueArray(fc.tuple(fc.constantFrom('label', 'count', 'score', 'done', 'at', 'created_at'), fc.boolean()), {
        selector: ([field]) => field,
        minLength: 1,
        maxLength: 3,
      })
      .map((terms) => terms.map(([field, descending]) => `${descending ? '-' : ''}${field}`).join(','));

    it('page by cursor as they page by offset, through nulls and in both directions', async () => {
      await fc.assert(
        fc.asyncProperty(orders, fc.integer({ min: 7, max: 50 }), async (orderBy, limit) => {
          const whole = (await readings.list({ orderBy, limit: 1000 })).map((each) => each.id);
          const paged: string[] = [];
          let cursor: string | undefined;
          do {
            const page = await readings.page({ orderBy, limit, ...(cursor === undefined ? {} : { cursor }) });
            expect(page.count).toBe(stored.size);
            expect(page.items.map((each) => each.id)).toEqual(whole.slice(paged.length, paged.length + limit));
            paged.push(...page.items.map((each) => each.id));
            cursor = page.nextCursor;
          } while (cursor !== undefined);
          expect(paged).toEqual(whole);
        }),
        { numRuns: 25 },
      );
    });

    it('put nulls first ascending and last descending, and text by code point', async () => {
      const values = [...stored.values()].map((each) => each.label);
      const sorted = values.toSorted((one, other) => (one === null ? (other === null ? 0 : -1) : other === null ? 1 : compare(one, other)));
      expect((await readings.list({ orderBy: 'label', limit: 1000 })).map((each) => each.label)).toEqual(sorted);
      expect((await readings.list({ orderBy: '-label', limit: 1000 })).map((each) => each.label)).toEqual(sorted.toReversed());
    });
  });

  it.each([
    [{ limit: -1 }, '/limit'],
    [{ limit: 1001 }, '/limit'],
    [{ limit: 1.5 }, '/limit'],
    [{ offset: -1 }, '/offset'],
    [{ offset: 1e12 }, '/offset'],
    [{ orderBy: 'colour' }, '/orderBy'],
    [{ cursor: 'made-up' }, '/cursor'],
    [{ search: 'anything' }, '/search'],
  ])('refuse %j, naming %s', async (query, pointer) => {
    await expect(readings.page(query)).rejects.toMatchObject({ status: 400, errors: [{ pointer }] });
  });

  it('refuse the cursor of another filter, order, table or viewer', async () => {
    const { nextCursor: cursor = '' } = await readings.page({ where: { done: true }, orderBy: 'label', limit: 2 });
    expect(cursor).not.toBe('');
    const viewer: Call = { ...readings.call, caller: { kind: 'user', id: 'u', name: 'U', tenantId: 't', role: 'viewer' } };
    for (const [reader, query] of [
      [readings, { where: { done: false }, orderBy: 'label' }],
      [readings, { where: { done: true }, orderBy: '-label' }],
      [readings, { orderBy: 'label' }],
      [new Collection(database, viewer), { where: { done: true }, orderBy: 'label' }],
    ] as const) {
      await expect(reader.page({ ...query, cursor })).rejects.toMatchObject({ errors: [{ pointer: '/cursor', code: 'foreign_cursor' }] });
    }
  });

  it('answer nothing and the count when asked for none', async () => {
    expect(await readings.page({ limit: 0 })).toMatchObject({ items: [], count: stored.size, limit: 0 });
    expect(await readings.page({ limit: 1, count: 'none' })).toMatchObject({ count: null });
  });
}

describeOnEveryDatabase('filters of lists', (open) => {
  it.each([false, true])('do not mind columns that are named as in the functions of SQLite, indexed: %s', async (indexed) => {
    const names = ['key', 'value', 'type', 'atom', 'id', 'parent', 'fullkey', 'path', 'json', 'root'];
    const lists = Object.fromEntries(names.map((name) => [name, list(text(), { indexed })]));
    class Way extends object({ code: text({ required: true }), ...lists }, { table: 'ways', key: 'code' }) {}
    class Ways extends collection(Way) {}
    const ways = await Ways.create({ db: await open() });
    const long = 'x'.repeat(300);
    for (const [code, items] of Object.entries({ one: ['a', long], two: ['b'] }))
      await ways.add({ code, ...Object.fromEntries(names.map((name) => [name, items])) } as never);
    for (const name of names)
      for (const [filter, count] of [
        ['a', 1],
        [{ ne: 'a' }, 1],
        [{ in: ['b', long] }, 2],
        [{ nin: [long] }, 1],
      ])
        expect([name, await ways.count({ where: { [name]: filter } as never })]).toEqual([name, count]);
  });
});
