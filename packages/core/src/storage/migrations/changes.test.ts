import { expect, it } from 'vitest';
import { AuditEntries } from '../../audit/audit-entry.ts';
import { boolean } from '../../fields/boolean.ts';
import { datetime } from '../../fields/datetime.ts';
import type { Fields } from '../../fields/field.ts';
import { list } from '../../fields/list.ts';
import { integer } from '../../fields/numbers.ts';
import { reference } from '../../fields/reference.ts';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import { schemaOf } from '../../objects/schema.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import type { Database } from '../database.ts';
import { announceProcess } from '../processes/announce-process.ts';
import type { TableDefinition } from '../table.ts';
import {
  defineMigration,
  drop,
  relax,
  rename,
  renameTable,
  require,
  retype,
  type SchemaChange,
  split,
  update,
} from './define-migration.ts';
import { applyMigrations } from './migrate.ts';
import { migrationStatus } from './status.ts';

/** The schema of a table of these fields. */
function dishes(fields: Fields, options: Parameters<typeof object>[1] = {}): TableDefinition[] {
  class Dish extends object(fields, { table: 'dishes', ...options }) {}
  class Dishes extends collection(Dish) {}
  return schemaOf([Dishes]);
}

const NOW = '2026-01-01T00:00:00.000Z';

async function insert(database: Database, table: TableDefinition, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const { dialect } = database;
  for (const [at, row] of rows.entries()) {
    const values = { id: `d${String(at).padStart(4, '0')}`, rev: 1, created_at: NOW, updated_at: NOW, ...row };
    const stored = Object.entries(values).map(([name, value]) => [
      name,
      dialect.encode(table.columns.find((column) => column.name === name)?.kind ?? 'text', value),
    ]);
    await database.run(dialect.builder.insertInto(table.name).values(Object.fromEntries(stored)).compile());
  }
}

async function read(database: Database, schema: readonly TableDefinition[], name = 'dishes'): Promise<Record<string, unknown>[]> {
  const table = schema.find((each) => each.name === name);
  const rows = await database.all(database.dialect.builder.selectFrom(name).selectAll().orderBy('id').compile());
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([column]) => !['id', 'rev', 'created_at', 'updated_at', '_row', '_search'].includes(column))
        .map(([column, value]) => [
          column,
          database.dialect.decode(table?.columns.find((each) => each.name === column)?.kind ?? 'text', value),
        ]),
    ),
  );
}

/** What the database itself says about its tables, without the order of columns and the names that only a search table has. */
async function shapeOf(database: Database): Promise<unknown> {
  const sql =
    database.dialect.name === 'postgres'
      ? `SELECT table_name AS t, column_name AS c, data_type AS k, is_nullable AS n FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE '\\_colophon%'
         UNION ALL SELECT tablename, indexname, indexdef, '' FROM pg_indexes WHERE schemaname = 'public' AND tablename NOT LIKE '\\_colophon%'
         UNION ALL SELECT 'trigger', tgname, '', '' FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2, 3`
      : `SELECT t.name AS t, c.name AS c, c.type AS k, c."notnull" AS n FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE '\\_colophon%' ESCAPE '\\' AND t.name NOT LIKE '%\\_search' ESCAPE '\\' AND t.name <> 'sqlite_stat1'
         UNION ALL SELECT type, name, CASE type WHEN 'index' THEN sql ELSE '' END, '' FROM sqlite_schema WHERE type IN ('index', 'trigger') AND tbl_name NOT LIKE '\\_colophon%' ESCAPE '\\' ORDER BY 1, 2, 3`;
  return database.all({ sql, parameters: [] });
}

describeOnEveryDatabase('a migration file', (open) => {
  /** Applies steps to rows, and compares with a database that was created at once. */
  async function migrated(
    before: readonly TableDefinition[],
    after: readonly TableDefinition[],
    rows: readonly Readonly<Record<string, unknown>>[],
    steps: readonly SchemaChange[],
  ): Promise<Record<string, unknown>[]> {
    const database = await open();
    await applyMigrations(database, before);
    const [table] = before;
    if (table) await insert(database, table, rows);
    const files = [defineMigration({ id: '0001-change', steps })];
    expect(await migrationStatus(database, after, { files })).toMatchObject({ state: 'behind', mayStart: false });
    expect(await applyMigrations(database, after, { files })).toMatchObject({ state: 'current', mayStart: true });
    expect(await migrationStatus(database, after, { files })).toMatchObject({ state: 'current', files: [] });
    const fresh = await open();
    await applyMigrations(fresh, after, { files });
    expect(await migrationStatus(fresh, after, { files })).toMatchObject({ state: 'current', files: [] });
    expect(await shapeOf(database)).toEqual(await shapeOf(fresh));
    return read(database, after, after[0]?.name);
  }

  it('renames a column with its indexes, rules and search', async () => {
    const rows = await migrated(
      dishes(
        {
          title: text({ required: true, search: 'A' }),
          mins: integer({ required: true, default: 5 }),
          parts: list(text(), { indexed: true }),
        },
        { unique: [['mins']], indexes: [['title']] },
      ),
      dishes(
        {
          name: text({ required: true, search: 'A' }),
          minutes: integer({ required: true, default: 5 }),
          pieces: list(text(), { indexed: true }),
        },
        { unique: [['minutes']], indexes: [['name']] },
      ),
      [
        { title: 'Soup', mins: 20, parts: ['water'] },
        { title: 'Bread', mins: 90, parts: [] },
      ],
      [rename('dishes.title', 'dishes.name'), rename('dishes.mins', 'dishes.minutes'), rename('dishes.parts', 'dishes.pieces')],
    );
    expect(rows).toEqual([
      { name: 'Soup', minutes: 20, pieces: ['water'] },
      { name: 'Bread', minutes: 90, pieces: [] },
    ]);
  });

  it('renames a column that a search goes on to find', async () => {
    const database = await open();
    class Dish extends object({ title: text({ search: 'A' }) }, { table: 'dishes' }) {}
    class Dishes extends collection(Dish) {}
    await applyMigrations(database, schemaOf([Dishes]));
    await new Dishes(database).add({ title: 'Cabbage soup' });
    await applyMigrations(database, dishes({ name: text({ search: 'A' }) }), {
      files: [defineMigration({ id: '0001-name', steps: [rename('dishes.title', 'dishes.name')] })],
    });
    class Meal extends object({ name: text({ search: 'A' }) }, { table: 'dishes' }) {}
    class Meals extends collection(Meal) {}
    const meals = new Meals(database);
    await meals.add({ name: 'Turnip stew' });
    const [soup] = await meals.list({ search: 'cabbage' });
    await meals.update(soup?.id ?? '', { name: 'Leek soup' });
    const found = async (search: string): Promise<unknown[]> => (await meals.list({ search })).map(({ name }) => name);
    expect([await found('turnip'), await found('leek'), await found('cabbage')]).toEqual([['Turnip stew'], ['Leek soup'], []]);
  });

  it('converts values to another kind', async () => {
    const rows = await migrated(
      dishes(
        { stars: text({ required: true }), eaten: text(), hot: integer(), price: integer(), note: integer({ required: true }) },
        { indexes: [['stars']] },
      ),
      dishes(
        { stars: integer({ required: true }), eaten: datetime(), hot: boolean(), price: text(), note: list(text()) },
        { indexes: [['stars']] },
      ),
      [
        { stars: '3', eaten: '2026-01-31', hot: 1, price: 12, note: 8 },
        { stars: ' -4 ', eaten: null, hot: 0, price: null, note: 9 },
      ],
      [
        retype('dishes.stars', 'integer'),
        retype('dishes.eaten', 'datetime'),
        retype('dishes.hot', 'boolean'),
        retype('dishes.price', 'text'),
        retype('dishes.note', 'list', { convert: (value) => [String(value)] }),
      ],
    );
    expect(rows).toEqual([
      { stars: 3, eaten: '2026-01-31T00:00:00.000Z', hot: true, price: '12', note: ['8'] },
      { stars: -4, eaten: null, hot: false, price: null, note: ['9'] },
    ]);
  });

  it('makes a column required, another one optional, and removes a third', async () => {
    const rows = await migrated(
      dishes(
        { town: text(), chef: text({ required: true }), colour: text({ required: true }) },
        { indexes: [['colour', 'town'], ['town']] },
      ),
      dishes({ town: text({ required: true }), chef: text() }, { indexes: [['town']] }),
      [
        { town: null, chef: 'Ada', colour: 'red' },
        { town: 'Bonn', chef: 'Ben', colour: 'blue' },
      ],
      [require('dishes.town', { fill: "it's unknown" }), relax('dishes.chef'), drop('dishes.colour')],
    );
    expect(rows).toEqual([
      { town: "it's unknown", chef: 'Ada' },
      { town: 'Bonn', chef: 'Ben' },
    ]);
  });

  it('makes two columns of one, and sets values', async () => {
    const rows = await migrated(
      dishes({ cook: text({ required: true }), mins: integer() }),
      dishes({ first: text({ required: true }), last: text(), mins: integer() }),
      [
        { cook: 'Ada Lovelace', mins: 1 },
        { cook: 'Plato', mins: null },
      ],
      [
        split('dishes', {
          from: ['cook'],
          into: { first: { kind: 'text', required: true }, last: { kind: 'text' } },
          set: ({ cook }) => {
            const [first, last = null] = String(cook).split(' ');
            return { first, last };
          },
        }),
        drop('dishes.cook'),
        update('dishes', {
          reads: ['mins'],
          writes: ['mins'],
          set: ({ mins }) => (mins === null ? undefined : { mins: Number(mins) * 60 }),
        }),
      ],
    );
    expect(rows).toEqual([
      { first: 'Ada', last: 'Lovelace', mins: 60 },
      { first: 'Plato', last: null, mins: null },
    ]);
  });

  it('renames a table that others refer to', async () => {
    const two = (name: string): TableDefinition[] => {
      class Dish extends object(
        { title: text({ search: 'A' }), parts: list(text(), { indexed: true }) },
        { table: name, indexes: [['title']] },
      ) {}
      class Dishes extends collection(Dish) {}
      class Guest extends object({ dish: reference(name, { onDelete: 'cascade' }) }, { table: 'guests' }) {}
      class Guests extends collection(Guest) {}
      return schemaOf([Dishes, Guests]);
    };
    const rows = await migrated(two('dishes'), two('meals'), [{ title: 'Soup', parts: ['water'] }], [renameTable('dishes', 'meals')]);
    expect(rows).toEqual([{ title: 'Soup', parts: ['water'] }]);
  });

  it('changes tables whose key has several columns, beside a program that writes', async () => {
    const database = await open();
    const table = (kind: 'text' | 'integer', mark: string): TableDefinition => ({
      name: 'uses',
      columns: [
        { name: 'dish', kind: 'text', nullable: false },
        { name: 'at', kind: 'integer', nullable: false },
        { name: 'amount', kind, nullable: true },
        { name: mark, kind: 'text', nullable: true },
      ],
      primaryKey: ['dish', 'at'],
      indexes: [],
    });
    await applyMigrations(database, [table('text', 'mark')]);
    const { builder } = database.dialect;
    const values = Array.from({ length: 1300 }, (_, at) => ({ dish: `d${at % 7}`, at, amount: String(at), mark: `m${at}` }));
    await database.run(builder.insertInto('uses').values(values).compile());
    const leave = await announceProcess(database, { version: '1', schema: 'old' });
    const files = [defineMigration({ id: '0001-uses', steps: [retype('uses.amount', 'integer'), rename('uses.mark', 'uses.sign')] })];
    const after = [table('integer', 'sign')];
    await expect(applyMigrations(database, after, { files })).rejects.toMatchObject({ code: 'migration_in_use' });
    await database.run({ sql: `UPDATE uses SET amount = '5', mark = 'later' WHERE "at" >= 600 AND "at" < 1100`, parameters: [] });
    await database.run({ sql: `INSERT INTO uses (dish, "at", amount, mark) VALUES ('new', 1, '17', 'new')`, parameters: [] });
    await leave();
    await applyMigrations(database, after, { files });
    const rows = await database.all(
      builder.selectFrom('uses').select(['dish', 'at', 'amount', 'sign']).orderBy('at').orderBy('dish').compile(),
    );
    const isLater = (at: number): boolean => at >= 600 && at < 1100;
    const kept = values.map(({ dish, at, mark }) => ({ dish, at, amount: isLater(at) ? 5 : at, sign: isLater(at) ? 'later' : mark }));
    expect(rows.filter(({ dish }) => dish !== 'new')).toEqual(kept);
    expect(rows.filter(({ dish }) => dish === 'new')).toEqual([{ dish: 'new', at: 1, amount: 17, sign: 'new' }]);
  });

  it('stops at values that cannot be converted, names them all, and loses nothing', async () => {
    const database = await open();
    const before = dishes({ stars: text() });
    const after = dishes({ stars: integer() });
    await applyMigrations(database, before);
    const [table] = before;
    const bad = Array.from({ length: 30 }, (_, at) => `d${String(at * 3).padStart(4, '0')}`);
    if (table)
      await insert(
        database,
        table,
        Array.from({ length: 90 }, (_, at) => ({ stars: at % 3 === 0 ? `many ${at}` : String(at) })),
      );
    const files = [defineMigration({ id: '0001-stars', steps: [retype('dishes.stars', 'integer')] })];
    const refused = applyMigrations(database, after, { files });
    await expect(refused).rejects.toMatchObject({
      code: 'migration_unreadable',
      parts: bad,
      message: expect.stringContaining('in 30 rows'),
    });
    await expect(refused).rejects.toThrow(expect.not.stringContaining('many'));
    expect((await read(database, before)).map(({ stars }) => stars)).toContain('many 3');
    expect(await migrationStatus(database, after, { files })).toMatchObject({ state: 'migrating', mayStart: false });
    // Mended, it goes on where it was.
    await database.run({ sql: `UPDATE dishes SET stars = '7' WHERE stars LIKE 'many%'`, parameters: [] });
    expect(await applyMigrations(database, after, { files })).toMatchObject({ state: 'current' });
    expect(new Set((await read(database, after)).map(({ stars }) => typeof stars))).toEqual(new Set(['number']));
  });

  it('fills in a value for those that cannot be converted if the file says so', async () => {
    const rows = await migrated(
      dishes({ stars: text({ required: true }) }),
      dishes({ stars: integer({ required: true }) }),
      [{ stars: 'many' }, { stars: '99999999999' }, { stars: '2' }],
      [retype('dishes.stars', 'integer', { unreadable: { fill: 0 } })],
    );
    expect(rows).toEqual([{ stars: 0 }, { stars: 0 }, { stars: 2 }]);
  });

  it('is refused when it was edited after it was applied', async () => {
    const database = await open();
    await applyMigrations(database, dishes({ mins: integer() }));
    const applied = defineMigration({ id: '0001-change', steps: [rename('dishes.mins', 'dishes.minutes')] });
    const after = dishes({ minutes: integer() });
    await applyMigrations(database, after, { files: [applied] });
    const edited = defineMigration({ id: '0001-change', steps: [rename('dishes.mins', 'dishes.minutes'), drop('dishes.colour')] });
    const refusal = { code: 'migration_edited', parts: ['0001-change'] };
    await expect(applyMigrations(database, after, { files: [edited] })).rejects.toMatchObject(refusal);
    await expect(migrationStatus(database, after, { files: [edited] })).rejects.toMatchObject(refusal);
  });

  it('is refused when it comes before one that was applied', async () => {
    const database = await open();
    await applyMigrations(database, dishes({ mins: integer() }));
    const second = defineMigration({ id: '0002-second', steps: [rename('dishes.mins', 'dishes.minutes')] });
    const after = dishes({ minutes: integer() });
    await applyMigrations(database, after, { files: [second] });
    const first = defineMigration({ id: '0001-first', steps: [drop('dishes.colour')] });
    await expect(applyMigrations(database, after, { files: [first, second] })).rejects.toMatchObject({
      code: 'migration_gap',
      parts: ['0001-first'],
    });
    // The files of a package have an order of their own.
    const other = defineMigration({ id: 'tags/0001-first', steps: [drop('dishes.colour')] });
    expect(await applyMigrations(database, after, { files: [other, second] })).toMatchObject({ state: 'current' });
  });

  it('is one entry of the audit log, and none in a database that was created after it', async () => {
    const withLog = (fields: Fields): TableDefinition[] => [...dishes(fields), ...schemaOf([AuditEntries])];
    const files = [defineMigration({ id: '0001-minutes', steps: [rename('dishes.mins', 'dishes.minutes')] })];
    const [database, fresh] = [await open(), await open()];
    await applyMigrations(database, withLog({ mins: integer() }));
    for (const each of [database, database, fresh]) await applyMigrations(each, withLog({ minutes: integer() }), { files });
    const [entry, ...more] = await new AuditEntries(database).list();
    expect(entry).toMatchObject({
      action: 'migrate',
      objectType: '_colophon_migrations',
      objectId: '0001-minutes',
      after: { id: '0001-minutes' },
    });
    expect([more, await new AuditEntries(fresh).count()]).toEqual([[], 0]);
  });

  it('does not change records of what happened', async () => {
    const database = await open();
    class Booking extends object({ sum: text() }, { table: 'bookings', appendOnly: true }) {}
    class Bookings extends collection(Booking) {}
    class Booked extends object({ sum: integer() }, { table: 'bookings', appendOnly: true }) {}
    class Bookeds extends collection(Booked) {}
    await applyMigrations(database, schemaOf([Bookings, AuditEntries]));
    const files = [defineMigration({ id: '0001-sum', steps: [retype('bookings.sum', 'integer')] })];
    await expect(applyMigrations(database, schemaOf([Bookeds, AuditEntries]), { files })).rejects.toMatchObject({
      code: 'migration_touches_record',
      parts: ['retype bookings.sum'],
    });
    expect(await migrationStatus(database, schemaOf([Bookings, AuditEntries]))).toMatchObject({ state: 'current', version: 1 });
  });

  it('goes on from a database that lacks what its first steps change', async () => {
    const database = await open();
    await applyMigrations(database, dishes({ title: text() }));
    const files = [
      defineMigration({ id: '0001-first', steps: [rename('dishes.mins', 'dishes.minutes')] }),
      defineMigration({ id: '0002-second', steps: [retype('dishes.minutes', 'text')] }),
      defineMigration({ id: '0003-third', steps: [rename('dishes.title', 'dishes.name')] }),
    ];
    const after = dishes({ name: text(), minutes: text() });
    expect(await applyMigrations(database, after, { files })).toMatchObject({ state: 'current' });
    expect(await migrationStatus(database, after, { files })).toMatchObject({ state: 'current', files: [] });
  });
});
