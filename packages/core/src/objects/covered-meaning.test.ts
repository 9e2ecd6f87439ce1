import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { type Call, makeCall } from '../callers/call.ts';
import { boolean } from '../fields/boolean.ts';
import { datetime } from '../fields/datetime.ts';
import { json } from '../fields/json.ts';
import { list } from '../fields/list.ts';
import { integer, real } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { where as comparing } from '../queries/filter.ts';
import type { Database } from '../storage/database.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { wordsOf } from '../text/words.ts';
import { collection } from './collection.ts';
import { object } from './object.ts';
import type { Page, Query } from './query.ts';
import { matches, record, type Values, where } from './testing/filter-worlds.ts';

/** Each kind of condition: in the index by row, found by an index of its own, by a value index, and on a column without any. */
class Sheet extends object(
  {
    label: text(),
    count: integer(),
    score: real(),
    done: boolean(),
    at: datetime(),
    tags: list(text(), { indexed: true }),
    metadata: json({ indexed: true }),
    title: text({ default: '', search: 'A' }),
    body: text({ default: '', search: 'D' }),
    kind: text({ default: 'sheet' }),
  },
  {
    table: 'sheets',
    type: { field: 'kind' },
    tenant: true,
    covering: ['kind', 'count', 'tenantId'],
    indexes: [
      ['label', 'id'],
      ['-at', 'done', 'id'],
    ],
    access: { visible: ({ caller }) => (caller.kind === 'anonymous' ? comparing('count', 'ne', 1) : undefined) },
  },
) {}
class Poster extends Sheet.extend({ format: text() }) {
  static readonly typeName = 'poster';
}
class Posters extends collection(Poster) {}
class Sheets extends collection(Sheet, { requires: () => [Posters] }) {}

const VOCABULARY = ['harbour', 'council', 'the', 'vote', 'Ärger'] as const;

interface Stored extends Values {
  readonly title: string;
  readonly body: string;
  readonly kind: string;
  readonly tenantId: string | null;
}

const words = fc.array(fc.constantFrom(...VOCABULARY), { maxLength: 4 }).map((each) => each.join(' '));
const stored: fc.Arbitrary<Stored> = fc
  .tuple(
    record,
    fc.record({ title: words, body: words, kind: fc.constantFrom('sheet', 'poster'), tenantId: fc.constantFrom('one', 'other', null) }),
  )
  .map(([values, more]) => ({ ...values, ...more }));

const term = fc.tuple(fc.constantFrom(...VOCABULARY, 'absent', 'cou*', '"the harbour"'), fc.boolean());
const searches = fc.array(term, { minLength: 1, maxLength: 3 });
const viewers: Record<string, Call> = {
  system: makeCall({}),
  reader: makeCall({ caller: { kind: 'anonymous', id: null, name: null, tenantId: 'one', role: null } }),
  editor: makeCall({ caller: { kind: 'user', id: 'u', name: 'U', tenantId: null, role: 'editor' } }),
};

interface Asked {
  readonly filter: Record<string, unknown> | undefined;
  readonly terms: readonly (readonly [string, boolean])[] | undefined;
  readonly viewer: string;
  readonly posters: boolean;
}

const asked: fc.Arbitrary<Asked> = fc.record({
  filter: fc.option(where, { nil: undefined }),
  terms: fc.option(searches, { nil: undefined }),
  viewer: fc.constantFrom(...Object.keys(viewers)),
  posters: fc.boolean(),
});

function isFound(values: Stored, { filter, terms, viewer, posters }: Asked): boolean {
  if (posters && values.kind !== 'poster') return false;
  if (viewer === 'reader' && (values.count === 1 || (values.tenantId !== null && values.tenantId !== 'one'))) return false;
  if (viewer === 'editor' && values.tenantId !== null) return false;
  if (filter && !matches(values, filter)) return false;
  return terms?.every(([text, negated]) => contains(values, text) !== negated) ?? true;
}

/** Whether the title or the body contains the words of a term next to each other. */
function contains({ title, body }: Stored, text: string): boolean {
  const sought = wordsOf(text).join(' ');
  return [title, body].some((each) => {
    const found = ` ${wordsOf(each).join(' ')} `;
    return found.includes(text.endsWith('*') ? ` ${sought}` : ` ${sought} `);
  });
}

describeOnEveryDatabase('counts and searches of random rows', (open) => {
  let database: Database;
  const rows = new Map<string, Stored>();

  beforeAll(async () => {
    database = await open();
    const sheets = await Sheets.create({ db: database });
    const samples = fc.sample(stored, { numRuns: 160, seed: 11 });
    const add = async (sample: Stored): Promise<string> => {
      const { id } = await (sample.kind === 'poster' ? new Posters(database) : sheets).add(sample as never);
      rows.set(id, sample);
      return id;
    };
    await sheets.transaction(async () => {
      const added: string[] = [];
      for (const sample of samples.slice(0, 100)) added.push(await add(sample));
      // Row numbers are used again after the last row was deleted.
      for (const id of added.slice(80)) {
        await sheets.remove(id);
        rows.delete(id);
      }
      for (const sample of samples.slice(100, 130)) await add(sample);
      for (const [index, id] of added.slice(0, 30).entries()) {
        const { kind: _, tenantId: __, ...changes } = samples[130 + index] as Stored;
        await sheets.update(id, changes as never);
        rows.set(id, { ...(rows.get(id) as Stored), ...changes });
      }
    });
  });

  const reading = (ask: Asked): Sheets => new (ask.posters ? Posters : Sheets)(database, viewers[ask.viewer]) as Sheets;
  const queryOf = ({ filter, terms }: Asked) =>
    ({
      ...(filter && { where: filter }),
      ...(terms && { search: terms.map(([text, negated]) => `${negated ? '-' : ''}${text}`).join(' ') }),
    }) as Query<Sheet>;
  const expected = (ask: Asked): [string, Stored][] => [...rows].filter(([, values]) => isFound(values, ask));

  it('are those of each filter, for every viewer and type', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (ask) => {
        expect(await reading(ask).count(queryOf(ask))).toBe(expected(ask).length);
      }),
      { numRuns: 1000 },
    );
  });

  it('find each match on one page, and count the matches on every page', async () => {
    await fc.assert(
      fc.asyncProperty(asked, fc.integer({ min: 3, max: 40 }), async (ask, limit) => {
        const found = expected(ask);
        const paged: string[] = [];
        let next: { cursor?: string; offset?: number } | undefined = {};
        while (next) {
          const page: Page<Sheet> = await reading(ask).page({ ...queryOf(ask), ...next, limit });
          expect(page.count).toBe(found.length);
          paged.push(...page.items.map(({ id }) => id));
          const { nextCursor: cursor, nextOffset: offset } = page;
          next = cursor === undefined ? (offset === undefined ? undefined : { offset }) : { cursor };
        }
        expect(paged.toSorted()).toEqual(found.map(([id]) => id).toSorted());
      }),
      { numRuns: 150 },
    );
  });

  it('count by the values of a field what it has', async () => {
    await fc.assert(
      fc.asyncProperty(asked, fc.constantFrom('kind', 'count', 'label', 'done'), async (ask, field) => {
        const groups = Map.groupBy(expected(ask), ([, values]) => values[field]);
        const counted = await reading(ask).countBy(field, queryOf(ask));
        expect(new Map(counted.map(({ value, count }) => [value, count]))).toEqual(
          new Map([...groups].map(([value, { length }]) => [value, length])),
        );
      }),
      { numRuns: 150 },
    );
  });
});
