import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import {
  announceProcess,
  applyMigrations,
  collection,
  type Database,
  type Fields,
  integer,
  object,
  openDatabase,
  schemaDigest,
  schemaOf,
  type TableDefinition,
  text,
} from '@colophon/core';
import { defineMigration, drop, type Migration, rename, retype } from '@colophon/core/migrations';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { expect, it } from 'vitest';
import type { Application } from '../definition/application.ts';
import type { Config } from '../settings/config.ts';
import { readArguments } from './arguments.ts';
import { MIGRATE_COMMANDS } from './migrate.ts';

function dishes(fields: Fields): TableDefinition[] {
  class Dish extends object(fields, { table: 'dishes' }) {}
  class Dishes extends collection(Dish) {}
  return schemaOf([Dishes]);
}

const before = dishes({ mins: integer(), cook: text({ personal: true }), colour: text() });
const after = dishes({ minutes: integer(), cook: text({ personal: true }) });
const files = [defineMigration({ id: '0001-minutes', steps: [rename('dishes.mins', 'dishes.minutes'), drop('dishes.colour')] })];

async function fill(database: Database): Promise<void> {
  await applyMigrations(database, before);
  const stamp = '2026-01-01T00:00:00.000Z';
  const values = ['a', 'b', 'c'].map((id, at) => ({
    id,
    mins: at,
    cook: 'Ada',
    colour: 'red',
    rev: 1,
    created_at: stamp,
    updated_at: stamp,
  }));
  await database.run(database.dialect.builder.insertInto('dishes').values(values).compile());
}

/** Runs one command of an application with this schema and these files. */
async function run(url: string, schema: readonly TableDefinition[], given: readonly Migration[], ...argv: string[]) {
  const command = MIGRATE_COMMANDS.find(({ name }) => name === argv.slice(0, 2).join(' '));
  if (!command) throw new TypeError(argv.join(' '));
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const resources = [{ definition: { table: 'dishes', fields: { cook: text({ personal: true }) } } }];
  const table = { schema, resources } as unknown as Application['table'];
  const application = { slug: 'dishes', name: 'Dishes', table, migrations: given } as unknown as Application;
  const context = { application, loadConfig: () => ({ databaseUrl: url }) as Config, stdout, stderr };
  const status = await command.run(readArguments(command, argv.slice(2)), context);
  const said = (stream: PassThrough): string => String(stream.read() ?? '');
  return { status, stdout: said(stdout), stderr: said(stderr) };
}

describeOnEveryDatabase('the commands of migrations', (open, dialect) => {
  const safely = dialect === 'postgres' ? ['--backed-up'] : [];

  it('plan, rehearse and apply a file', async () => {
    const database = await open();
    await fill(database);
    const { url } = database;
    expect(await run(url, after, files, 'migrate', 'status')).toMatchObject({
      status: 1,
      stdout: 'behind, schema version 1\n- 0001-minutes is to be applied\n',
    });
    const { stdout: plan } = await run(url, after, files, 'migrate', 'plan');
    expect(plan).toContain(
      '-- migration 0001-minutes\n-- rename column dishes.mins to minutes\nALTER TABLE "dishes" RENAME COLUMN "mins" TO "minutes";',
    );
    expect(plan).toContain('-- cannot be undone: dishes.colour and its data');
    if (dialect === 'sqlite') {
      const { status, stdout } = await run(url, after, files, 'migrate', 'rehearse');
      expect(status).toBe(0);
      expect(stdout).toContain('The copy is at schema version 2');
      expect(stdout).toMatch(/- 0001-minutes contract: \d/);
      expect(stdout).toContain('{"id":"b","mins":1,"cook":"[personal]","colour":"red"');
      expect(stdout).toMatch(/\{"id":"b",(?:"minutes":1,"cook":"\[personal\]"|"cook":"\[personal\]","minutes":1),"rev":1/);
      expect(stdout).not.toContain('Ada');
      expect(readdirSync(dirname(url.slice('sqlite:'.length))).filter((name) => name.includes('rehearsal'))).toEqual([]);
      expect(await run(url, after, files, 'migrate', 'status')).toMatchObject({ status: 1 });
    }
    if (dialect === 'postgres') {
      // This test has a connection to it.
      await expect(run(url, after, files, 'migrate', 'rehearse')).rejects.toThrow('--rehearse-url');
      await expect(run(url, after, files, 'migrate', 'rehearse', '--rehearse-url', url)).rejects.toThrow('must be a copy');
      const copy = await open();
      await fill(copy);
      const rehearsed = await run(url, after, files, 'migrate', 'rehearse', '--rehearse-url', copy.url);
      expect(rehearsed.stdout).toMatch(/"id":"b",.*"cook":"\[personal\]"/);
    }
    const applied = await run(url, after, files, 'migrate', 'apply', ...safely);
    expect(applied).toMatchObject({ status: 0, stdout: expect.stringContaining('The database is at schema version 2.\n') });
    expect(await run(url, after, files, 'migrate', 'status')).toEqual({ status: 0, stdout: 'current, schema version 2\n', stderr: '' });
    expect(await run(url, after, files, 'migrate', 'finish')).toMatchObject({ status: 0, stdout: 'There is nothing to finish.\n' });
    expect(await run(url, after, files, 'migrate', 'undo')).toMatchObject({ status: 0, stdout: 'There is nothing to take back.\n' });
  });

  it.skipIf(dialect === 'sqlite')('rehearse on a copy that PostgreSQL makes of a database that nobody uses', async () => {
    const database = await open();
    await fill(database);
    await database.close();
    const rehearsed = await run(database.url, after, files, 'migrate', 'rehearse');
    expect(rehearsed).toMatchObject({ status: 0, stdout: expect.stringContaining('The copy is at schema version 2') });
    expect(await run(database.url, after, files, 'migrate', 'status')).toMatchObject({ stdout: expect.stringContaining('behind') });
    const server = await openDatabase(database.url);
    expect(await server.all({ sql: `SELECT datname FROM pg_database WHERE datname LIKE 'rehearsal%'`, parameters: [] })).toEqual([]);
    await server.close();
  });

  it('keep a copy of a SQLite file, and want to know of a backup of PostgreSQL', async () => {
    const database = await open();
    await fill(database);
    const { url } = database;
    if (dialect === 'postgres') {
      expect(await run(url, after, files, 'migrate', 'apply')).toMatchObject({ status: 1, stderr: expect.stringContaining('--backed-up') });
      expect(await run(url, before, [], 'migrate', 'status')).toMatchObject({ status: 0 });
      return;
    }
    const copy = join(dirname(url.slice('sqlite:'.length)), 'before-1.sqlite');
    rmSync(copy, { force: true });
    expect((await run(url, after, files, 'migrate', 'apply')).stdout).toContain(`The database was copied to ${copy}.`);
    const copied = await openDatabase(`sqlite:${copy}`);
    expect(await copied.all({ sql: 'SELECT mins, colour FROM dishes ORDER BY id', parameters: [] })).toEqual(
      [0, 1, 2].map((mins) => ({ mins, colour: 'red' })),
    );
    await copied.close();
    rmSync(copy);
    const other = await open();
    await fill(other);
    await run(other.url, after, files, 'migrate', 'apply', '--no-copy');
    expect(existsSync(copy)).toBe(false);
  });

  it('roll from an old program to a new one', async () => {
    const database = await open();
    await fill(database);
    const { url } = database;
    const leave = await announceProcess(database, { version: '1.0.0', schema: schemaDigest(before) });
    const rolled = await run(url, after, files, 'migrate', 'apply', '--rolling', '--no-copy', ...safely);
    expect(rolled).toMatchObject({ status: 0, stdout: 'Old and new programs may run now. When no old one is left: migrate finish.\n' });
    expect(await run(url, after, files, 'migrate', 'status')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /^migrating, schema version 2\n- 0001-minutes: phase contract, 3 rows carried over, .*\n- server 1\.0\.0 on /,
      ),
    });
    await expect(run(url, after, files, 'migrate', 'finish')).rejects.toMatchObject({ code: 'migration_in_use' });
    await leave();
    expect(await run(url, after, files, 'migrate', 'finish')).toMatchObject({
      status: 0,
      stdout: 'The database is at schema version 2.\n',
    });
  });

  it('take back what was begun', async () => {
    const database = await open();
    await fill(database);
    const { url } = database;
    const kinds = [defineMigration({ id: '0001-kind', steps: [retype('dishes.colour', 'integer')] })];
    const numbered = dishes({ mins: integer(), cook: text(), colour: integer() });
    await expect(run(url, numbered, kinds, 'migrate', 'apply', '--no-copy', ...safely)).rejects.toMatchObject({
      code: 'migration_unreadable',
      parts: ['a', 'b', 'c'],
    });
    expect(await run(url, numbered, kinds, 'migrate', 'status')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('phase check'),
    });
    expect(await run(url, numbered, kinds, 'migrate', 'undo')).toMatchObject({ stdout: 'Taken back: 0001-kind.\n' });
    expect(await run(url, before, [], 'migrate', 'status')).toMatchObject({ status: 0, stdout: 'current, schema version 1\n' });
  });

  it('make a file that applies, once somebody has said what became of each column', async () => {
    const database = await open();
    await fill(database);
    const folder = mkdtempSync(join(tmpdir(), 'colophon-migrations-'));
    const make = (...more: string[]) => run(database.url, after, [], 'migrate', 'make', 'dishes-minutes', '--folder', folder, ...more);
    const undecided = await make();
    expect(undecided).toMatchObject({ status: 3, stdout: '' });
    expect(undecided.stderr.split('\n')).toEqual([
      'migration_ambiguous: dishes.mins is no longer in the code. It was renamed or removed; say which:',
      '  --rename dishes.mins=dishes.minutes',
      '  --drop dishes.mins',
      'migration_ambiguous: dishes.colour is no longer in the code. It was renamed or removed; say which:',
      '  --drop dishes.colour',
      '',
    ]);
    const made = await make('--rename', 'dishes.mins=dishes.minutes', '--drop', 'dishes.colour');
    expect(made).toMatchObject({ status: 0, stdout: `${join(folder, '0001-dishes-minutes.ts')}\n` });
    expect(readFileSync(made.stdout.trim(), 'utf8')).toBe(`import { defineMigration, drop, rename } from '@colophon/core/migrations';

export const dishesMinutes = defineMigration({
  id: '0001-dishes-minutes',
  steps: [
    rename('dishes.mins', 'dishes.minutes'),
    drop('dishes.colour'),
  ],
});
`);
    expect((await make('--rename', 'dishes.mins=dishes.minutes', '--drop', 'dishes.colour')).stdout).toContain('0002-dishes-minutes.ts');
    const { dishesMinutes } = (await import(join(folder, '0001-dishes-minutes.ts'))) as { dishesMinutes: Migration };
    expect(dishesMinutes).toEqual(
      defineMigration({ id: '0001-dishes-minutes', steps: [rename('dishes.mins', 'dishes.minutes'), drop('dishes.colour')] }),
    );
    rmSync(folder, { recursive: true });
  });

  it('make a file of other kinds and of columns that became required or optional', async () => {
    const database = await open();
    const one = dishes({ stars: text(), town: text(), chef: text({ required: true }), cook: text() });
    const other = dishes({
      stars: integer(),
      town: text({ required: true, default: 'Bonn' }),
      chef: text(),
      first: text({ required: true }),
    });
    await applyMigrations(database, one);
    const folder = mkdtempSync(join(tmpdir(), 'colophon-migrations-'));
    const made = await run(
      database.url,
      other,
      [],
      'migrate',
      'make',
      'kinds',
      '--folder',
      folder,
      '--drop',
      'dishes.cook',
      '--package',
      'kitchen',
    );
    expect(readFileSync(made.stdout.trim(), 'utf8'))
      .toBe(`import { defineMigration, drop, relax, require, retype, split } from '@colophon/core/migrations';

export const kinds = defineMigration({
  id: 'kitchen/0001-kinds',
  steps: [
    retype('dishes.stars', 'integer'),
    require('dishes.town', { fill: "Bonn" }),
    relax('dishes.chef'),
    split('dishes', {
      from: ['cook'],
      into: { first: { kind: 'text', required: true } },
      // Returns the values of the new columns; a row of which it returns undefined stops the migration.
      set: (row) => undefined,
    }),
    drop('dishes.cook'),
  ],
});
`);
    expect(await run(database.url, one, [], 'migrate', 'make', 'nothing')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('only adds'),
    });
    rmSync(folder, { recursive: true });
  });
});
