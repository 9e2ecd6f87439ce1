import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createClient } from '@redis/client';
import { createMemorySpendingStore, createRedisSpendingStore, createSqlSpendingStore, type SpendingStore } from '../../src/index.ts';
import { describeSpendingStore } from './describe-spending-store.ts';
import { RespServer } from './resp-server.ts';
import { postgresPort, sqlitePort } from './sql-ports.ts';

const postgres = process.env['COLOPHON_TEST_POSTGRES'];
const closing: (() => Promise<unknown>)[] = [];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'colophon-spending-'));
});
afterAll(async () => {
  for (const close of closing) await close();
  await rm(folder, { recursive: true });
});

const stores: [string, () => SpendingStore | Promise<SpendingStore>][] = [
  ['in memory', createMemorySpendingStore],
  ['in a file of SQLite', () => sqlStore(sqlitePort(path.join(folder, 'spending.db')))],
];
if (postgres !== undefined) stores.push(['in PostgreSQL', () => sqlStore(postgresPort(postgres))]);
stores.push(['behind the protocol of Redis', () => redisStore()]);
const installed = process.env['REDIS_URL'];
if (installed !== undefined) stores.push(['in Redis itself', () => redisStore(installed)]);

function sqlStore(port: ReturnType<typeof sqlitePort>): SpendingStore {
  closing.push(() => port.close());
  return createSqlSpendingStore(port);
}

/** Two connections, as two processes have. */
async function redisStore(url?: string): Promise<SpendingStore> {
  let address = url;
  if (address === undefined) {
    const server = await RespServer.start();
    address = server.url;
    closing.unshift(() => server.close());
  }
  const open = async (): Promise<SpendingStore> => {
    const connection = createClient({ url: address, RESP: 2 });
    await connection.connect();
    closing.unshift(async () => connection.destroy());
    return createRedisSpendingStore({ connection });
  };
  const [one, two] = [await open(), await open()];
  let turn = 0;
  return {
    reserve: (...args) => ((turn += 1) % 2 === 0 ? one : two).reserve(...args),
    settle: (...args) => ((turn += 1) % 2 === 0 ? one : two).settle(...args),
    read: (...args) => one.read(...args),
  };
}

for (const [name, make] of stores) describeSpendingStore(name, make);
