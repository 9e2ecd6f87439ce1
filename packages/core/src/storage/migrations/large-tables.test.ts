import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Fields } from '../../fields/field.ts';
import { integer } from '../../fields/numbers.ts';
import { list } from '../../fields/list.ts';
import { text } from '../../fields/text.ts';
import { collection } from '../../objects/collection.ts';
import { object } from '../../objects/object.ts';
import { schemaOf } from '../../objects/schema.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';
import type { Database } from '../database.ts';
import { openDatabase } from '../open/open-database.ts';
import type { TableDefinition } from '../table.ts';
import { defineMigration, rename } from './define-migration.ts';
import { applyMigrations, requireCurrentSchema } from './migrate.ts';
import { migrationStatus } from './status.ts';

function dishes(fields: Fields, options: Parameters<typeof object>[1] = {}): TableDefinition[] {
  class Dish extends object(fields, { table: 'dishes', ...options }) {}
  class Dishes extends collection(Dish) {}
  return schemaOf([Dishes]);
}

const ROWS = 12_000;
const before = dishes({ title: text(), mins: integer(), parts: list(text()) });

async function fill(database: Database): Promise<void> {
  await applyMigrations(database, before);
  const numbers =
    database.dialect.name === 'postgres'
      ? `generate_series(1, ${ROWS}) AS n`
      : `(WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${ROWS}) SELECT n FROM s)`;
  await database.run({
    sql: `INSERT INTO dishes (id, title, mins, parts, rev, created_at, updated_at) SELECT 'd' || n, 'dish ' || (n / 2), n, '["water"]', 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' FROM ${numbers}`,
    parameters: [],
  });
  if (database.dialect.name === 'postgres') await database.run({ sql: 'ANALYZE dishes', parameters: [] });
}

/** The definitions of the table's indexes. */
async function indexesOf(database: Database): Promise<string[]> {
  const rows = await database.all({
    sql: `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = 'dishes'::regclass AND i.indisvalid ORDER BY 1`,
    parameters: [],
  });
  return rows.map(({ name }) => String(name));
}

describeOnEveryDatabase('a table of many rows', (open, dialect) => {
  it.skipIf(dialect === 'sqlite')('gets its indexes and its search while others write', async () => {
    const database = await open();
    await fill(database);
    const after = dishes(
      { title: text({ search: 'A' }), mins: integer(), parts: list(text(), { indexed: true }), colour: text() },
      { indexes: [['mins']] },
    );
    const [other, writer] = await Promise.all([openDatabase(database.url), openDatabase(database.url)]);
    // Whoever writes for as long as the migration takes: no index can be finished meanwhile, and no other writer waits for it.
    let release = (): void => undefined;
    const held = other.transaction(async () => {
      await other.run({ sql: `UPDATE dishes SET mins = -1 WHERE id = 'd1'`, parameters: [] });
      await new Promise<void>((resolve) => (release = resolve));
    });
    let applied = false;
    const applying = applyMigrations(database, after, {}).then((status) => ((applied = true), status));
    await delay(600);
    expect(applied).toBe(false);
    await writer.run({ sql: `UPDATE dishes SET mins = -2 WHERE id = 'd2'`, parameters: [] });
    expect(applied).toBe(false);
    release();
    await held;
    expect(await applying).toMatchObject({ state: 'current', version: 3 });
    expect(await indexesOf(database)).toEqual([
      'dishes_created_at_id',
      'dishes_mins',
      'dishes_parts_values',
      'dishes_pkey',
      'dishes_search',
    ]);
    const matches = database.dialect.searchMatches({ table: 'dishes', key: 'id' }, [{ words: ['17'], negated: false, prefix: false }]);
    const found = await database.all(database.dialect.builder.selectFrom('dishes').select('id').where(matches).orderBy('id').compile());
    expect(found).toEqual([{ id: 'd34' }, { id: 'd35' }]);
    await Promise.all([other.close(), writer.close()]);
  });

  it.skipIf(dialect === 'sqlite')('gets an index again that could not be finished', async () => {
    const database = await open();
    await fill(database);
    const after = dishes({ title: text(), mins: integer(), parts: list(text()), colour: text() }, { unique: [['title']] });
    await expect(applyMigrations(database, after)).rejects.toThrow();
    expect(await migrationStatus(database, after)).toMatchObject({ state: 'behind' });
    // The additions before it are there, and the old program goes on.
    expect(await requireCurrentSchema(database, before)).toMatchObject({ state: 'ahead_compatible' });
    await database.run({ sql: `UPDATE dishes SET title = title || id`, parameters: [] });
    expect(await applyMigrations(database, after)).toMatchObject({ state: 'current' });
    expect(await indexesOf(database)).toContain('dishes_title_unique');
  });

  it('is carried in batches, of which each is remembered', async () => {
    const database = await open();
    await fill(database);
    const files = [defineMigration({ id: '0001-minutes', steps: [rename('dishes.mins', 'dishes.minutes')] })];
    const rows: number[] = [];
    const after = dishes({ title: text(), minutes: integer(), parts: list(text()) });
    const rolling = { files, rolling: true, onProgress: (progress: { rows: number }) => rows.push(progress.rows) };
    expect(await applyMigrations(database, after, rolling)).toMatchObject({ state: 'migrating', mayStart: true });
    expect(rows.length).toBeGreaterThan(4);
    expect(rows).toEqual([...rows].sort((one, other) => one - other));
    expect(rows.at(-1)).toBe(ROWS);
    const [differing] = await database.all({
      sql: 'SELECT count(*) AS count FROM dishes WHERE mins IS DISTINCT FROM minutes',
      parameters: [],
    });
    expect(Number(differing?.['count'])).toBe(0);
    expect(await applyMigrations(database, after, { files })).toMatchObject({ state: 'current' });
  });
});
