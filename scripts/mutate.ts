/**
 * Changes the source of the files in scripts/mutation/mutations.json, one small change at a time, and runs their tests on SQLite: a change
 * that no test notices is printed. Run it by hand and weekly; it takes a few seconds a mutant. It works in a copy of the repository.
 *
 * `npm run mutate` runs all; `npm run mutate -- mail` the files whose path contains `mail`; `-- --only 5` the fifth mutant of each.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { mutantsOf } from './mutation/mutants-of.ts';

/** The share of mutants that tests have to notice. */
const WANTED = 0.9;
const ROOT = join(import.meta.dirname, '..');

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const table = JSON.parse(readFileSync(join(ROOT, 'scripts/mutation/mutations.json'), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;
const files = Object.entries(table).filter(([file]) => positionals.length === 0 || positionals.some((part) => file.includes(part)));

const copy = mkdtempSync(join(tmpdir(), 'colophon-mutants-'));
let caught = 0;
let missed = 0;
try {
  copyRepository();
  for (const [file, tests] of files) {
    const original = readFileSync(join(copy, file), 'utf8');
    if (!passes(tests)) throw new Error(`The tests of ${file} fail without a change.`);
    const mutants = mutantsOf(file, original);
    for (const { what, text } of values.only === undefined ? mutants : mutants.slice(Number(values.only) - 1, Number(values.only))) {
      writeFileSync(join(copy, file), text);
      const isMissed = passes(tests);
      if (isMissed) missed += 1;
      else caught += 1;
      console.log(`${isMissed ? 'MISSED' : 'caught'} ${file}:${what}`);
    }
    writeFileSync(join(copy, file), original);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${caught} of ${caught + missed} caught`);
process.exitCode = caught < WANTED * (caught + missed) ? 1 : 0;

/** Copies what git knows, as it is now; installed libraries are shared. */
function copyRepository(): void {
  const known = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, maxBuffer: 2 ** 26 });
  execFileSync('cp', ['-a', '--parents', ...known.toString().split('\0').filter(Boolean), copy], { cwd: ROOT });
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name === '@colophon') continue;
    mkdirSync(join(copy, 'node_modules'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  }
  mkdirSync(join(copy, 'node_modules/@colophon'));
  for (const name of readdirSync(join(ROOT, 'node_modules/@colophon'))) {
    const target = relative(ROOT, realpathSync(join(ROOT, 'node_modules/@colophon', name)));
    symlinkSync(join(copy, target), join(copy, 'node_modules/@colophon', name));
  }
  for (const inner of globSync('packages/*/node_modules', { cwd: ROOT })) symlinkSync(join(ROOT, inner), join(copy, inner));
}

function passes(tests: readonly string[]): boolean {
  const args = ['run', '--bail=1', '--maxWorkers=1', '--reporter=dot', ...tests];
  const env = { ...process.env, COLOPHON_WITHOUT_POSTGRES: '1' };
  return spawnSync(join(ROOT, 'node_modules/.bin/vitest'), args, { cwd: copy, env, stdio: 'ignore', timeout: 600_000 }).status === 0;
}
