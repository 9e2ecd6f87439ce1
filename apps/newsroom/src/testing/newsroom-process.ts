import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../../..');
const BIN = join(ROOT, 'apps/newsroom/bin/newsroom.js');
const FLAGS = ['--conditions=@colophon/source', '--disable-warning=ExperimentalWarning'];

/** How a command ended, and what it printed. */
interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A separate Newsroom for a test: a process, a port, a working directory. */
export interface NewsroomProcess {
  readonly url: string;
  readonly port: number;
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly child: ChildProcess;
  /** Its standard error output: its log. */
  readonly log: () => string;
  /** The address for access to its demonstration, as printed; undefined if there is none. */
  readonly demoUrl: () => string | undefined;
  /** Runs a command with the same settings. */
  run(...args: readonly string[]): Ran;
  /** Runs a command with other settings in addition; an empty one counts as not set. */
  runWith(settings: NodeJS.ProcessEnv, ...args: readonly string[]): Ran;
  /** Sends the signal and waits for the end; returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Stops it if necessary and removes its directory. */
  dispose(): Promise<void>;
}

/** Starts Newsroom as users do, from source or the given executable, and waits until it accepts requests. */
export async function startNewsroom(settings: NodeJS.ProcessEnv = {}, executable = BIN): Promise<NewsroomProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'newsroom-'));
  const port = Number(settings['PORT'] ?? (await freePort()));
  // The test runner sets a BASE_URL of its own.
  const { BASE_URL: _, ...inherited } = process.env;
  const environment: NodeJS.ProcessEnv = { ...inherited, PORT: String(port), ...settings };
  const child = spawn(process.execPath, [...FLAGS, executable, 'start'], {
    cwd: directory,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const url = `http://localhost:${port}`;
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  await ready(url, child, () => log).catch((error: unknown) => {
    // Nobody else could end it.
    child.kill('SIGKILL');
    throw error;
  });
  const stop = (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return ended;
  };
  const runWith = (more: NodeJS.ProcessEnv, ...args: readonly string[]): Ran => {
    const given = Object.entries({ ...environment, ...more }).filter(([, value]) => value !== '');
    const { status, stdout, stderr } = spawnSync(process.execPath, [...FLAGS, executable, ...args], {
      cwd: directory,
      env: Object.fromEntries(given),
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  return {
    url,
    port,
    directory,
    environment,
    child,
    log: () => log,
    demoUrl: () => /http:\S+\/demo\/\S+/.exec(printed)?.[0],
    run: (...args) => runWith({}, ...args),
    runWith,
    stop,
    async dispose() {
      await stop('SIGKILL');
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function ready(url: string, child: ChildProcess, log: () => string): Promise<void> {
  for (let turns = 0; turns < 200; turns += 1) {
    if (child.exitCode !== null) throw new Error(`Newsroom ended with ${child.exitCode}: ${log()}`);
    const answered = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`Newsroom did not become ready: ${log()}`);
}

export function freePort(): Promise<number> {
  return new Promise((done, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
