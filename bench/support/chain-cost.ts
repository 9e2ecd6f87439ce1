import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuUsage, threadCpuUsage } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@colophon/core';
import { startAuditSealing } from '@colophon/core/audit';
import { makePrivateKey, openSigner } from '@colophon/core/signing';
import { startPostgres } from '@colophon/core/testing';
import { median } from './median.ts';

/** Not measured: until as many entries are sealed as are written. */
const LEAD_MS = 1200;
const SLICE_MS = 3000;
/** Until everything is sealed, so that nothing of it counts for the other database. */
const PAUSE_MS = 1200;
const WRITERS = [1, 10];
const TICKS_A_SECOND = 100;

/** Something that creates records with audit entries in a database. */
export interface Creating {
  readonly database: Database;
  create(index: number): Promise<unknown>;
}

/** The cost of a create in microseconds: elapsed time, CPU time of the serving thread, of all threads, and of PostgreSQL; WAL in bytes. */
interface Cost {
  readonly time: number;
  readonly thread: number;
  readonly process: number;
  readonly server: number;
  readonly wal: number;
}

/** Reads counters of the database server: its CPU time in microseconds, and the position of its WAL. */
type ReadServer = () => Promise<{ readonly cpu: number; readonly wal: number }>;

/**
 * Prints the cost that the chain of audit entries adds to creates, on SQLite and on PostgreSQL with flushes to disk: two equal databases, one
 * of them with the chain, are written in turn in one run. The chain runs all the time, as in an application, so that its thread is started
 * and its code compiled. The arguments of the benchmark are the number of rounds and, for one database alone, `sqlite` or `postgres`.
 */
export async function measureChain(creating: (url: string) => Promise<Creating>): Promise<void> {
  const [rounds = '12', only] = process.argv.slice(3);
  const measure = async (name: string, plain: string, chained: string): Promise<void> =>
    compare(name, Number(rounds), await creating(plain), await creating(chained));
  if (only !== 'postgres') {
    const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
    await measure('SQLite', `sqlite:${join(folder, 'plain.sqlite')}`, `sqlite:${join(folder, 'chained.sqlite')}`);
    rmSync(folder, { recursive: true });
  }
  if (only !== 'sqlite') {
    const postgres = await startPostgres({ durable: true });
    await measure('PostgreSQL', await postgres.createDatabase(), await postgres.createDatabase());
    await postgres.stop();
  }
}

async function compare(name: string, rounds: number, plain: Creating, chained: Creating): Promise<void> {
  const key = makePrivateKey();
  const signer = await openSigner(chained.database, () => key);
  const stop = startAuditSealing(chained.database, { signer, onError: (error) => console.error(error) });
  const readServer = await serverOf(chained.database);
  for (const writers of WRITERS) {
    const pairs: { without: Cost; chain: Cost }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const [first, second] = round % 2 === 0 ? [plain, chained] : [chained, plain];
      const costs = [await slice(first, writers, readServer), await slice(second, writers, readServer)] as const;
      const [without, chain] = round % 2 === 0 ? costs : [costs[1], costs[0]];
      // The first one warms up.
      if (round > 0) pairs.push({ without, chain });
    }
    const compared = (what: string, of: (cost: Cost) => number, unit = 'µs'): string => {
      const [before, after] = [median(pairs.map(({ without }) => of(without))), median(pairs.map(({ chain }) => of(chain)))];
      const ratio = median(pairs.map(({ without, chain }) => of(chain) / of(without)));
      return `${what} ${before.toFixed(0)} → ${after.toFixed(0)} ${unit} (× ${ratio.toFixed(3)})`;
    };
    const rate = median(pairs.map(({ chain }) => 1e6 / chain.time)).toFixed(0);
    const ofServer =
      chained.database.dialect.name === 'sqlite'
        ? []
        : [compared('of PostgreSQL', ({ server }) => server), compared('WAL', ({ wal }) => wal, 'bytes')];
    console.log(
      `${name}, ${writers} at once, ${rate} creates/s with the chain: ${[
        compared('time', ({ time }) => time),
        compared('processor of the serving thread', ({ thread }) => thread),
        compared('of all threads', ({ process }) => process),
        ...ofServer,
      ].join(', ')}`,
    );
  }
  await stop();
  await plain.database.close();
  await chained.database.close();
}

let made = 0;

async function slice(creating: Creating, writers: number, readServer: ReadServer): Promise<Cost> {
  let isWriting = true;
  let count = 0;
  const write = async (): Promise<void> => {
    for (; isWriting; count += 1) await creating.create((made += 1));
  };
  const writing = Promise.all(Array.from({ length: writers }, write));
  await wait(LEAD_MS);
  const [counted, server, ofThread, ofProcess, began] = [count, await readServer(), threadCpuUsage(), cpuUsage(), performance.now()];
  await wait(SLICE_MS);
  const [thread, all, elapsed] = [threadCpuUsage(ofThread), cpuUsage(ofProcess), performance.now() - began];
  const created = count - counted;
  const served = await readServer();
  isWriting = false;
  await writing;
  await wait(PAUSE_MS);
  return {
    time: (elapsed * 1000) / created,
    thread: (thread.user + thread.system) / created,
    process: (all.user + all.system) / created,
    server: (served.cpu - server.cpu) / created,
    wal: (served.wal - server.wal) / created,
  };
}

/** The counters of all processes of a PostgreSQL server on this machine; zero for SQLite. */
async function serverOf(database: Database): Promise<ReadServer> {
  if (database.dialect.name !== 'postgres') return async () => ({ cpu: 0, wal: 0 });
  const folder = String((await database.first({ sql: 'SHOW data_directory', parameters: [] }))?.['data_directory']);
  const [postmaster = ''] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  return async () => {
    let ticks = 0;
    for (const pid of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
      try {
        // The name of the process is in parentheses and may contain spaces.
        const [, parent, ...values] = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ');
        if (parent === postmaster) ticks += Number(values[9]) + Number(values[10]);
      } catch {
        // It has ended.
      }
    }
    const row = await database.first({ sql: "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS wal", parameters: [] });
    return { cpu: (ticks * 1e6) / TICKS_A_SECOND, wal: Number(row?.['wal']) };
  };
}
