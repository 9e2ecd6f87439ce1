import { fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { boolean } from '../../fields/boolean.ts';
import { list } from '../../fields/list.ts';
import type { Fields } from '../../fields/field.ts';
import { integer } from '../../fields/numbers.ts';
import { reference } from '../../fields/reference.ts';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import { schemaOf } from '../../objects/schema.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import type { Database } from '../database.ts';
import type { TableDefinition } from '../table.ts';
import { applyMigrations, requireCurrentSchema } from './migrate.ts';
import { migrationStatus } from './status.ts';

/** The schema of a table of these fields. */
function tables(fields: Fields, options: Parameters<typeof object>[1] = {}): TableDefinition[] {
  class Thing extends object(fields, { table: 'things', ...options }) {}
  class Things extends collection(Thing) {}
  return schemaOf([Things]);
}

const insert = (database: Database, id: string): Promise<number> =>
  database.run(
    database.dialect.builder
      .insertInto('things')
      .values({ id, title: 'x', rev: 1, created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' })
      .compile(),
  );
const rows = (database: Database): Promise<readonly Record<string, unknown>[]> =>
  database.all(database.dialect.builder.selectFrom('things').selectAll().compile());

const first = tables({ title: text() });

describeOnEveryDatabase('migrations', (open) => {
  it('set up an empty database, and find it current from then on', async () => {
    const database = await open();
    expect(await migrationStatus(database, first)).toMatchObject({ state: 'empty', version: 0 });
    expect(await requireCurrentSchema(database, first)).toMatchObject({ state: 'current', version: 1 });
    expect(await migrationStatus(database, first)).toMatchObject({ state: 'current', version: 1, plan: { steps: [] } });
    expect(await applyMigrations(database, first)).toMatchObject({ state: 'current', version: 1 });
  });

  it('refuse to run with a database that is behind, and say what is missing', async () => {
    const database = await open();
    await applyMigrations(database, first);
    const next = tables(
      { title: text(), pages: integer({ default: 7 }), done: boolean({ default: true }), tags: list(text()) },
      { indexes: [['pages']] },
    );
    await insert(database, 'old');
    await expect(requireCurrentSchema(database, next)).rejects.toMatchObject({
      status: 503,
      code: 'schema_behind',
      parts: ['add column things.pages', 'add column things.done', 'add column things.tags', 'create index things_pages'],
      hint: expect.stringContaining('migrate apply'),
    });
    expect((await migrationStatus(database, next)).state).toBe('behind');
    expect(await applyMigrations(database, next)).toMatchObject({ state: 'current', version: 2 });
    const [old] = await rows(database);
    expect(database.dialect.decode('list', old?.['tags'])).toEqual([]);
    expect(old).toMatchObject({ id: 'old', title: 'x', pages: 7 });
  });

  it('refuse to run with a database that is ahead', async () => {
    const database = await open();
    await applyMigrations(database, tables({ title: text(), pages: integer() }));
    await expect(requireCurrentSchema(database, first)).rejects.toMatchObject({
      code: 'schema_ahead',
      parts: ['things.pages is unknown to this code'],
    });
    await expect(applyMigrations(database, first)).rejects.toMatchObject({ code: 'schema_ahead' });
  });

  it.each<[string, Fields, RegExp]>([
    ['goes another way', { colour: text() }, /things\.title is unknown/],
    ['changes a kind', { title: integer() }, /its kind changed from text to integer/],
    ['makes a field required', { title: text({ required: true }) }, /it became required/],
    ['adds a required field without a default', { title: text(), slug: text({ required: true }) }, /things\.slug: a new column/],
    ['makes a field refer to something', { title: reference('things') }, /its kind changed from text to reference/],
  ])('say that database and code are apart when the code %s', async (_, fields, message) => {
    const database = await open();
    await applyMigrations(database, first);
    const status = await migrationStatus(database, tables(fields));
    expect(status.state).toBe('apart');
    expect(status.differences.join()).toMatch(message);
    await expect(applyMigrations(database, tables(fields))).rejects.toMatchObject({ status: 503, code: 'schema_apart' });
  });

  it('remove columns and tables only when they are named, with their data', async () => {
    const database = await open();
    class Extra extends object({ a: text({ search: 'A' }) }, { table: 'extras' }) {}
    class Extras extends collection(Extra) {}
    await applyMigrations(database, [...tables({ title: text(), pages: integer() }, { indexes: [['pages']] }), ...schemaOf([Extras])]);
    await insert(database, 'kept');
    const drop = ['things.pages', 'extras'];
    expect((await migrationStatus(database, first, { drop })).plan.steps.map((step) => step.summary)).toEqual([
      'drop index things_pages',
      'drop column things.pages',
      'drop table extras',
    ]);
    await expect(applyMigrations(database, first, { drop: ['things.pages'] })).rejects.toMatchObject({ code: 'schema_apart' });
    expect(await applyMigrations(database, first, { drop })).toMatchObject({ state: 'current', version: 2 });
    expect(await rows(database)).toMatchObject([{ id: 'kept' }]);
    expect((await rows(database))[0]).not.toHaveProperty('pages');
    expect(await migrationStatus(database, first)).toMatchObject({ state: 'current' });
  });

  it("take a database in which something else has such a table for someone else's", async () => {
    const database = await open();
    await database.run({ sql: 'CREATE TABLE things (mine TEXT)', parameters: [] });
    await expect(requireCurrentSchema(database, first)).rejects.toMatchObject({
      code: 'schema_apart',
      parts: ['things already exists and was not created by Colophon'],
    });
  });

  it('leave alone tables that are not theirs', async () => {
    const database = await open();
    await database.run({ sql: 'CREATE TABLE theirs (a TEXT)', parameters: [] });
    await applyMigrations(database, first);
    expect(await migrationStatus(database, first)).toMatchObject({ state: 'current' });
  });

  it('notice what was taken away behind their back', async () => {
    const database = await open();
    await applyMigrations(database, tables({ title: text(), pages: integer() }));
    await database.run({ sql: 'ALTER TABLE things DROP COLUMN pages', parameters: [] });
    expect(await migrationStatus(database, tables({ title: text(), pages: integer() }))).toMatchObject({
      state: 'apart',
      differences: ['things.pages is recorded but does not exist'],
    });
  });

  it('are whole or not at all', async () => {
    const database = await open();
    await applyMigrations(database, first);
    await insert(database, 'a');
    await insert(database, 'b');
    // Both have the title x: the unique index cannot be made, so the new column must not stay either.
    const next = tables({ title: text(), pages: integer() }, { unique: [['title']] });
    await expect(applyMigrations(database, next)).rejects.toThrow();
    expect(Object.keys((await rows(database))[0] ?? {})).not.toContain('pages');
    expect(await migrationStatus(database, first)).toMatchObject({ state: 'current', version: 1 });
  });

  it('make tables that refer to each other', async () => {
    const database = await open();
    class Ship extends object({ captain: reference('captains', { onDelete: 'set null' }) }, { table: 'ships' }) {}
    class Captain extends object({ ship: reference('ships', { onDelete: 'cascade' }) }, { table: 'captains' }) {}
    class Ships extends collection(Ship) {}
    class Captains extends collection(Captain) {}
    const schema = schemaOf([Ships, Captains]);
    await applyMigrations(database, schema);
    expect(await migrationStatus(database, schema)).toMatchObject({ state: 'current' });
    const ship = await new Ships(database).add({});
    await expect(new Ships(database).add({ captain: 'nobody' })).rejects.toMatchObject({ code: 'bad_reference' });
    const captain = await new Captains(database).add({ ship: ship.id });
    await new Ships(database).update(ship.id, { captain: captain.id });
    await (await new Ships(database).require(ship.id)).delete();
    expect(await new Captains(database).get(captain.id)).toBeUndefined();
  });

  it('do not mind another order of fields or another default', async () => {
    const database = await open();
    await applyMigrations(database, tables({ a: text({ default: 'x' }), b: text() }));
    expect(await migrationStatus(database, tables({ b: text(), a: text({ default: 'y' }) }))).toMatchObject({ state: 'current' });
  });

  it('keep an index that serves the same queries in the other direction', async () => {
    const database = await open();
    const now = tables({ title: text({ required: true }) }, { indexes: [['title', '-created_at', '-id']] });
    const before = now.map((table) => ({
      ...table,
      indexes: table.indexes.map((index) => ({
        ...index,
        columns: index.columns.map((column) => (column.name === 'title' ? column : { ...column, descending: true })),
      })),
    }));
    expect(before).not.toEqual(now);
    await applyMigrations(database, before);
    expect(await migrationStatus(database, now)).toMatchObject({ state: 'current', plan: { steps: [] } });
  });

  it('rebuild an index of PostgreSQL whose nulls come last, because every order has them first', async () => {
    const database = await open();
    const now = tables({ title: text(), due: integer() }, { indexes: [['-due', '-id']] });
    const before = now.map((table) => ({
      ...table,
      indexes: table.indexes.map((index) => ({ ...index, columns: index.columns.map(({ name }) => ({ name })) })),
    }));
    await applyMigrations(database, before);
    const steps = (await migrationStatus(database, now)).plan.steps.map(({ summary }) => summary);
    expect(steps).toEqual(database.dialect.name === 'sqlite' ? [] : ['drop index things_due_id', 'create index things_due_id']);
    expect(await applyMigrations(database, now)).toMatchObject({ state: 'current' });
  });

  it('make a search anew when its fields change', async () => {
    const database = await open();
    await applyMigrations(database, tables({ title: text({ search: 'A' }) }));
    await insert(database, 'a');
    const next = tables({ title: text({ search: 'A' }), body: text({ default: 'hidden words', search: 'D' }) });
    await applyMigrations(database, next);
    const matches = database.dialect.searchMatches({ table: 'things', key: 'id' }, [{ words: ['hidden'], negated: false, prefix: false }]);
    expect(await database.all(database.dialect.builder.selectFrom('things').select('id').where(matches).compile())).toEqual([{ id: 'a' }]);
  });

  it('are applied once by two processes at once', async () => {
    const database = await open();
    const workers = Array.from({ length: 3 }, () =>
      fork(new URL('../../testing/migrate-once.ts', import.meta.url), [database.url], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
    );
    const exits = await Promise.all(workers.map(async (worker) => (await once(worker, 'exit'))[0] as number));
    expect(exits).toEqual([0, 0, 0]);
    const [record] = await database.all({ sql: 'SELECT count(*) AS count FROM _colophon_migrations', parameters: [] });
    expect(Number(record?.['count'])).toBe(1);
  });

  it('make room for collections that are opened on their own at the same time', async () => {
    const database = await open();
    const opened = Array.from({ length: 4 }, async (_, index) => {
      class Part extends object({ a: text() }, { table: `parts_${index}` }) {}
      class Parts extends collection(Part) {}
      return (await Parts.create({ db: database })).add({ a: 'x' });
    });
    expect(await Promise.all(opened)).toHaveLength(4);
  });
});

describe('a plan', () => {
  it('does nothing to the database', async () => {
    const { openDatabase } = await import('../open/open-database.ts');
    const database = await openDatabase('sqlite::memory:');
    await migrationStatus(database, first);
    expect(await database.all(database.dialect.introspect())).toEqual([]);
    await database.close();
  });
});
