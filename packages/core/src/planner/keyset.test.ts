import { beforeAll, expect, it } from 'vitest';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import type { Database } from '../storage/database.ts';
import type { Statement } from '../storage/statement.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { noteReads } from '../testing/note-reads.ts';

class Shift extends object(
  { week: integer({ required: true }), desk: text({ required: true }), rank: integer(), note: text() },
  { table: 'shifts' },
) {}
class Shifts extends collection(Shift) {}

describeOnEveryDatabase('a page after a given row', (open) => {
  let database: Database;
  let shifts: Shifts;
  beforeAll(async () => {
    database = await open();
    shifts = await Shifts.create({ db: database });
    await shifts.transaction(async () => {
      // Each week has rows of each desk, some without a rank or a note, so that every order has ties and nulls.
      for (let index = 0; index < 48; index += 1)
        await shifts.add({
          week: index % 4,
          desk: index % 3 ? 'city' : 'sport',
          rank: index % 5 ? index % 2 : null,
          note: index % 7 ? 'x' : null,
        });
    });
  });

  /** Reads all pages of an order, and what the second one asks the database. */
  const paged = async (orderBy: string): Promise<{ ids: string[]; sql: string }> => {
    const ids: string[] = [];
    const statements: Statement[] = [];
    const reading = new Shifts(noteReads(database, statements));
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const page: Awaited<ReturnType<typeof reading.page>> = await reading.page({
        orderBy,
        limit: 5,
        count: 'none',
        ...(cursor === '' ? {} : { cursor }),
      });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    return { ids, sql: statements[1]?.sql ?? '' };
  };

  it.each([
    'week,desk',
    '-week,-desk',
    'week,-desk',
    '-week,desk',
    'rank,note',
    '-rank,-note',
    'rank,-note',
    '-rank,note',
    'week,-rank,desk',
    '-rank,week',
  ])('ordered by %s repeats and skips no row, among ties and nulls', async (orderBy) => {
    const { ids } = await paged(orderBy);
    expect(ids).toEqual((await shifts.list({ orderBy, limit: 1000 })).map(({ id }) => id));
  });

  it.each([
    ['week,desk', /\("week", "desk", "id"\) > \(/],
    ['-week,-desk', /\("week", "desk", "id"\) < \(/],
  ])('ordered by %s, in one direction and without nulls, starts in an index at exactly that row', async (orderBy, comparison) => {
    expect((await paged(orderBy)).sql).toMatch(comparison);
  });

  it.each(['week,-desk', 'rank', 'week,rank'])('ordered by %s compares field by field', async (orderBy) => {
    expect((await paged(orderBy)).sql).not.toMatch(/"id"\) [<>] \(/);
  });
});
