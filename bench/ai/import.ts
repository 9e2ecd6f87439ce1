import { spawnSync } from 'node:child_process';
import { median } from './loopback.ts';

const flags = process.execArgv.filter((flag) => flag.startsWith('--conditions'));
const run = (code: string): number => {
  const begin = performance.now();
  spawnSync(process.execPath, [...flags, '--input-type=module', '--eval', code], { cwd: import.meta.dirname, stdio: 'inherit' });
  return performance.now() - begin;
};

const bare: number[] = [];
const root: number[] = [];
const sdk: number[] = [];
for (let round = 0; round < 11; round += 1) {
  bare.push(run('0'));
  root.push(run("await import('@colophon/ai')"));
  sdk.push(run("await import('ai')"));
}
console.log('\nImporting the package, whole process\n');
console.log('| process | p50 | over a bare one |');
console.log('|---|--:|--:|');
for (const [name, times] of Object.entries({ bare, '@colophon/ai': root, ai: sdk })) {
  console.log(`| ${name} | ${median(times).toFixed(1)} ms | ${(median(times) - median(bare)).toFixed(1)} ms |`);
}
