import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boolean } from '../fields/boolean.ts';
import { bytes } from '../fields/bytes.ts';
import { datetime } from '../fields/datetime.ts';
import { json } from '../fields/json.ts';
import { list } from '../fields/list.ts';
import { integer, real } from '../fields/numbers.ts';
import { reference } from '../fields/reference.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { junction } from '../objects/junction.ts';
import { object } from '../objects/object.ts';
import { schemaOf } from '../objects/schema.ts';
import type { Database } from '../storage/database.ts';
import { applyMigrations } from '../storage/migrations/migrate.ts';
import { migrationStatus } from '../storage/migrations/status.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import type { TableDefinition } from '../storage/table.ts';
import { startPostgres, type RunningPostgres } from '../testing/postgres.ts';
import {
  digestTable,
  pinDatabase,
  readParts,
  readRecord,
  snapshotTables,
  type SnapshotContents,
  type TableDigest,
  writeSnapshot,
} from './index.ts';

class Folder extends object({ name: text({ required: true }), parentId: reference('folders') }, { table: 'folders' }) {}
class Folders extends collection(Folder) {}
class Item extends object(
  {
    title: text({ search: 'A' }),
    body: text({ search: 'B' }),
    count: integer(),
    ratio: real(),
    isOpen: boolean(),
    at: datetime(),
    facts: json({ indexed: true }),
    names: list(text(), { indexed: true }),
    folderId: reference('folders', { onDelete: 'set null' }),
    state: bytes(),
  },
  { table: 'items', tenant: true, unique: [['title', 'tenantId']], sparse: ['count'] },
) {}
const itemFolders = junction('item_folders', { item_id: () => Item, folder_id: () => Folder });
class Items extends collection(Item, { junctions: [itemFolders] }) {}
class Guess extends object({ value: text() }, { table: 'guesses', kept: 'derived' }) {}
class Guesses extends collection(Guess) {}

const SCHEMA = schemaOf([Folders, Items, Guesses]);
const directory = mkdtempSync(join(tmpdir(), 'colophon-snapshot-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Reads a whole snapshot into memory. */
async function snapshotOf(database: Database): Promise<SnapshotContents & { digests: TableDigest[] }> {
  const reads = await pinDatabase(database.url);
  try {
    const { tables, version, compatibleFrom, applied } = await readRecord(reads);
    const kept = snapshotTables(tables);
    const parts = [];
    const digests = [];
    for (const table of kept) {
      for await (const part of readParts(reads, table)) parts.push(part);
      digests.push(await digestTable(reads, table));
    }
    return {
      schema: tables,
      version,
      compatibleFrom,
      applied,
      digests,
      parts: (async function* () {
        yield* parts;
      })(),
    };
  } finally {
    await reads.close();
  }
}

const anyText = fc.string({ unit: 'binary', maxLength: 40 }).filter((each) => !each.includes('\0'));
const anyJson = fc
  .json({ stringUnit: 'grapheme', maxDepth: 4 })
  .map((each): unknown => JSON.parse(each.replaceAll('\\u0000', '')))
  .filter((value) => value !== null);
const nullable = <T>(each: fc.Arbitrary<T>) => fc.option(each, { nil: null });
const anyItem = fc.record({
  title: anyText,
  body: nullable(anyText),
  count: nullable(fc.integer({ min: -2_147_483_648, max: 2_147_483_647 })),
  ratio: nullable(fc.double({ noNaN: true, noDefaultInfinity: true })),
  isOpen: nullable(fc.boolean()),
  at: nullable(fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })),
  facts: nullable(anyJson),
  names: fc.array(anyText, { maxLength: 4 }),
  state: nullable(fc.uint8Array({ maxLength: 60 })),
});
type AnyItem = typeof anyItem extends fc.Arbitrary<infer T> ? T : never;

describe('a snapshot', () => {
  let server: RunningPostgres | undefined;
  const opened: Database[] = [];
  let count = 0;
  beforeAll(async () => {
    server = await startPostgres().catch(() => undefined);
  }, 120_000);
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await server?.stop();
  });

  const open = async (kind: string): Promise<Database> => {
    count += 1;
    const url = kind === 'sqlite' ? `sqlite:${join(directory, `${count}.sqlite`)}` : ((await server?.createDatabase()) ?? '');
    const database = await openDatabase(url);
    opened.push(database);
    return database;
  };
  const migrated = async (kind: string): Promise<Database> => {
    const database = await open(kind);
    await applyMigrations(database, SCHEMA);
    return database;
  };
  const insert = async (database: Database, table: string, rows: readonly Record<string, unknown>[]): Promise<void> => {
    const { columns } = SCHEMA.find((each) => each.name === table) as TableDefinition;
    const { dialect } = database;
    for (const row of rows) {
      const encoded = Object.fromEntries(
        columns.filter(({ name }) => name in row).map(({ name, kind }) => [name, dialect.encode(kind, row[name])]),
      );
      await database.run(dialect.builder.insertInto(table).values(encoded).compile());
    }
  };
  const stamps = { rev: 1, created_at: '2026-11-21T10:00:00.000Z', updated_at: '2026-11-21T10:00:00.000Z' };
  const fill = async (database: Database, items: readonly AnyItem[]): Promise<void> => {
    const folders = items.map((_, at) => ({ id: `f${at}`, name: `folder ${at}`, parentId: at === 0 ? null : `f${at - 1}`, ...stamps }));
    await insert(database, 'folders', folders);
    await insert(
      database,
      'items',
      items.map((item, at) => ({
        ...item,
        at: item.at?.toISOString() ?? null,
        id: `i${at}`,
        title: `${at} ${item.title}`,
        folderId: `f${at}`,
        tenantId: null,
        ...stamps,
      })),
    );
    await insert(
      database,
      'item_folders',
      items.map((_, at) => ({ item_id: `i${at}`, folder_id: `f${at}`, created_at: stamps.created_at })),
    );
    await insert(database, 'guesses', [{ id: 'g1', value: 'a guess', ...stamps }]);
  };
  const WAYS = [
    ['sqlite', 'postgres'],
    ['postgres', 'sqlite'],
    ['sqlite', 'sqlite'],
    ['postgres', 'postgres'],
  ] as const;

  it.each(WAYS)(
    'of any data on %s is the same on %s',
    async (from, to) => {
      if (!server && (from === 'postgres' || to === 'postgres')) return;
      await fc.assert(
        fc.asyncProperty(fc.array(anyItem, { maxLength: 6 }), async (items) => {
          const source = await migrated(from);
          const target = await open(to);
          try {
            await fill(source, items);
            const snapshot = await snapshotOf(source);
            await writeSnapshot(target, snapshot, { schema: SCHEMA });
            expect((await snapshotOf(target)).digests).toEqual(snapshot.digests);
          } finally {
            await Promise.all([source.close(), target.close()]);
          }
        }),
        { numRuns: 12 },
      );
    },
    120_000,
  );

  it.each(WAYS)('of %s works on %s as before: indexes, search, references, schema', async (from, to) => {
    if (!server && (from === 'postgres' || to === 'postgres')) return;
    const source = await migrated(from);
    const item = new Items(source).make({ title: 'The harbour bridge', facts: { place: 'Kiel' }, names: ['a', 'b'] });
    await item.save();
    await new Guesses(source).make({ value: 'a guess' }).save();
    const target = await open(to);
    await writeSnapshot(target, await snapshotOf(source), { schema: SCHEMA });
    expect(await migrationStatus(target, SCHEMA)).toMatchObject({ state: 'current', version: 1 });
    const items = new Items(target);
    expect((await items.list({ search: 'harbour' })).map(({ id }) => id)).toEqual([item.id]);
    const lines = await items.list({ where: { 'facts.place': 'Kiel' } as never });
    expect(lines.map(({ id }) => id)).toEqual([item.id]);
    expect((await items.require(item.id)).facts).toEqual({ place: 'Kiel' });
    // What can be made again is not in it.
    expect(await new Guesses(target).count()).toBe(0);
    await items.make({ title: 'After it' }).save();
    expect((await items.list({ search: 'after' })).length).toBe(1);
    await expect(items.make({ title: 'The harbour bridge' }).save()).rejects.toMatchObject({ status: 409 });
    await expect(items.make({ folderId: 'nowhere' }).save()).rejects.toMatchObject({ status: 422 });
  });

  it.each(['sqlite', 'postgres'])('of %s is of one moment, while others write', async (kind) => {
    if (!server && kind === 'postgres') return;
    const source = await migrated(kind);
    await new Folders(source).make({ name: 'before' }).save();
    const reads = await pinDatabase(source.url);
    const [folders] = SCHEMA;
    const before = await digestTable(reads, folders as TableDefinition);
    await new Folders(source).make({ name: 'after' }).save();
    expect(await digestTable(reads, folders as TableDefinition)).toEqual(before);
    expect(before.rows).toBe(1);
    await reads.close();
    expect((await digestTable(source, folders as TableDefinition)).rows).toBe(2);
  });

  it('is cut so that a new row changes one part, and no part is long', async () => {
    const source = await migrated('sqlite');
    const [folders] = SCHEMA as [TableDefinition];
    const partsOf = async (): Promise<string[]> => {
      const parts = [];
      for await (const part of readParts(source, folders)) parts.push(part.sha256);
      return parts;
    };
    await source.transaction(() =>
      insert(
        source,
        'folders',
        Array.from({ length: 5000 }, (_, at) => ({ id: `k${String(at).padStart(5, '0')}`, name: 'x'.repeat(20), ...stamps })),
      ),
    );
    const before = await partsOf();
    expect(before.length).toBeGreaterThan(20);
    await insert(source, 'folders', [{ id: 'k02500a', name: 'in the middle', ...stamps }]);
    const after = await partsOf();
    expect(after.filter((each) => !before.includes(each))).toHaveLength(1);
    await source.transaction(() =>
      insert(
        source,
        'folders',
        Array.from({ length: 12 }, (_, at) => ({ id: `long${at}`, name: 'x'.repeat(1_000_000), ...stamps })),
      ),
    );
    const lengths = [];
    for await (const { lines } of readParts(source, folders)) if (lines.length > 100_000) lengths.push(lines.length);
    expect(lengths.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(4 * 1024 * 1024);
  });

  it('is written into an empty database only, and never in part', async () => {
    const source = await migrated('sqlite');
    await new Folders(source).make({ name: 'one' }).save();
    await expect(writeSnapshot(source, await snapshotOf(source), { schema: SCHEMA })).rejects.toMatchObject({ code: 'not_empty' });
    const target = await open('sqlite');
    const snapshot = await snapshotOf(source);
    const changed = { ...snapshot, digests: snapshot.digests.map((each) => (each.rows > 0 ? { ...each, sha256: '0'.repeat(64) } : each)) };
    await expect(writeSnapshot(target, changed, { schema: SCHEMA })).rejects.toMatchObject({
      code: 'digest_differs',
      message: expect.stringContaining('folders (1 rows'),
    });
    const failing = await snapshotOf(source);
    await expect(writeSnapshot(target, failing, { schema: SCHEMA, prepare: () => Promise.reject(new Error('no')) })).rejects.toThrow('no');
    expect(await target.all(target.dialect.introspect())).toEqual([]);
    await writeSnapshot(target, await snapshotOf(source), { schema: SCHEMA });
    expect(await new Folders(target).count()).toBe(1);
  });

  it('of a newer schema is refused, one of an older schema is written as it was', async () => {
    const source = await migrated('sqlite');
    const older = SCHEMA.filter(({ name }) => name !== 'guesses');
    await expect(writeSnapshot(await open('sqlite'), await snapshotOf(source), { schema: older })).rejects.toMatchObject({
      code: 'schema_ahead',
      message: expect.stringContaining('guesses'),
    });
    const newer = [...SCHEMA, { ...(SCHEMA[0] as TableDefinition), name: 'later_folders', indexes: [] }];
    const target = await open('sqlite');
    await writeSnapshot(target, await snapshotOf(source), { schema: newer });
    expect(await migrationStatus(target, newer)).toMatchObject({ state: 'behind' });
  });

  it('with U+0000 is refused by PostgreSQL, with the table, column and key', async () => {
    const source = await migrated('sqlite');
    await insert(source, 'items', [{ id: 'bad', facts: { deep: ['a\0b'] }, names: [], ...stamps }]);
    const target = await open('sqlite');
    await writeSnapshot(target, await snapshotOf(source), { schema: SCHEMA });
    expect((await new Items(target).require('bad')).facts).toEqual({ deep: ['a\0b'] });
    if (!server) return;
    await expect(writeSnapshot(await open('postgres'), await snapshotOf(source), { schema: SCHEMA })).rejects.toMatchObject({
      code: 'unstorable_value',
      message: expect.stringContaining('items.facts of bad'),
    });
  });

  it('of a database in memory is refused', async () => {
    await expect(pinDatabase('sqlite::memory:')).rejects.toThrow('in memory');
    await expect(pinDatabase('mysql://x')).rejects.toThrow('sqlite:');
  });
});
