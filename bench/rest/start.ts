import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '../support/child-server.ts';
import { median } from '../support/median.ts';
import { printTable } from '../support/table.ts';

// From the start of the process to the first 200, beside a bare Hono process.
const ROUNDS = 5;
const directory = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
const here = (name: string): string => join(import.meta.dirname, 'servers', name);
try {
  const prepared = await startChild(here('newsroom.ts'), [join(directory, 'ours.sqlite'), '1000']);
  await prepared.stop();
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.bare.push(await firstAnswer(here('bare.ts'), []));
    times.ours.push(await firstAnswer(here('newsroom.ts'), [join(directory, 'ours.sqlite'), '1000']));
  }
  printTable(
    ['', 'ms (median)', 'ratio'],
    [
      ['bare Hono process', median(times.bare).toFixed(0), 1],
      ['Newsroom, a database of 1,000 pieces', median(times.ours).toFixed(0), median(times.ours) / median(times.bare)],
    ],
  );
  console.log(`\nA bare \`node -e 0\` takes ${(await emptyProcess()).toFixed(0)} ms here.`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function firstAnswer(script: string, args: readonly string[]): Promise<number> {
  const began = performance.now();
  const server = await startChild(script, args);
  const response = await fetch(`${server.url}/healthz`);
  const took = performance.now() - began;
  if (!response.ok) throw new Error(`${script} answered ${response.status}.`);
  await server.stop();
  return took;
}

function emptyProcess(): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) => spawn(process.execPath, ['-e', '0']).once('exit', () => resolve(performance.now() - began)));
}
