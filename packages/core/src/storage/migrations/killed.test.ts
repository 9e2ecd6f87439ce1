import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import { DISH_MIGRATIONS, DISHES, OLD_DISHES } from '../../testing/migrate-and-die.ts';
import type { Database } from '../database.ts';
import { openDatabase } from '../open/open-database.ts';
import { announceProcess } from '../processes/announce-process.ts';
import { PROCESS_TABLE } from '../processes/process-table.ts';
import { applyMigrations } from './migrate.ts';
import { migrationStatus } from './status.ts';
import { undoMigration } from './undo-migration.ts';

const files = DISH_MIGRATIONS;

async function fill(database: Database, count: number): Promise<void> {
  await applyMigrations(database, OLD_DISHES);
  const stamp = '2026-01-01T00:00:00.000Z';
  const values = Array.from({ length: count }, (_, at) => ({
    id: `d${String(at).padStart(6, '0')}`,
    mins: at,
    stars: at % 2 === 0 ? String(at) : null,
    town: at % 3 === 0 ? null : 'Bonn',
    colour: 'red',
    rev: 1,
    created_at: stamp,
    updated_at: stamp,
  }));
  for (let from = 0; from < count; from += 500)
    await database.run(
      database.dialect.builder
        .insertInto('dishes')
        .values(values.slice(from, from + 500))
        .compile(),
    );
}

async function expectMigrated(database: Database, count: number): Promise<void> {
  expect(await migrationStatus(database, DISHES, { files })).toMatchObject({ state: 'current', files: [], unfinished: [] });
  const rows = await database.all({ sql: 'SELECT id, minutes, stars, town FROM dishes ORDER BY id', parameters: [] });
  expect(rows).toEqual(
    Array.from({ length: count }, (_, at) => ({
      id: `d${String(at).padStart(6, '0')}`,
      minutes: at,
      stars: at % 2 === 0 ? at : null,
      town: at % 3 === 0 ? 'unknown' : 'Bonn',
    })),
  );
  const triggers =
    database.dialect.name === 'sqlite'
      ? `SELECT name FROM sqlite_schema WHERE type = 'trigger'`
      : 'SELECT tgname FROM pg_trigger WHERE NOT tgisinternal';
  expect(await database.all({ sql: triggers, parameters: [] })).toEqual([]);
}

/** The database, except that the nth use of it from now on fails, and all after it, as if the process had ended there. */
function failingAt(database: Database, nth: number): { database: Database; hasFailed: () => boolean } {
  let uses = 0;
  const proxy = new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        uses += 1;
        if (uses >= nth) throw new Error('the process ended');
        return (value as (...all: unknown[]) => unknown).apply(target, given);
      };
    },
  });
  return { database: proxy, hasFailed: () => uses >= nth };
}

describeOnEveryDatabase('a migration that is interrupted', (open, dialect) => {
  it.each([
    ['expand', 'direct'],
    ['expand', 'online'],
    ['backfill', 'direct'],
    ['backfill', 'online'],
    ['check', 'online'],
    ['contract', 'online'],
    ['contract', 'direct'],
  ])('by a kill in the phase %s, %s, goes on', async (phase, mode) => {
    const database = await open();
    await fill(database, 3000);
    const child = fork(new URL('../../testing/migrate-and-die.ts', import.meta.url), [database.url, phase, mode], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
    await database.run({ sql: `DELETE FROM ${PROCESS_TABLE} WHERE true`, parameters: [] }).catch(() => 0);
    const again = await openDatabase(database.url);
    await applyMigrations(again, DISHES, { files });
    await expectMigrated(again, 3000);
    await again.close();
  });

  it.each(['direct', 'online'])('at any of its statements, %s, goes on', { timeout: 120_000 }, async (mode) => {
    const step = dialect === 'sqlite' ? 1 : 5;
    for (let nth = 1; ; nth += step) {
      const database = await open();
      await fill(database, 6);
      const stop = mode === 'online' ? await announceProcess(database, { version: '0', schema: 'old' }) : undefined;
      const failing = failingAt(database, nth);
      await applyMigrations(failing.database, DISHES, { files }).catch(() => undefined);
      // The old program goes on meanwhile, if it was there.
      const status = await migrationStatus(database, OLD_DISHES);
      if (stop && status.unfinished.length > 0) expect(status.mayStart).toBe(true);
      if (stop) await expect(applyMigrations(database, DISHES, { files })).rejects.toMatchObject({ code: 'migration_in_use' });
      await stop?.();
      await applyMigrations(database, DISHES, { files });
      await expectMigrated(database, 6);
      await database.close();
      if (!failing.hasFailed()) return;
    }
  });

  it.each(['direct', 'online'])('can be taken back, %s', async (mode) => {
    const database = await open();
    await fill(database, 6);
    const before = await database.all({ sql: 'SELECT * FROM dishes ORDER BY id', parameters: [] });
    const stop = mode === 'online' ? await announceProcess(database, { version: '0', schema: 'old' }) : undefined;
    await database.run({ sql: `UPDATE dishes SET stars = 'many' WHERE id = 'd000002'`, parameters: [] });
    await expect(applyMigrations(database, DISHES, { files })).rejects.toMatchObject({ code: 'migration_unreadable', parts: ['d000002'] });
    expect(await undoMigration(database)).toEqual(['0001-dishes']);
    expect(await undoMigration(database)).toEqual([]);
    await stop?.();
    expect(await migrationStatus(database, OLD_DISHES)).toMatchObject({ state: 'current', unfinished: [], version: 1 });
    await database.run({ sql: `UPDATE dishes SET stars = '2' WHERE id = 'd000002'`, parameters: [] });
    // What was filled in where nothing was, stays: no value was lost.
    const after = await database.all({ sql: 'SELECT * FROM dishes ORDER BY id', parameters: [] });
    expect(after.map((row) => ({ ...row, town: null }))).toEqual(before.map((row) => ({ ...row, town: null })));
    await applyMigrations(database, DISHES, { files });
    await expectMigrated(database, 6);
  });
});
