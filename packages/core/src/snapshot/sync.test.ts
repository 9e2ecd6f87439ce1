import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { text } from '../fields/text.ts';
import { reference } from '../fields/reference.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import { schemaOf } from '../objects/schema.ts';
import type { Database } from '../storage/database.ts';
import { applyMigrations, requireCurrentSchema } from '../storage/migrations/migrate.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import { createTables, digestTable, finishTables, pinDatabase, readMode, setMode, syncTable } from './index.ts';

class Page extends object({ title: text({ search: 'A' }), beforeId: reference('pages') }, { table: 'pages' }) {}
class Pages extends collection(Page) {}

const SCHEMA = schemaOf([Pages]);
const [PAGES] = SCHEMA as [(typeof SCHEMA)[number]];
const directory = mkdtempSync(join(tmpdir(), 'colophon-sync-'));
const stamps = { rev: 1, created_at: '2026-11-21T10:00:00.000Z', updated_at: '2026-11-21T10:00:00.000Z' };

describeOnEveryDatabase('a table in another database', (open, dialect) => {
  let source: Database;
  const targets: Database[] = [];
  beforeAll(async () => {
    source = await open();
    await requireCurrentSchema(source, SCHEMA);
    await insert(source, 0, 1200);
  });
  afterAll(async () => {
    await Promise.all(targets.map((database) => database.close()));
    rmSync(directory, { recursive: true, force: true });
  });

  const insert = (database: Database, from: number, to: number): Promise<void> =>
    database.transaction(async () => {
      for (let at = from; at < to; at += 1) {
        const beforeId = at === from ? null : `p${String(at - 1).padStart(5, '0')}`;
        const row = { id: `p${String(at).padStart(5, '0')}`, title: `Page ${at}`, beforeId, ...stamps };
        await database.run(database.dialect.builder.insertInto('pages').values(row).compile());
      }
    });
  const emptyTarget = async (): Promise<Database> => {
    const url = dialect === 'sqlite' ? (await open()).url : `sqlite:${join(directory, `${targets.length}.sqlite`)}`;
    const database = await openDatabase(url, { references: 'unchecked' });
    targets.push(database);
    await database.transaction(() => createTables(database, SCHEMA));
    return database;
  };
  const sync = async (target: Database) => {
    const reads = await pinDatabase(source.url);
    try {
      return await syncTable(reads, target, PAGES);
    } finally {
      await reads.close();
    }
  };
  const isEqual = async (target: Database): Promise<boolean> => {
    const [one, other] = [await digestTable(source, PAGES), await digestTable(target, PAGES)];
    return one.sha256 === other.sha256;
  };

  it('becomes equal, and again after any change, by the parts that differ alone', async () => {
    const target = await emptyTarget();
    expect((await sync(target)).same).toBe(0);
    expect(await isEqual(target)).toBe(true);
    expect((await sync(target)).written).toBe(0);
    const change = (sql: string): Promise<number> => source.run({ sql, parameters: [] });
    for (const [sql, most] of [
      [`UPDATE pages SET title = 'changed' WHERE id = 'p00600'`, 1],
      [`UPDATE pages SET "beforeId" = NULL WHERE id > 'p00150' AND id <= 'p00450'`, 5],
      [`DELETE FROM pages WHERE id >= 'p00150' AND id < 'p00450'`, 2],
      [`UPDATE pages SET "beforeId" = NULL WHERE id = 'p00001'`, 1],
      [`DELETE FROM pages WHERE id = 'p00000'`, 1],
      [`UPDATE pages SET "beforeId" = NULL WHERE id >= 'p01100'`, 4],
      [`DELETE FROM pages WHERE id >= 'p01100'`, 2],
    ] as const) {
      await change(sql);
      expect([sql, (await sync(target)).written <= most, await isEqual(target)]).toEqual([sql, true, true]);
    }
    await insert(source, 1100, 1300);
    await sync(target);
    expect(await isEqual(target)).toBe(true);
    await target.transaction(() => finishTables(target, SCHEMA));
    expect((await new Pages(target).list({ search: '"page 1299"' })).length).toBe(1);
  });

  it('goes on where it was stopped, at any point', async () => {
    const target = await emptyTarget();
    for (let stops = 1; stops <= 4; stops += 1) {
      let left = stops;
      const stopping = new Proxy(target, {
        get(database, name) {
          if (name === 'run' && left-- <= 0) throw new Error('stopped');
          const value: unknown = Reflect.get(database, name, database);
          return typeof value === 'function' ? value.bind(database) : value;
        },
      });
      await expect(sync(stopping)).rejects.toThrow('stopped');
    }
    await sync(target);
    expect(await isEqual(target)).toBe(true);
  });

  it('is not changed any more while its database is read-only, whoever writes', async () => {
    const other = await openDatabase(source.url);
    const write = (database: Database): Promise<number> =>
      database.run({ sql: `UPDATE pages SET title = 'after' WHERE id = 'p00002'`, parameters: [] });
    await setMode(source, 'read_only');
    expect(await readMode(other)).toBe('read_only');
    for (const database of [source, other]) {
      await expect(write(database)).rejects.toMatchObject({ status: 503, code: 'read_only' });
      await expect(new Pages(database).make({ title: 'new' }).save()).rejects.toMatchObject({ status: 503, code: 'read_only' });
    }
    expect((await new Pages(other).list({ limit: 1 })).length).toBe(1);
    await applyMigrations(source, SCHEMA);
    await setMode(source, 'read_only');
    await setMode(source, 'open');
    expect(await write(other)).toBe(1);
    expect(await readMode(source)).toBe('open');
    await other.close();
  });
});
