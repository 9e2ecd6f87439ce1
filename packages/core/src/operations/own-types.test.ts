import { describe, expect, it } from 'vitest';
import { makeCall } from '../callers/call.ts';
import { computed } from '../fields/computed.ts';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { typesOf } from '../objects/table-types.ts';
import type { Database } from '../storage/database.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import type { Operations } from '../registry/operation-options.ts';
import { operationTable } from './operation-table.ts';
import { prepareDatabase } from './prepare-database.ts';
import { runOperation } from './run-operation.ts';

class Piece extends object(
  { type: text({ default: 'piece' }), title: text({ required: true }) },
  { table: 'pieces', type: { field: 'type' }, api: true, access: { read: 'public', create: 'public', update: 'public' } },
) {}
class Letter extends Piece.extend({ from: text() }) {
  static readonly typeName = 'letter';
}
class Letters extends collection(Letter) {}
class Pieces extends collection(Piece, { requires: () => [Letters] }) {}

// What an application adds, of which the classes above know nothing.
class Recipe extends Piece.extend({
  servings: integer({ minimum: 1 }),
  notes: text({ private: true }),
  serves: computed(text(), ['servings'], ({ servings }) => (servings === null ? null : `for ${Number(servings)}`)),
}) {
  static readonly typeName = 'recipe';
  static readonly operations: Operations<Recipe> = { double: {} };

  async double(): Promise<this> {
    this.servings = (this.servings ?? 1) * 2;
    return this.save();
  }
}
class Recipes extends collection(Recipe) {}

const table = operationTable([Pieces, Letters, Recipes]);

describeOnEveryDatabase('a class that an application adds to a table', (open) => {
  const prepared = async (): Promise<Database> => {
    const database = await open();
    await prepareDatabase(database, table);
    return database;
  };

  it('is what the root collection returns its rows as, with its own fields', async () => {
    const database = await prepared();
    const { id } = await new Recipes(database).add({ title: 'Soup', servings: 4 });
    const letter = await new Pieces(database).add({ type: 'letter', title: 'Dear all' });
    const soup = await new Pieces(database).get(id);
    expect(soup).toBeInstanceOf(Recipe);
    expect(soup).toMatchObject({ servings: 4, type: 'recipe' });
    expect(await new Pieces(database).get(letter.id)).toBeInstanceOf(Letter);
    expect((await new Pieces(database).list()).map((each) => each.constructor)).toEqual([Letter, Recipe]);
    expect(await new Pieces(database).add({ type: 'recipe', title: 'Tea', servings: 1 } as never)).toBeInstanceOf(Recipe);
  });

  it('is listed, filtered, ordered and counted by its own fields, which other rows do not have', async () => {
    const database = await prepared();
    const pieces = new Pieces(database);
    await new Recipes(database).add({ title: 'Soup', servings: 4, notes: 'secret' });
    await new Recipes(database).add({ title: 'Tea', servings: 1 });
    await pieces.add({ title: 'A piece' });
    const { items } = await pieces.rows({ orderBy: 'title' });
    expect(items.map(({ title, ...rest }) => [title, 'servings' in rest, rest['serves'], 'notes' in rest])).toEqual([
      ['A piece', false, undefined, false],
      ['Soup', true, 'for 4', false],
      ['Tea', true, 'for 1', false],
    ]);
    expect((await pieces.rows({ where: { servings: { gt: 2 } }, fields: ['title', 'servings'] } as never)).items).toEqual([
      { id: expect.any(String), title: 'Soup', servings: 4 },
    ]);
    const first = await pieces.rows({ orderBy: '-servings', where: { type: 'recipe' }, limit: 1, fields: ['title'] } as never);
    expect(first.items).toMatchObject([{ title: 'Soup' }]);
    const second = await pieces.rows({
      orderBy: '-servings',
      where: { type: 'recipe' },
      limit: 1,
      cursor: first.nextCursor,
      fields: ['title'],
    } as never);
    expect(second.items).toMatchObject([{ title: 'Tea' }]);
    expect(await pieces.countBy('servings')).toContainEqual({ value: 4, count: 1 });
    await expect(pieces.rows({ where: { notes: 'secret' } } as never)).rejects.toThrow(/notes/);
  });

  it('is created, read, changed and operated on through the operations of the root collection and of its own', async () => {
    const database = await prepared();
    const run = (id: string, key?: string, input?: unknown) =>
      runOperation(table.operation(id)!, {
        database,
        call: makeCall({ caller: { kind: 'user', id: 'u', name: 'U', tenantId: null, role: 'admin' } }),
        key,
        input,
      });
    const { createdKey = '' } = await run('pieces.create', undefined, { type: 'recipe', title: 'Soup', servings: 4 });
    expect((await run('pieces.get', createdKey)).value).toMatchObject({ servings: 4, serves: 'for 4' });
    expect((await run('recipes.double', createdKey)).value).toMatchObject({ servings: 8 });
    await run('pieces.update', createdKey, { servings: 3 });
    expect((await run('recipes.get', createdKey)).value).toMatchObject({ servings: 3 });
    await expect(run('pieces.update', createdKey, { servings: 0 })).rejects.toMatchObject({ status: 422 });
    const letter = await run('pieces.create', undefined, { type: 'letter', title: 'Dear all' });
    await expect(run('recipes.double', letter.createdKey)).rejects.toMatchObject({ status: 404 });
    await expect(run('pieces.update', letter.createdKey, { servings: 3 })).rejects.toMatchObject({ status: 422 });
  });

  it('leaves a row whose type has no class to the root class, and its other columns as they are', async () => {
    const database = await prepared();
    const { id } = await new Recipes(database).add({ title: 'Soup', servings: 4 });
    await database.run({ sql: `UPDATE pieces SET type = 'dish'`, parameters: [] });
    const dish = await new Pieces(database).require(id);
    expect(dish.constructor).toBe(Piece);
    dish.title = 'Stew';
    await dish.save();
    expect(await database.first({ sql: 'SELECT title, servings FROM pieces', parameters: [] })).toEqual({ title: 'Stew', servings: 4 });
  });

  it('belongs to the opened database: another one in the same process does not know it', async () => {
    const database = await prepared();
    const other = await open();
    await prepareDatabase(other, operationTable([Pieces, Letters]));
    await new Pieces(database).add({ type: 'recipe', title: 'Soup', servings: 4 } as never);
    const plain = await new Pieces(other).add({ type: 'recipe', title: 'Soup' });
    expect(plain.constructor).toBe(Piece);
    await expect(new Pieces(other).rows({ fields: ['servings'] } as never)).rejects.toThrow(/servings/);
    expect((await new Pieces(database).list())[0]).toBeInstanceOf(Recipe);
  });
});

describe('the types of a table', () => {
  it('are those that its collection requires, if it is used on its own', async () => {
    const pieces = await Pieces.create({ db: { url: 'sqlite::memory:' } });
    expect(await pieces.add({ type: 'letter', title: 'Dear all' })).toBeInstanceOf(Letter);
    expect(typesOf([Pieces]).get('pieces')).toEqual([Letter]);
    await pieces.database.close();
  });

  it('are linked to a database once: the same again changes nothing, and others are refused', async () => {
    const database = await openDatabase('sqlite::memory:');
    await prepareDatabase(database, table);
    await prepareDatabase(database, operationTable([Recipes, Pieces]));
    await expect(prepareDatabase(database, operationTable([Pieces]))).rejects.toThrow(/prepared for another operation table/);
    await database.close();
  });
});
