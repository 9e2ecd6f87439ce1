import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { integer } from '../fields/numbers.ts';
import { type HasTable, reference } from '../fields/reference.ts';
import { text } from '../fields/text.ts';
import type { Operations } from '../registry/operation-options.ts';
import type { Database } from '../storage/database.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import { operationTable } from '../operations/operation-table.ts';
import { collection } from './collection.ts';
import { object } from './object.ts';

class Chapter extends object(
  { title: text({ required: true }), pages: integer(), parent: reference((): HasTable => Chapter) },
  { table: 'chapters', api: true },
) {
  static readonly operations: Operations<Chapter> = { print: { description: 'Print it.' } };

  async print(): Promise<string> {
    return this.title;
  }
}
class Chapters extends collection(Chapter) {}

class Hen extends object({ name: text({ required: true }), egg: reference((): HasTable => Egg) }, { table: 'hens' }) {}
class Egg extends object({ laidBy: reference((): HasTable => Hen), grade: text({ default: 'A' }) }, { table: 'eggs' }) {}
class Hens extends collection(Hen) {}
class Eggs extends collection(Egg) {}

const ROOT = resolve(import.meta.dirname, '../../../..');

describe('the types of objects', () => {
  let database: Database;
  let folder: string;
  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:');
    await applyMigrations(database, operationTable([Chapters]).schema);
    folder = await mkdtemp(join(tmpdir(), 'colophon-types-'));
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  it('keep the fields of a class that refers to itself, and of two that refer to each other', async () => {
    expectTypeOf<Chapter['title']>().toEqualTypeOf<string>();
    expectTypeOf<Chapter['parent']>().toEqualTypeOf<string | null>();
    expectTypeOf<Hen['egg']>().toEqualTypeOf<string | null>();
    expectTypeOf<Egg['grade']>().toEqualTypeOf<string>();
    const chapters = new Chapters(database);
    const first = await chapters.add({ title: 'One' });
    const second = await chapters.add({ title: 'Two', parent: first.id, pages: 3 });
    expect(second.parent).toBe(first.id);
    expect([Hens.objectClass.tableName, Eggs.objectClass.fields['laidBy']?.reference?.table()]).toEqual(['hens', 'hens']);
  });

  it('require what the constructor requires when a record is added', async () => {
    const chapters = new Chapters(database);
    // @ts-expect-error the title is missing
    await expect(chapters.add({})).rejects.toMatchObject({ code: 'validation' });
    // @ts-expect-error there is no such field
    await expect(chapters.add({ title: 'x', pagse: 1 })).rejects.toMatchObject({
      code: 'validation',
      errors: [{ pointer: '/pagse', detail: 'Chapter has no field pagse; the nearest one is pages' }],
    });
    // @ts-expect-error a title is text
    await expect(chapters.add({ title: 7 })).rejects.toMatchObject({ code: 'validation' });
  });

  it('offer `like` for text alone', async () => {
    const chapters = new Chapters(database);
    expect(await chapters.count({ where: { title: { like: 'O%' } } })).toBe(1);
    // @ts-expect-error pages are a number
    await expect(chapters.count({ where: { pages: { like: '1%' } } })).rejects.toMatchObject({ code: 'faulty_query' });
  });

  it('tell the fields of rows', async () => {
    const { items } = await new Chapters(database).rows({ fields: ['title', 'pages'], orderBy: 'title' });
    expectTypeOf(items[0]?.title).toEqualTypeOf<string | undefined>();
    expectTypeOf(items[0]?.pages).toEqualTypeOf<number | null | undefined>();
    // What a class adds is known to nobody else.
    expectTypeOf(items[0]?.['added']).toBeUnknown();
    expect(items.map(({ title }) => title)).toEqual(['One', 'Two']);
  });

  it('check the names in an order and among fields, as far as they are known', async () => {
    const chapters = new Chapters(database);
    const byRunTime: string = ['-pages', 'title'].join(',');
    expect(await chapters.list({ orderBy: byRunTime })).toHaveLength(2);
    expect(await chapters.list({ orderBy: '-pages, title,created_at' })).toHaveLength(2);
    const fault = { code: 'faulty_query' };
    // @ts-expect-error there is no such field
    await expect(chapters.list({ orderBy: '-nope' })).rejects.toMatchObject(fault);
    // @ts-expect-error nor as the second one
    await expect(chapters.page({ orderBy: 'title,-nope' })).rejects.toMatchObject(fault);
    // @ts-expect-error nor for rows
    await expect(chapters.rows({ orderBy: 'nope' })).rejects.toMatchObject(fault);
    // @ts-expect-error there is no such field
    await expect(chapters.rows({ fields: ['title', 'nope'] })).rejects.toMatchObject(fault);
    const names: readonly string[] = ['title'];
    expect((await chapters.rows({ fields: names })).items).toHaveLength(2);
  });

  it('say what is wrong in words', async () => {
    const program = `
      import { collection, integer, object, text, type Operations } from '@colophon/core';
      class Note extends object({ title: text({ required: true }), size: integer() }, { table: 'notes' }) {
        static readonly operations: Operations<Note> = { shout: { description: 'Shout it.' }, whisper: { description: 'Whisper it.' } };
        shout(): string { return this.title; }
        async whisper(): Promise<string> { return this.title; }
      }
      class Notes extends collection(Note) {}
      export const add = (notes: Notes) => notes.add({ size: 1 });
      export const list = (notes: Notes) => notes.list({ orderBy: '-siez' });
      export const rows = (notes: Notes) => notes.rows({ fields: ['titel'] });
    `;
    await writeFile(join(folder, 'program.ts'), program);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      exactOptionalPropertyTypes: true,
      target: 'es2024',
      module: 'nodenext',
      customConditions: ['@colophon/source'],
      allowImportingTsExtensions: true,
      noUncheckedIndexedAccess: true,
      types: ['node'],
      lib: ['es2024', 'esnext', 'dom', 'dom.iterable'],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    const { stdout } = await promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
      (error: { stdout: string }) => error,
    );
    const faults = stdout.split('\n').filter((line) => line.includes('error TS'));
    expect(faults).toEqual([
      expect.stringContaining(`not assignable to type '"shout must be async: an operation returns a promise"'`),
      expect.stringContaining(`Property 'title' is missing in type '{ size: number; }'`),
      expect.stringContaining(`NoSuchField<"siez">`),
      expect.stringContaining(`NoSuchField<"titel">`),
    ]);
  }, 60_000);
});
