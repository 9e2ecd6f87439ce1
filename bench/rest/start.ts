import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NEWSROOM_FLAGS, startChild } from '../support/child-server.ts';
import { median } from '../support/median.ts';
import { printTable } from '../support/table.ts';

// The time from the start of the process to the first 200, compared with a bare Hono process: Newsroom from source, and built, as `npm
// start` runs it.
const ROUNDS = 7;
const APP = join(import.meta.dirname, '../../apps/newsroom');
interface FirstAnswer {
  readonly ms: number;
  /** CPU time of all threads in milliseconds: less affected by other work on the machine. */
  readonly cpu: number;
  /** MB. */
  readonly memory: number;
}
const MEASURED = ['ms', 'cpu', 'memory'] as const;

const directory = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
const here = (name: string): string => join(import.meta.dirname, 'servers', name);
try {
  const database = join(directory, 'ours.sqlite');
  await (await startChild(here('newsroom.ts'), [database, '1000'])).stop();
  spawnSync('npm', ['run', 'build', '--', 'newsroom'], { stdio: 'ignore' });
  Object.assign(process.env, { PORT: '0', DATABASE_URL: `sqlite:${database}`, NEWSROOM_SECRET: 'x'.repeat(32), LOG_LEVEL: 'warn' });
  const processes = [
    { name: 'bare Hono process', script: here('bare.ts'), args: [], flags: [] },
    { name: 'Newsroom from source, a database of 1,000 pieces', script: join(APP, 'bin/run.js'), args: ['start'], flags: NEWSROOM_FLAGS },
    { name: 'Newsroom built, the same database', script: join(APP, 'bin/newsroom.js'), args: ['start'], flags: NEWSROOM_FLAGS },
  ].map((each) => ({ ...each, answers: [] as FirstAnswer[] }));
  // The first round fills the compile cache, which a process writes when it ends.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { script, args, flags, answers } of processes) {
      const answer = await firstAnswer(script, args, flags);
      if (round > 0) answers.push(answer);
    }
  }
  const rows = processes.map(
    ({ name, answers }) => [name, ...MEASURED.map((what) => median(answers.map((answer) => answer[what])))] as const,
  );
  const [, bareMs = 0, bareCpu = 0] = rows[0] ?? [];
  printTable(
    ['', 'ms (median)', 'ratio', 'ms on the processor', 'ratio', 'resident MB'],
    rows.map(([name, ms = 0, cpu = 0, memory = 0]) => [name, ms.toFixed(0), ms / bareMs, cpu.toFixed(0), cpu / bareCpu, memory.toFixed(0)]),
  );
  console.log(`\nA bare \`node -e 0\` takes ${(await emptyProcess()).toFixed(0)} ms here.`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function firstAnswer(script: string, args: readonly string[], flags: readonly string[]): Promise<FirstAnswer> {
  const began = performance.now();
  const server = await startChild(script, args, { flags });
  const response = await fetch(`${server.url}/healthz`);
  const ms = performance.now() - began;
  if (!response.ok) throw new Error(`${script} answered ${response.status}.`);
  const answer = { ms, cpu: server.processorTime(), memory: server.memory() };
  await server.stop();
  return answer;
}

function emptyProcess(): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) => spawn(process.execPath, ['-e', '0']).once('exit', () => resolve(performance.now() - began)));
}
