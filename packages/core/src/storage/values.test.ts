import { beforeAll, expect, it } from 'vitest';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import type { Database } from './database.ts';

class Town extends object({ name: text({ required: true }), size: integer() }, { table: 'towns' }) {}
class Towns extends collection(Town) {}

describeOnEveryDatabase('rows as their values', (open) => {
  const statement = { sql: 'select size, name from towns order by name', parameters: [] };
  let database: Database;
  let towns: Towns;

  beforeAll(async () => {
    database = await open();
    towns = await Towns.create({ db: database });
    await towns.add({ name: 'Aldeburgh', size: 2_500 });
    await towns.add({ name: 'Bath' });
  });

  it('come in the order of the columns, with null where there is nothing', async () => {
    expect(await database.values(statement)).toEqual([
      [2_500, 'Aldeburgh'],
      [null, 'Bath'],
    ]);
  });

  it('and as rows are both to be had of the same text, in any order', async () => {
    const rows = [
      { size: 2_500, name: 'Aldeburgh' },
      { size: null, name: 'Bath' },
    ];
    expect((await database.all(statement)).map((row) => ({ ...row }))).toEqual(rows);
    expect((await database.values(statement)).length).toBe(2);
    expect((await database.all(statement)).map((row) => ({ ...row }))).toEqual(rows);
  });

  it('hold what the transaction around them wrote, and nobody else sees it before it is committed', async () => {
    await expect(
      database.transaction(async () => {
        await towns.add({ name: 'Crail', size: 1_600 });
        expect(await database.values(statement)).toHaveLength(3);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await database.values(statement)).toHaveLength(2);
  });
});
