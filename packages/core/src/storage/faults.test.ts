import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ColophonError } from '../errors/colophon-error.ts';
import { type RunningPostgres, startPostgres } from '../testing/postgres.ts';
import { Entries, LOAD_SCHEMA } from '../testing/write-load.ts';
import type { Database } from './database.ts';
import { requireCurrentSchema } from './migrations/migrate.ts';
import { openDatabase } from './open/open-database.ts';

const LOAD = new URL('../testing/write-load.ts', import.meta.url);

/** Lets a process write for a while and ends it without a warning; answers with what it had acknowledged. */
async function killedUnderLoad(url: string, name: string): Promise<string[]> {
  const child = fork(LOAD, [url, name], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
  while (!said.includes('\n') && child.exitCode === null) await delay(10);
  await delay(30 + Math.random() * 150);
  child.kill('SIGKILL');
  await once(child, 'close');
  // The last line may have been cut off: what was not said whole was not acknowledged.
  return said.split('\n').slice(0, -1);
}

/** The entries and audit entries of every transfer in the database. */
async function transfersIn(database: Database): Promise<Map<string, { entries: number; sum: number; audited: number }>> {
  const transfers = new Map<string, { entries: number; sum: number; audited: number }>();
  const { builder } = database.dialect;
  const audited = new Set(
    (await database.all(builder.selectFrom('audit_entries').select('objectId').compile())).map((row) => String(row['objectId'])),
  );
  for (const row of await database.all(builder.selectFrom('entries').select(['id', 'transfer', 'amount']).compile())) {
    const known = transfers.get(String(row['transfer'])) ?? { entries: 0, sum: 0, audited: 0 };
    known.entries += 1;
    known.sum += Number(row['amount']);
    known.audited += audited.has(String(row['id'])) ? 1 : 0;
    transfers.set(String(row['transfer']), known);
  }
  return transfers;
}

async function expectWhole(database: Database, acknowledged: readonly string[]): Promise<void> {
  const transfers = await transfersIn(database);
  expect(acknowledged.filter((transfer) => !transfers.has(transfer))).toEqual([]);
  expect([...transfers].filter(([, { entries, sum, audited }]) => entries !== 2 || sum !== 0 || audited !== 2)).toEqual([]);
}

/** Writes until told to stop; counts what was acknowledged and how the rest failed. */
function keepWriting(database: Database, name: string) {
  const entries = new Entries(database);
  const acknowledged: string[] = [];
  const failures: unknown[] = [];
  let going = true;
  let serial = 0;
  const writer = async (): Promise<void> => {
    while (going) {
      const transfer = `${name}-${(serial += 1)}`;
      try {
        await entries.transaction(async () => {
          await entries.add({ transfer, amount: -5 });
          await entries.add({ transfer, amount: 5 });
        });
        acknowledged.push(transfer);
      } catch (error) {
        failures.push(error);
        await delay(20);
      }
    }
  };
  const writers = Array.from({ length: 8 }, writer);
  return {
    acknowledged,
    failures,
    async stop() {
      going = false;
      await Promise.all(writers);
    },
  };
}

const isUnavailable = (error: unknown): boolean => error instanceof ColophonError && error.status === 503 && error.code === 'unavailable';

describe('a process that is killed while it writes', () => {
  it('leaves every acknowledged write in a SQLite file, and no half one, ten times over', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'colophon-kill-'));
    const url = `sqlite:${join(folder, 'kill.sqlite')}`;
    const acknowledged: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      acknowledged.push(...(await killedUnderLoad(url, `round-${round}`)));
      const database = await openDatabase(url);
      await expectWhole(database, acknowledged);
      expect(await database.all({ sql: 'PRAGMA integrity_check', parameters: [] })).toEqual([{ integrity_check: 'ok' }]);
      await database.close();
    }
    expect(acknowledged.length).toBeGreaterThan(10);
    await rm(folder, { recursive: true });
  }, 30_000);
});

describe('processes that write to one SQLite file at once', () => {
  it('wait for each other and lose nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'colophon-shared-'));
    const url = `sqlite:${join(folder, 'shared.sqlite')}`;
    const database = await openDatabase(url);
    await requireCurrentSchema(database, LOAD_SCHEMA);
    const writing = keepWriting(database, 'here');
    const [one, other] = await Promise.all([killedUnderLoad(url, 'one'), killedUnderLoad(url, 'other')]);
    await writing.stop();
    expect(writing.failures).toEqual([]);
    await expectWhole(database, [...writing.acknowledged, ...one, ...other]);
    expect(Math.min(writing.acknowledged.length, one.length, other.length)).toBeGreaterThan(0);
    await database.close();
    await rm(folder, { recursive: true });
  }, 30_000);
});

describe.skipIf(process.env['COLOPHON_TEST_POSTGRES'] === undefined)('PostgreSQL', () => {
  let server: RunningPostgres;
  let url: string;

  beforeAll(async () => {
    server = await startPostgres({ durable: true });
    url = await server.createDatabase();
  });
  afterAll(() => server.stop());

  it('has every acknowledged write and no half one when the process is killed, ten times over', async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < 10; round += 1) acknowledged.push(...(await killedUnderLoad(url, `process-${round}`)));
    const database = await openDatabase(url);
    await expectWhole(database, acknowledged);
    expect(acknowledged.length).toBeGreaterThan(10);
    await database.close();
  }, 30_000);

  it.each([
    ['stopped', 'stop', 1],
    ['killed', 'kill', 3],
  ] as const)(
    'may be %s and come back under load: clear refusals, nothing lost, no restart of ours',
    async (_, how, rounds) => {
      const database = await openDatabase(url);
      await requireCurrentSchema(database, LOAD_SCHEMA);
      const writing = keepWriting(database, how);
      for (let round = 0; round < rounds; round += 1) {
        await delay(200);
        await server.pause(how);
        await delay(200);
        await expect(database.first({ sql: 'SELECT 1 AS one', parameters: [] })).rejects.toSatisfy(isUnavailable);
        await server.start();
        const before = writing.acknowledged.length;
        await expect.poll(() => writing.acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(before);
      }
      await writing.stop();
      expect(writing.failures.length).toBeGreaterThan(0);
      expect(writing.failures.filter((error) => !isUnavailable(error))).toEqual([]);
      await expectWhole(database, writing.acknowledged);
      await database.close();
    },
    30_000,
  );
});

describe('a full disk', () => {
  it('is said as such; what was acknowledged stays, and writing goes on when there is room again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'colophon-full-'));
    const database = await openDatabase(`sqlite:${join(folder, 'full.sqlite')}`);
    await requireCurrentSchema(database, LOAD_SCHEMA);
    // SQLite's own bound on the file: going over it is SQLITE_FULL, as from a disk without room.
    await database.run({ sql: 'PRAGMA max_page_count = 60', parameters: [] });
    const writing = keepWriting(database, 'full');
    await expect.poll(() => writing.failures.length, { timeout: 10_000 }).toBeGreaterThan(20);
    expect(writing.failures.filter((error) => !isUnavailable(error))).toEqual([]);
    await database.run({ sql: 'PRAGMA max_page_count = 1000000', parameters: [] });
    const before = writing.acknowledged.length;
    await expect.poll(() => writing.acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(before);
    await writing.stop();
    expect(writing.failures.filter((error) => !isUnavailable(error))).toEqual([]);
    await expectWhole(database, writing.acknowledged);
    await database.close();
    await rm(folder, { recursive: true });
  }, 30_000);
});
