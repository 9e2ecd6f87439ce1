import { expect, it } from 'vitest';
import { reference } from '../../fields/reference.ts';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import { junction } from '../../objects/junction.ts';
import { object } from '../../objects/object.ts';
import { schemaOf } from '../../objects/schema.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import type { Database } from '../database.ts';
import { defineMigration, divide } from './define-migration.ts';
import { applyMigrations } from './migrate.ts';
import { migrationStatus } from './status.ts';

const shelf = { code: text({ required: true }), name: text({ required: true, search: 'A' }), above: reference('shelves') };
class PlainShelf extends object(shelf, { table: 'shelves', key: 'code' }) {}
class PlainShelves extends collection(PlainShelf) {}
class OwnShelf extends object({ ...shelf, oldCode: text({ private: true }) }, { table: 'shelves', key: 'code', tenant: true }) {}
class Shelves extends collection(OwnShelf) {}

const label = { shelf: reference('shelves', { required: true, onDelete: 'cascade' }), text: text({ required: true }) };
class PlainLabels extends collection(class PlainLabel extends object(label, { table: 'labels', unique: [['shelf', 'text']] }) {}) {}
class Labels extends collection(class OwnLabel extends object(label, { table: 'labels', tenant: true, unique: [['shelf', 'text']] }) {}) {}

class Book extends object({ title: text({ required: true }) }, { table: 'books', tenant: true }) {}
const onShelves = junction('book_shelves', { book_id: () => Book, shelf: () => OwnShelf });
class Books extends collection(Book, { junctions: [onShelves] }) {}
class Sign extends object({ shelf: reference('shelves', { onDelete: 'cascade' }) }, { table: 'signs' }) {}
class Signs extends collection(Sign) {}

const before = schemaOf([PlainShelves, PlainLabels, Books, Signs]);
const after = schemaOf([Shelves, Labels, Books, Signs]);
const files = [
  defineMigration({
    id: '0001-shelves-of-tenants',
    steps: [
      divide('shelves', {
        owner: 'tenantId',
        keptKey: 'oldCode',
        parent: 'above',
        uses: { table: 'book_shelves', column: 'shelf', record: 'book_id', recordTable: 'books', recordKey: 'id', owner: 'tenantId' },
        followers: [{ table: 'labels', column: 'shelf', owner: 'tenantId' }],
      }),
    ],
  }),
];

describeOnEveryDatabase('a table that is divided among tenants', (open) => {
  const filled = async (): Promise<Database> => {
    const database = await open();
    await applyMigrations(database, before);
    const shelves = new PlainShelves(database);
    const codes = ['seas', 'ships>seas', 'masts>ships', 'unused>ships', 'towns', 'streets>towns', 'shared', 'ours', 'free', 'marked'];
    for (const each of codes) {
      const [code = '', above = null] = each.split('>');
      await shelves.add({ code, name: `The ${code}`, above });
    }
    const uses = { seas: ['a'], masts: ['a'], towns: ['a'], streets: ['b'], shared: ['a', 'b'], ours: [null], marked: ['a'] };
    for (const [code, tenants] of Object.entries(uses)) for (const tenantId of tenants) await putOn(database, code, tenantId);
    for (const code of ['ships', 'shared']) await new PlainLabels(database).add({ shelf: code, text: 'left' });
    await new Signs(database).add({ shelf: 'marked' });
    return database;
  };
  const putOn = async (database: Database, shelf: string, tenantId: string | null): Promise<void> => {
    const { id } = await new Books(database).add({ title: shelf, tenantId });
    const row = { book_id: id, shelf, created_at: '2026-01-01T00:00:00.000Z' };
    await database.run(database.dialect.builder.insertInto('book_shelves').values(row).compile());
  };
  const treeOf = async (database: Database) =>
    (await new Shelves(database).list({ orderBy: 'code', limit: 100 }))
      .map(({ code, above, tenantId, oldCode }) => [code, above, tenantId, oldCode])
      .sort(([one], [other]) => String(one).localeCompare(String(other)));

  it('gives each tenant the rows that it alone uses, with all below them, and everything that refers to them follows', async () => {
    const database = await filled();
    const { files: planned } = await migrationStatus(database, after, { files });
    const lists = planned[0]?.works[0]?.lists ?? [];
    const [become, stay] = await Promise.all(lists.map(({ sql }) => database.all({ sql, parameters: [] })));
    expect(become?.map(({ key, owner }) => `${String(owner)}: ${String(key)}`)).toEqual([
      'a: masts',
      'a: seas',
      'a: ships',
      'a: unused',
      'b: streets',
    ]);
    // One below which another tenant's is, one of several, one of nobody's, an unused one, and one to which something else refers.
    expect(stay?.map(({ key }) => key)).toEqual(['free', 'marked', 'ours', 'shared', 'towns']);

    expect(await applyMigrations(database, after, { files })).toMatchObject({ state: 'current' });
    expect(await treeOf(database)).toEqual([
      ['a/masts', 'a/ships', 'a', 'masts'],
      ['a/seas', null, 'a', 'seas'],
      ['a/ships', 'a/seas', 'a', 'ships'],
      ['a/unused', 'a/ships', 'a', 'unused'],
      ['b/streets', 'towns', 'b', 'streets'],
      ['free', null, null, null],
      ['marked', null, null, null],
      ['ours', null, null, null],
      ['shared', null, null, null],
      ['towns', null, null, null],
    ]);
    const labels = await new Labels(database).list({ orderBy: 'shelf' });
    expect(labels.map((each) => [each.shelf, each.tenantId])).toEqual([
      ['a/ships', 'a'],
      ['shared', null],
    ]);
    const used = database.dialect.builder.selectFrom('book_shelves').select('shelf').distinct();
    expect((await database.all(used.compile())).map((row) => String(row['shelf'])).sort()).toEqual([
      'a/masts',
      'a/seas',
      'b/streets',
      'marked',
      'ours',
      'shared',
      'towns',
    ]);
    expect(await new Signs(database).count({ where: { shelf: 'marked' } })).toBe(1);
    // The search and the references work as before.
    expect((await new Shelves(database).list({ search: 'masts' })).map(({ code }) => code)).toEqual(['a/masts']);
    await (await new Shelves(database).require('a/masts')).delete();
    expect((await database.all(used.compile())).map((row) => row['shelf'])).not.toContain('a/masts');
    await expect((await new Shelves(database).require('a/ships')).delete()).rejects.toMatchObject({ code: 'in_use' });
  });

  it('is left alone by a second run, and has nothing to divide in an empty database', async () => {
    const database = await filled();
    await applyMigrations(database, after, { files });
    const tree = await treeOf(database);
    expect(await applyMigrations(database, after, { files })).toMatchObject({ state: 'current' });
    expect(await treeOf(database)).toEqual(tree);
    const fresh = await open();
    expect(await applyMigrations(fresh, after, { files })).toMatchObject({ state: 'current' });
    expect(await treeOf(fresh)).toEqual([]);
  });

  it('stays as it is while a table that the code does not know refers to a row that would move', async () => {
    const database = await filled();
    const type = database.dialect.name === 'postgres' ? 'text COLLATE "C"' : 'text';
    await database.runScript([
      `CREATE TABLE foreign_shelves (place integer, code ${type} REFERENCES shelves (code) ON DELETE CASCADE)`,
      `INSERT INTO foreign_shelves VALUES (1, 'ships')`,
    ]);
    await expect(applyMigrations(database, after, { files })).rejects.toMatchObject({
      code: 'migration_failed_check',
      message: expect.stringContaining('a table that this code does not know'),
    });
    expect((await database.first({ sql: 'SELECT code FROM foreign_shelves', parameters: [] }))?.['code']).toBe('ships');
    expect(await new PlainShelves(database).get('ships')).toMatchObject({ above: 'seas' });
  });
});
