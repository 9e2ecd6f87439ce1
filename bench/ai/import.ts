import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import published from '../../packages/ai/tsdown.config.ts';
import { median } from './loopback.support.ts';

// The published form is measured, so it is built first; run from source, most of the time is Node stripping types.
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = await mkdtemp(path.join(tmpdir(), 'colophon-bench-'));
const [program] = [published].flat();
await build({
  ...program,
  cwd: path.join(root, 'packages/ai'),
  outDir: path.join(folder, 'dist'),
  config: false,
  logLevel: 'silent',
});
await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
// The package declares that its files are modules. Without the declaration, Node compiles a file twice to find out.
await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');

const run = (code: string): number => {
  const begin = performance.now();
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`The process ended with ${status}.`);
  return performance.now() - begin;
};
const contenders = {
  'a bare process': '0',
  '@colophon/ai': "await import('./dist/index.js')",
  '@ai-sdk/openai': "await import('@ai-sdk/openai')",
  ai: "await import('ai')",
};
const times = new Map(Object.keys(contenders).map((name) => [name, [] as number[]]));
for (let round = 0; round < 15; round += 1) for (const [name, code] of Object.entries(contenders)) times.get(name)?.push(run(code));
await rm(folder, { recursive: true });

const bare = median(times.get('a bare process') ?? []);
console.log('\nImporting the built package, whole process\n');
console.log('| process | p50 | over a bare one |');
console.log('|---|--:|--:|');
for (const [name, list] of times) console.log(`| ${name} | ${median(list).toFixed(1)} ms | ${(median(list) - bare).toFixed(1)} ms |`);
