import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Check, checksOf } from './check-one.ts';

// Runs the `check:*` scripts of package.json, or with the name of a package (`npm run check -- tags`) what checks that one, as many at a time
// as there are cores, and prints the output of each as a whole once it ended. All of them run, so that all errors are reported together; it
// fails if any of them failed.
const ROOT = join(import.meta.dirname, '..');
/** The longest ones start first, so that the others run in parallel. */
const LONGEST_FIRST = ['check:packages', 'check:types', 'check:lint', 'check:examples'];

const names = process.argv.slice(2);
const waiting = names.length > 0 ? names.flatMap((name) => [...checksOf(ROOT, name)]) : await allChecks();
const failed: string[] = [];
await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, runNext));
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}.`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function allChecks(): Promise<Check[]> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { scripts: Readonly<Record<string, string>> };
  return Object.keys(scripts)
    .filter((name) => name.startsWith('check:'))
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((name) => ({ name, command: 'npm', args: ['run', '--silent', name] }));
}

function rankOf(name: string): number {
  const rank = LONGEST_FIRST.indexOf(name);
  return rank === -1 ? LONGEST_FIRST.length : rank;
}

async function runNext(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const begun = performance.now();
    const { status, output } = await run(check);
    if (status !== 0) failed.push(check.name);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)\n${output}`.trimEnd());
  }
}

function run({ command, args }: Check): Promise<{ readonly status: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output: Buffer.concat(chunks).toString() }));
  });
}
