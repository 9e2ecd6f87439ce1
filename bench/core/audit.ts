import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuUsage, threadCpuUsage } from 'node:process';
import {
  applyMigrations,
  AuditEntries,
  type Caller,
  collection,
  makeCall,
  object,
  openDatabase,
  operationTable,
  text,
} from '@colophon/core';
import { sealAuditEntries, startAuditSealing } from '@colophon/core/audit';
import { makePrivateKey, openSigner } from '@colophon/core/signing';
import { startPostgres } from '@colophon/core/testing';
import { median } from '../support/median.ts';

// The cost that the chain of audit entries adds to creates: with and without the chain in turn, in one run. `-- core/audit 30` for more
// rounds, `-- core/audit 30 postgres` for one database.
const ROUNDS = Number(process.argv[3] ?? 12);
const ONLY = process.argv[4];
const WARM_MS = 1200;
/** Waits until the sealing thread has started and its code is compiled, which happens once in a running application. */
const WARM_CHAIN_MS = 4000;
const SLICE_MS = 2000;
const WRITERS = [1, 10];

class Note extends object({ title: text({ required: true }), body: text() }, { table: 'notes', tenant: true }) {}
class Notes extends collection(Note) {}
const ada: Caller = { kind: 'user', id: 'ada', name: 'Ada', tenantId: null, role: 'editor' };

/** The cost of a create in microseconds: elapsed time, CPU time of the serving thread, and of all threads. */
interface Taken {
  readonly time: number;
  readonly thread: number;
  readonly process: number;
}

if (ONLY !== 'postgres') {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-audit-'));
  await measure('SQLite', `sqlite:${join(folder, 'audit.sqlite')}`);
  rmSync(folder, { recursive: true });
}
if (ONLY !== 'sqlite') {
  const postgres = await startPostgres({ durable: true });
  await measure('PostgreSQL', await postgres.createDatabase());
  await postgres.stop();
}

async function measure(name: string, url: string): Promise<void> {
  const database = await openDatabase(url);
  await applyMigrations(database, operationTable([Notes, AuditEntries]).schema);
  const notes = new Notes(database, makeCall({ caller: ada }));
  const key = makePrivateKey();
  const signer = await openSigner(database, () => key);
  const onError = (error: unknown): void => console.error(error);

  const createFor = async (milliseconds: number, writers: number): Promise<Taken> => {
    const [began, ofThread, ofProcess] = [performance.now(), threadCpuUsage(), cpuUsage()];
    let count = 0;
    const write = async (): Promise<void> => {
      for (; performance.now() - began < milliseconds; count += 1)
        await notes.add({ title: `Note ${count}`, body: 'It rained on Monday. '.repeat(40) });
    };
    await Promise.all(Array.from({ length: writers }, write));
    const [thread, all] = [threadCpuUsage(ofThread), cpuUsage(ofProcess)];
    return {
      time: ((performance.now() - began) * 1000) / count,
      thread: (thread.user + thread.system) / count,
      process: (all.user + all.system) / count,
    };
  };
  const plain = async (writers: number, warm = WARM_MS): Promise<Taken> => {
    await createFor(warm, writers);
    return createFor(SLICE_MS, writers);
  };
  const chained = async (writers: number): Promise<Taken> => {
    // Remaining work of the plain round must not count here.
    await sealAuditEntries(database);
    const stop = startAuditSealing(database, { signer, onError });
    const taken = await plain(writers, WARM_CHAIN_MS);
    await stop();
    return taken;
  };

  for (const writers of WRITERS) {
    const pairs: { without: Taken; chain: Taken }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const without = round % 2 === 0 ? await plain(writers) : undefined;
      const chain = await chained(writers);
      const pair = { without: without ?? (await plain(writers)), chain };
      // The first one warms up.
      if (round > 0) pairs.push(pair);
    }
    const told = (name: string, of: (taken: Taken) => number): string => {
      const [before, after] = [median(pairs.map(({ without }) => of(without))), median(pairs.map(({ chain }) => of(chain)))];
      const ratio = median(pairs.map(({ without, chain }) => of(chain) / of(without)));
      return `${name} ${before.toFixed(0)} → ${after.toFixed(0)} µs (× ${ratio.toFixed(3)})`;
    };
    const rate = median(pairs.map(({ chain }) => 1e6 / chain.time)).toFixed(0);
    console.log(
      `${name}, ${writers} at once, ${rate} creates/s with the chain: ${[
        told('time', ({ time }) => time),
        told('processor of the serving thread', ({ thread }) => thread),
        told('of all threads', ({ process }) => process),
      ].join(', ')}`,
    );
  }
  await database.close();
}
