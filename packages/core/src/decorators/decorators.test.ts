import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as fixtureModule from './fixture/notes.ts';
import { SYSTEM_CALL } from '../callers/call.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { operationTable } from '../operations/operation-table.ts';
import { runOperation } from '../operations/run-operation.ts';
import { defineFromJson } from '../objects/define-from-json.ts';
import { collection } from '../objects/collection.ts';

const fixture = fileURLToPath(new URL('fixture/notes.ts', import.meta.url));
const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const tsc = fileURLToPath(new URL('../bin/tsc', import.meta.resolve('typescript')));

type Fixture = typeof fixtureModule;

const compilers: Record<string, (folder: string) => Promise<unknown>> = {
  tsc: (folder) =>
    promisify(execFile)(process.execPath, [
      tsc,
      fixture,
      '--ignoreConfig',
      '--rootDir',
      dirname(fixture),
      '--outDir',
      folder,
      '--target',
      'es2022',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--noResolve',
      '--noCheck',
    ]),
  esbuild: (folder) =>
    build({ entryPoints: [fixture], outdir: folder, target: 'es2022', format: 'esm', bundle: false, tsconfigRaw: { compilerOptions: {} } }),
};

describe.each(Object.entries(compilers))('decorators compiled by %s', (_, compile) => {
  let folder = '';
  let compiled: Fixture;

  beforeAll(async () => {
    folder = await mkdtemp(join(modules, '.colophon-decorators-'));
    await compile(folder);
    const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.js'));
    compiled = (await import(pathToFileURL(join(folder, file)).href)) as Fixture;
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('declare fields: what the constructor was given comes before the initial value, and that before the default', () => {
    const { Note } = compiled;
    expect(new Note({ title: 'x' })).toMatchObject({ title: 'x', type: 'note', status: 'new', pages: 1, tags: [], size: 1 });
    expect(new Note({ title: 'x', status: 'done', pages: null })).toMatchObject({ status: 'done', pages: null });
    expect(Note.definition).toMatchObject({ table: 'notes', key: 'id', typeField: 'type' });
    expect(Note.definition.ownFields.toSorted((one, other) => one.localeCompare(other))).toEqual([
      'pages',
      'size',
      'status',
      'tags',
      'title',
      'type',
    ]);
  });

  it('store, read back and inherit', async () => {
    const { Notes, Task, Note } = compiled;
    const notes = await Notes.create({ db: { url: 'sqlite::memory:' } });
    const { id } = await notes.add({ title: 'read me', status: 'kept', pages: 7, tags: ['a'] });
    expect(await notes.require(id)).toMatchObject({ title: 'read me', status: 'kept', pages: 7, tags: ['a'], size: 7 });
    const task = await notes.add({ title: 'do me', type: 'task', done: true } as never);
    const read = await notes.require(task.id);
    expect(read).toBeInstanceOf(Task);
    expect(read).toBeInstanceOf(Note);
    expect(read).toMatchObject({ type: 'task', done: true });
    await notes.database.close();
  });

  it('are the same operations in the same table', async () => {
    const { Notes } = compiled;
    const table = operationTable([Notes]);
    expect(table.operation('notes.rename')).toMatchObject({ scope: 'item', path: ['rename'], method: 'POST' });
    expect(table.operation('notes.titles')).toMatchObject({ scope: 'collection', method: 'GET', effects: 'read' });
    const database = await openDatabase('sqlite::memory:');
    await applyMigrations(database, table.schema);
    const run = (id: string, parts: object = {}) => runOperation(table.operation(id)!, { database, call: SYSTEM_CALL, ...parts });
    const { createdKey: key } = await run('notes.create', { input: { title: 'before' } });
    expect((await run('notes.rename', { key, input: { title: 'after' } })).value).toMatchObject({ title: 'after', size: 5 });
    await expect(run('notes.rename', { key, input: { title: '' } })).rejects.toMatchObject({ status: 422 });
    expect((await run('notes.titles')).value).toEqual(['after']);
    await database.close();
  });
});

describe('a definition that is data', () => {
  it('makes the same class as one that is code', async () => {
    const Note = defineFromJson({
      name: 'Note',
      api: true,
      unique: [['slug']],
      fields: {
        title: { kind: 'text', required: true, maxLength: 10, search: 'A' },
        slug: { kind: 'text' },
        pages: { kind: 'integer', default: 1, minimum: 0 },
        tags: { kind: 'list', values: ['a', 'b'] },
        metadata: { kind: 'json' },
        parent: { kind: 'reference', target: 'notes' },
      },
    });
    expect(Note.tableName).toBe('notes');
    class Notes extends collection(Note) {}
    const notes = await Notes.create({ db: { url: 'sqlite::memory:' } });
    expect(operationTable([Notes]).resources[0]).toMatchObject({ slug: 'notes', className: 'Note' });
    const note = await notes.add({ title: 'x', tags: ['a'] } as never);
    expect((await notes.require(note.id)).toJSON()).toMatchObject({ title: 'x', tags: ['a'], pages: 1, rev: 1 });
    await expect(notes.add({ title: 'far too long', tags: ['c'], pages: -1 } as never)).rejects.toMatchObject({
      errors: [{ pointer: '/title' }, { pointer: '/pages' }, { pointer: '/tags/0' }],
    });
    await notes.database.close();
  });

  it.each<[unknown, string]>([
    [{ fields: {} }, '/name'],
    [{ name: 'note', fields: {} }, '/name'],
    [{ name: 'Note', fields: { a: { kind: 'blob' } } }, '/fields/a/kind'],
    [{ name: 'Note', fields: { a: { kind: 'text', colour: 'red' } } }, '/fields/a/colour'],
    [{ name: 'Note', fields: {}, visible: 'all' }, '/visible'],
    ['Note', ''],
  ])('refuses %j, naming %s', (definition, pointer) => {
    expect(() => defineFromJson(definition)).toThrowError(expect.objectContaining({ errors: [expect.objectContaining({ pointer })] }));
  });
});
