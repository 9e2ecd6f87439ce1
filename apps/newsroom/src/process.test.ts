import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from './testing/run-program.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const FLAGS = ['--conditions=@colophon/source', '--disable-warning=ExperimentalWarning'];
const BIN = join(ROOT, 'apps/newsroom/bin/run.js');

describe('the process', () => {
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'newsroom-process-'));
    const { BASE_URL: _, npm_lifecycle_event: __, ...inherited } = process.env;
    environment = {
      ...inherited,
      PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
      DATABASE_URL: `sqlite:${folder}/newsroom.sqlite`,
      FILES_URL: `${folder}/files`,
      NEWSROOM_SECRET: 'x'.repeat(32),
      NEWSROOM_SEED: 'none',
      HOST: '127.0.0.1',
    };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each<[string, NodeJS.Signals, (pid: number) => number]>([
    ['SIGTERM to npm', 'SIGTERM', (pid) => pid],
    // As a terminal sends it: to the whole foreground process group.
    ['Ctrl-C', 'SIGINT', (pid) => -pid],
  ])('of npm start ends with npm on %s, and leaves nobody behind', async (_what, signal, target) => {
    const port = await freePort();
    const npm = spawn('npm', ['start'], { cwd: ROOT, env: { ...environment, PORT: String(port) }, stdio: 'ignore', detached: true });
    await until(() => answers(port));
    const children = descendantsOf(npm.pid ?? 0);
    expect(children.length).toBeGreaterThan(0);
    const ended = new Promise((done) => npm.once('exit', done));
    process.kill(target(npm.pid ?? 0), signal);
    await ended;
    await until(async () => !(await answers(port)) && children.every((pid) => !existsSync(`/proc/${pid}`)));
  });

  it('of a shell that npm ran ends when that shell is killed', async () => {
    const port = await freePort();
    const command = `"${process.execPath}" ${FLAGS.join(' ')} "${BIN}" start; true`;
    const shell = spawn('sh', ['-c', command], {
      cwd: ROOT,
      env: { ...environment, PORT: String(port), npm_lifecycle_event: 'start' },
      stdio: 'ignore',
    });
    await until(() => answers(port));
    shell.kill('SIGKILL');
    await until(async () => !(await answers(port)));
  });

  it('reports in one line that its port is taken, and ends', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => taken.once('listening', done));
    const { port } = taken.address() as { port: number };
    const { code, stdout, stderr } = await runProgram([...FLAGS, BIN, 'start'], {
      ...environment,
      PORT: String(port),
      LOG_LEVEL: 'silent',
    });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`Another program is already listening on port ${port} of 127.0.0.1.\nStop it, or set PORT to another one.\n`);
    taken.close();
  });

  it('ends silently when its reader closes the pipe', () => {
    const fresh = { ...environment, DATABASE_URL: `sqlite:${folder}/empty.sqlite` };
    const line = `"${process.execPath}" ${FLAGS.join(' ')} "${BIN}" migrate plan | head -n 1`;
    for (let round = 0; round < 3; round += 1) {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { env: fresh, encoding: 'utf8' });
      expect([status, stderr, stdout.startsWith('--')]).toEqual([0, '', true]);
    }
    const closed = spawnSync('sh', ['-c', `${line.replace('| head -n 1', '| true')}`], { env: fresh, encoding: 'utf8' });
    expect(closed.stderr).toBe('');
  });
});

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    (response) => response.ok,
    () => false,
  );
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let turns = 0; turns < 400; turns += 1) {
    if (await holds()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('It did not come to hold in 20 seconds.');
}

/** The child processes of a process, according to `ps`. */
function descendantsOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const children = pairs.filter(([, parent]) => parent === pid).map(([child]) => child ?? 0);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function freePort(): Promise<number> {
  return new Promise((done, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
