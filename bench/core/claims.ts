import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { claims, type Database, openDatabase, operationTable, requireCurrentSchema } from '@colophon/core';
import { PgBossQueue } from '../../packages/core/src/jobs/queue/pg-boss-queue.ts';
import { startPostgres } from '../../packages/core/src/testing/postgres.ts';
import { median } from '../support/median.ts';
import { printTable } from '../support/table.ts';

// Deliveries put, then taken, held once and settled by two workers in parallel, in durable transactions; and a look that finds nothing. On
// PostgreSQL beside pg-boss, the queue of jobs there.
const DELIVERIES = Number(process.argv[3] ?? 600);
const ROUNDS = 3;
const LOOKS = 200;

/** What both have in common. */
interface Queue {
  put(id: string): Promise<void>;
  /** Takes some, holds and settles them, and returns how many. */
  work(): Promise<number>;
}

interface Measured {
  readonly put: number;
  readonly worked: number;
  readonly look: number;
}

function laneQueue(database: Database): Queue {
  const lane = claims(database, 'bench', { lease: 30_000 });
  return {
    put: (id) => database.transaction(() => lane.put([{ id }])),
    work: async () => {
      const taken = await lane.take(2);
      for (const claim of taken) {
        await lane.hold([claim]);
        await database.transaction(() => lane.settle([claim]));
      }
      return taken.length;
    },
  };
}

function bossQueue(database: Database, queue: PgBossQueue): Queue {
  return {
    put: (id) => database.transaction(() => queue.put(id)),
    work: async () => {
      const taken = await queue.take(2);
      for (const delivery of taken) {
        await queue.hold([delivery]);
        await database.transaction(() => queue.remove(delivery));
      }
      return taken.length;
    },
  };
}

async function measure(queues: readonly Queue[]): Promise<Measured> {
  const [first] = queues as [Queue];
  const timed = async (count: number, work: () => Promise<void>): Promise<number> => {
    const began = performance.now();
    await work();
    return (count / (performance.now() - began)) * 1000;
  };
  const rounds: Measured[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const put = await timed(DELIVERIES, async () => {
      for (let index = 0; index < DELIVERIES; index += 1) await first.put(`${round} ${String(index).padStart(6, '0')}`);
    });
    let done = 0;
    const worked = await timed(DELIVERIES, async () => {
      await Promise.all(
        queues.map(async (queue) => {
          while (done < DELIVERIES) {
            const count = await queue.work();
            done += count;
            // A look that finds nothing must not keep the others from going on.
            if (count === 0) await delay(1);
          }
        }),
      );
    });
    const look = await timed(LOOKS, async () => {
      for (let index = 0; index < LOOKS; index += 1) await first.work();
    });
    rounds.push({ put, worked, look });
  }
  const middle = (of: (each: Measured) => number): number => median(rounds.map(of));
  return { put: middle(({ put }) => put), worked: middle(({ worked }) => worked), look: 1000 / middle(({ look }) => look) };
}

function print(rows: readonly (readonly [string, Measured])[]): void {
  const [[, floor]] = rows as [(typeof rows)[number]];
  printTable(
    ['deliveries', 'put/s', 'taken, held and settled/s', 'a look that finds nothing, ms', 'against the first row'],
    rows.map(([name, each]) => [name, each.put.toFixed(0), each.worked.toFixed(0), each.look.toFixed(2), each.worked / floor.worked]),
  );
}

async function openPair(url: string): Promise<[Database, Database]> {
  const pair: [Database, Database] = [await openDatabase(url), await openDatabase(url)];
  await requireCurrentSchema(pair[0], operationTable([]).schema);
  return pair;
}

const directory = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
const server = await startPostgres();
try {
  const file = await openPair(`sqlite:${join(directory, 'claims.sqlite')}`);
  print([['SQLite, claims', await measure(file.map(laneQueue))]]);
  await Promise.all(file.map((database) => database.close()));

  const pair = await openPair(await server.createDatabase());
  const bosses = await Promise.all(pair.map((database) => PgBossQueue.open(database)));
  print([
    ['PostgreSQL, pg-boss', await measure(pair.map((database, index) => bossQueue(database, bosses[index] as PgBossQueue)))],
    ['PostgreSQL, claims', await measure(pair.map(laneQueue))],
  ]);
  await Promise.all(bosses.map((boss) => boss.close()));
  await Promise.all(pair.map((database) => database.close()));
} finally {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}
