import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, version } from 'node:process';
import { announceProcess, applyMigrations, collection, type Fields, integer, object, openDatabase, schemaOf, text } from '@colophon/core';
import { defineMigration, type Migration, rename, require, retype } from '@colophon/core/migrations';
import { startPostgres } from '@colophon/core/testing';
import { printTable } from '../support/table.ts';

// The longest that another process waits for a write while a migration runs beside it: `-- core/migrate 1000000`, on one database with
// `sqlite` or `postgres` after it. Rows have 300 bytes.
const rows = Number(argv[3] ?? 1_000_000);
const only = argv[4];

const base = { title: text({ required: true }), filler: text() };
const dishes = (fields: Fields, options: Parameters<typeof object>[1] = {}) => {
  class Dish extends object({ ...base, ...fields }, { table: 'dishes', ...options }) {}
  class Dishes extends collection(Dish) {}
  return schemaOf([Dishes]);
};
const before = dishes({ mins: integer(), stars: text(), town: text() });
const file = (id: string, ...steps: Parameters<typeof defineMigration>[0]['steps']): Migration => defineMigration({ id, steps });
const renamed = file('0001-rename', rename('dishes.mins', 'dishes.minutes'));
const required = file('0002-require', require('dishes.town', { fill: 'unknown' }));
const retyped = file('0003-retype', retype('dishes.stars', 'integer'));

async function measure(url: string): Promise<(string | number)[][]> {
  const database = await openDatabase(url);
  await applyMigrations(database, before);
  const isPostgres = database.dialect.name === 'postgres';
  const id = isPostgres ? `'0190' || lpad(to_hex(i), 28, '0')` : `printf('0190%028x', i)`;
  const series = isPostgres
    ? `generate_series(1, ${rows}) AS i`
    : `(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) SELECT i FROM n)`;
  const filler = isPostgres ? `repeat('x', 200)` : `printf('%.*c', 200, 'x')`;
  await database.run({
    sql: `INSERT INTO dishes (id, title, filler, mins, stars, town, rev, created_at, updated_at) SELECT ${id}, 'Dish ' || i, ${filler}, i % 90, CAST(i % 5 AS TEXT), CASE WHEN i % 2 = 0 THEN 'Bonn' END, 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' FROM ${series}`,
    parameters: [],
  });
  if (isPostgres) await database.run({ sql: 'ANALYZE dishes', parameters: [] });
  const writer = fork(new URL('migrate-writer.support.ts', import.meta.url), [url, String(rows)]);
  await once(writer, 'message');
  const results: (string | number)[][] = [];
  const during = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    await asked(writer);
    const started = performance.now();
    await work();
    const took = (performance.now() - started) / 1000;
    const { longest, writes } = await asked(writer);
    results.push([database.dialect.name, what, took, longest, String(writes)]);
  };
  await during('nothing for five seconds', () => new Promise((resolve) => setTimeout(resolve, 5000)));
  const middle = dishes({ minutes: integer(), stars: text(), town: text() });
  await during('rename, rolling: expand, backfill, check', () => applyMigrations(database, middle, { files: [renamed], rolling: true }));
  await during('rename: contract', () => applyMigrations(database, middle, { files: [renamed] }));
  const full = dishes({ minutes: integer(), stars: text(), town: text({ required: true }) });
  await during('require with a value, rolling', () => applyMigrations(database, full, { files: [renamed, required], rolling: true }));
  await during('require: contract', () => applyMigrations(database, full, { files: [renamed, required] }));
  const numbered = dishes({ minutes: integer(), stars: integer(), town: text({ required: true }) });
  const leave = await announceProcess(database, { version: '1', schema: 'old' });
  // Until it would remove something that the old program uses.
  await during('retype beside an old program', () =>
    applyMigrations(database, numbered, { files: [renamed, required, retyped] }).catch(() => 0),
  );
  await leave();
  await during('retype: contract, when nobody needs to write', () =>
    applyMigrations(database, numbered, { files: [renamed, required, retyped] }),
  );
  const indexed = dishes({ minutes: integer(), stars: integer(), town: text({ required: true }) }, { indexes: [['stars']] });
  await during('an index more', () => applyMigrations(database, indexed, { files: [renamed, required, retyped] }));
  writer.send('stop');
  await once(writer, 'exit');
  await database.close();
  return results;
}

async function asked(writer: ChildProcess): Promise<{ longest: number; writes: number }> {
  writer.send('report');
  const [answer] = (await once(writer, 'message')) as [{ longest: number; writes: number }];
  return answer;
}

const results: (string | number)[][] = [];
if (only !== 'postgres') {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-migrate-'));
  results.push(...(await measure(`sqlite:${join(folder, 'dishes.sqlite')}`)));
  rmSync(folder, { recursive: true });
}
if (only !== 'sqlite') {
  const postgres = await startPostgres({ durable: true });
  results.push(...(await measure(await postgres.createDatabase())));
  await postgres.stop();
}
console.log(`Node ${version}, ${rows} rows`);
printTable(['database', 'step', 'seconds', 'longest wait of a writer, ms', 'writes meanwhile'], results);
