import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makePrivateKey } from '@colophon/core/signing';
import { startPostgres } from '@colophon/core/testing';
import type { ChildServer } from '../support/child-server.ts';
import { fillNewsroom, startNewsroom } from '../support/newsroom.ts';
import { printTable } from '../support/table.ts';
import { Load } from './load.support.ts';
import { sampleHealth } from './health.support.ts';

// `npm run soak -- --minutes 10`: Newsroom under mixed load on the loopback interface, with the number of pieces held constant, so that memory
// that grows is not that of more rows. What may only grow does: audit entries, and events until they are thirty days old. Fails if any answer
// was 500 or more; whether memory and handles are flat is for people to see.
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    pieces: { type: 'string', default: '2000' },
    clients: { type: 'string', default: '6' },
    postgres: { type: 'boolean', default: false },
  },
});
const [minutes, pieces, clients] = [Number(values.minutes), Number(values.pieces), Number(values.clients)];
if (![minutes, pieces, clients].every((value) => value > 0)) throw new Error('--minutes, --pieces and --clients are numbers above 0.');
const MINUTE_MS = 60_000;
const BIN = join(import.meta.dirname, '../../apps/newsroom/bin/newsroom.js');

let server: ChildServer | undefined;
const directory = mkdtempSync(join(tmpdir(), 'colophon-soak-'));
const postgres = values.postgres ? await startPostgres({ durable: true }) : undefined;
try {
  const database = (await postgres?.createDatabase()) ?? join(directory, 'soak.sqlite');
  await fillNewsroom(database, pieces);
  const url = postgres ? database : `sqlite:${database}`;
  const settings = { NEWSROOM_SECRET: 'x'.repeat(32), NEWSROOM_SIGNING_KEY: makePrivateKey(), NEWSROOM_SEED: 'none' };
  server = await startNewsroom(url, directory, settings);
  const load = new Load(server.url, createToken({ ...settings, DATABASE_URL: url }));
  const health = sampleHealth(server.url);
  const running = Promise.all(Array.from({ length: clients }, () => load.run()));
  const rows: string[][] = [];
  for (let minute = 1; minute <= Math.ceil(minutes); minute += 1) {
    // Ends earlier only by an exception.
    await Promise.race([delay(Math.min(1, minutes - minute + 1) * MINUTE_MS), running]);
    const { requests, failures } = load.takeCounts();
    const { p50, p999, longest } = health.take();
    const { files, threads } = server.handles();
    const row = [minute, requests, failures, await load.pieces(), Math.round(server.memory()), files, threads, p50, p999, longest].map(
      String,
    );
    console.log(row.join('  '));
    rows.push(row);
  }
  load.stop();
  await running;
  await health.stop();
  console.log(`${clients} clients, ${pieces} pieces, ${postgres ? 'PostgreSQL' : 'SQLite'}:`);
  printTable(['minute', 'requests', '≥ 500', 'pieces', 'resident MB', 'files', 'threads', 'health p50 ms', 'p99.9', 'longest'], rows);
  for (const failure of load.failures) console.log(failure);
  if (load.failures.size > 0) process.exitCode = 1;
} finally {
  await server?.stop();
  await postgres?.stop();
  rmSync(directory, { recursive: true, force: true });
}

/** Returns a token of an administrator, who alone may empty the trash. */
function createToken(settings: NodeJS.ProcessEnv): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['--conditions=@colophon/source', BIN, 'token', 'create', '--role', 'admin'], {
    cwd: directory,
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  });
  const token = stdout.trim();
  if (token === '') throw new Error(`There is no token: ${stderr}`);
  return token;
}
