import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuUsage, threadCpuUsage } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import {
  applyMigrations,
  AuditEntries,
  type Caller,
  collection,
  type Database,
  makeCall,
  object,
  openDatabase,
  operationTable,
  text,
} from '@colophon/core';
import { startAuditSealing } from '@colophon/core/audit';
import { makePrivateKey, openSigner } from '@colophon/core/signing';
import { startPostgres } from '@colophon/core/testing';
import { median } from '../support/median.ts';

// The cost that the chain of audit entries adds to creates: two equal databases, one of them with the chain, written in turn in one run.
// The chain runs all the time, as in an application, so that its thread is started and its code compiled. `-- core/audit 30` for more
// rounds, `-- core/audit 30 postgres` for one database.
const ROUNDS = Number(process.argv[3] ?? 12);
const ONLY = process.argv[4];
/** Not measured: until as many entries are sealed as are written. */
const LEAD_MS = 1200;
const SLICE_MS = 3000;
/** Until everything is sealed, so that nothing of it counts for the other database. */
const PAUSE_MS = 1200;
const WRITERS = [1, 10];
const TICKS_A_SECOND = 100;

class Note extends object({ title: text({ required: true }), body: text() }, { table: 'notes', tenant: true }) {}
class Notes extends collection(Note) {}
const ada: Caller = { kind: 'user', id: 'ada', name: 'Ada', tenantId: null, role: 'editor' };

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

if (ONLY !== 'postgres') {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-audit-'));
  await measure('SQLite', [`sqlite:${join(folder, 'plain.sqlite')}`, `sqlite:${join(folder, 'chained.sqlite')}`]);
  rmSync(folder, { recursive: true });
}
if (ONLY !== 'sqlite') {
  const postgres = await startPostgres({ durable: true });
  await measure('PostgreSQL', [await postgres.createDatabase(), await postgres.createDatabase()]);
  await postgres.stop();
}

async function measure(name: string, [plainUrl, chainedUrl]: readonly [string, string]): Promise<void> {
  const [plain, chained] = [await open(plainUrl), await open(chainedUrl)];
  const key = makePrivateKey();
  const signer = await openSigner(chained, () => key);
  const stop = startAuditSealing(chained, { signer, onError: (error) => console.error(error) });
  const readServer = await serverOf(chained);
  for (const writers of WRITERS) {
    const pairs: { without: Cost; chain: Cost }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [first, second] = round % 2 === 0 ? [plain, chained] : [chained, plain];
      const costs = [await slice(first, writers, readServer), await slice(second, writers, readServer)] as const;
      const [without, chain] = round % 2 === 0 ? costs : [costs[1], costs[0]];
      // The first one warms up.
      if (round > 0) pairs.push({ without, chain });
    }
    const told = (what: string, of: (cost: Cost) => number, unit = 'µs'): string => {
      const [before, after] = [median(pairs.map(({ without }) => of(without))), median(pairs.map(({ chain }) => of(chain)))];
      const ratio = median(pairs.map(({ without, chain }) => of(chain) / of(without)));
      return `${what} ${before.toFixed(0)} → ${after.toFixed(0)} ${unit} (× ${ratio.toFixed(3)})`;
    };
    const rate = median(pairs.map(({ chain }) => 1e6 / chain.time)).toFixed(0);
    const ofServer = name === 'SQLite' ? [] : [told('of PostgreSQL', ({ server }) => server), told('WAL', ({ wal }) => wal, 'bytes')];
    console.log(
      `${name}, ${writers} at once, ${rate} creates/s with the chain: ${[
        told('time', ({ time }) => time),
        told('processor of the serving thread', ({ thread }) => thread),
        told('of all threads', ({ process }) => process),
        ...ofServer,
      ].join(', ')}`,
    );
  }
  await stop();
  await plain.close();
  await chained.close();
}

async function open(url: string): Promise<Database> {
  const database = await openDatabase(url);
  await applyMigrations(database, operationTable([Notes, AuditEntries]).schema);
  return database;
}

async function slice(database: Database, writers: number, readServer: ReadServer): Promise<Cost> {
  const notes = new Notes(database, makeCall({ caller: ada }));
  let isWriting = true;
  let count = 0;
  const write = async (): Promise<void> => {
    for (; isWriting; count += 1) await notes.add({ title: `Note ${count}`, body: 'It rained on Monday. '.repeat(40) });
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
