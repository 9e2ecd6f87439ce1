import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './postgres.ts';

/** PgBouncer refuses to run as root; this is the user `nobody`. */
const NOBODY = 65_534;
/** Where Debian installs it, which is not always on the path. */
const PROGRAM = ['pgbouncer', '/usr/sbin/pgbouncer'].find((path) => spawnSync(path, ['--version']).status === 0);

/** Why a test cannot run PgBouncer here; undefined if it can. */
export const withoutPgBouncer: string | undefined = PROGRAM === undefined ? 'PgBouncer is not installed' : undefined;

/** PgBouncer in transaction mode on a free loopback port. */
export interface RunningPgBouncer {
  /** The URL of the same database through it. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in front of the server of a URL, with few connections, so that clients share them. */
export async function startPgBouncer(server: string, { connections = 4 } = {}): Promise<RunningPgBouncer> {
  const { hostname, port, username, password } = new URL(server);
  const directory = await mkdtemp(join(tmpdir(), 'colophon-pgbouncer-'));
  await chmod(directory, 0o755);
  const own = await freePort();
  const file = join(directory, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
`,
  );
  const child = spawn(PROGRAM ?? 'pgbouncer', ['-q', file], {
    stdio: 'ignore',
    ...(process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  await listening(own, child);
  return {
    through(url) {
      const pooled = new URL(url);
      pooled.port = String(own);
      return pooled.href;
    },
    async stop() {
      const ended = new Promise((done) => child.once('exit', done));
      if (child.exitCode === null && child.kill('SIGKILL')) await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function listening(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}.`);
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (isOpen) return;
    await delay(50);
  }
  throw new Error('PgBouncer does not listen.');
}
