/**
 * Changes the source of the files in scripts/mutation/mutations.json, one small change at a time, and runs their tests on SQLite: a change
 * that no test notices is printed, and of each file at least nine of ten have to be noticed. Run it by hand and weekly; it takes a few
 * seconds a mutant. It works in a copy of the repository.
 *
 * `npm run mutate` runs all; `npm run mutate -- mail` the files whose path contains `mail`; `-- keyset --only 5 --only 7` the fifth and the
 * seventh mutant; `-- publish-gate --postgres` on PostgreSQL too, which takes longer.
 * A mutant that changes nothing anybody can observe is listed in scripts/mutation/exemptions.json with the reason. It does not count; but
 * an exemption of a mutant that a test notices fails, as one of a mutant that is no longer there.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { type Exemption, faultsOf } from './mutation/exemptions.ts';
import { type Mutant, mutantsOf } from './mutation/mutants-of.ts';
import { TestRunner } from './mutation/test-runner.ts';

/** The share of the mutants of each file that tests have to notice. */
const WANTED = 0.9;
/** A mutant whose tests take as many times as long as without it, and at least as many milliseconds, hangs: it is noticed. */
const HANGS_AFTER = 4;
const SHORTEST = 30_000;
const ROOT = join(import.meta.dirname, '..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', multiple: true }, postgres: { type: 'boolean' } },
});
const table = readJson('mutations.json') as Readonly<Record<string, readonly string[]>>;
const exemptions = readJson('exemptions.json') as readonly Exemption[];
const isAsked = (file: string): boolean => positionals.length === 0 || positionals.some((part) => file.includes(part));

const faults = [...faultsOf(exemptions, (file) => (table[file] ? mutantsIn(file).map(({ name }) => name) : undefined))];
const results: string[] = [];
if (!values.postgres) process.env['COLOPHON_WITHOUT_POSTGRES'] = '1';
const copy = mkdtempSync(join(tmpdir(), 'colophon-mutants-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
copyRepository();
for (const [file, tests] of Object.entries(table).filter(([each]) => isAsked(each))) await mutate(file, tests);
for (const line of [...results, ...faults.map((fault) => `FAULT ${fault}`)]) console.log(line);
if (faults.length > 0) process.exitCode = 1;

/** Runs the tests of a file for each of its mutants. */
async function mutate(file: string, tests: readonly string[]): Promise<void> {
  const runner = await TestRunner.start(copy, tests);
  const started = performance.now();
  if (!(await runner.passes(undefined, Number.POSITIVE_INFINITY))) throw new Error(`The tests of ${file} fail without a change.`);
  const limit = Math.max(SHORTEST, HANGS_AFTER * (performance.now() - started));
  const original = readFileSync(join(copy, file), 'utf8');
  const effective = exemptions.filter((each) => each.file === file && !(values.postgres && each.on === 'SQLite'));
  const isExempt = ({ name }: Mutant): boolean => effective.some(({ mutant }) => mutant === name);
  let caught = 0;
  let missed = 0;
  for (const [index, mutant] of mutantsIn(file).entries()) {
    if (values.only && !values.only.includes(String(index + 1))) continue;
    writeFileSync(join(copy, file), mutant.text);
    const isMissed = await runner.passes(join(copy, file), limit);
    if (isExempt(mutant)) {
      if (!isMissed) faults.push(`${file} ${mutant.name}: a test notices it, so it needs no exemption`);
    } else if (isMissed) missed += 1;
    else caught += 1;
    console.log(`${!isMissed ? 'caught' : isExempt(mutant) ? 'exempt' : 'MISSED'} ${index + 1} ${file}:${mutant.line} ${mutant.name}`);
  }
  await runner.close();
  writeFileSync(join(copy, file), original);
  const isEnough = caught >= WANTED * (caught + missed);
  if (!isEnough) process.exitCode = 1;
  results.push(`${isEnough ? 'enough' : 'TOO FEW'} ${file}: ${caught} of ${caught + missed} caught`);
}

function mutantsIn(file: string): readonly Mutant[] {
  return mutantsOf(file, readFileSync(join(ROOT, file), 'utf8'));
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, 'scripts/mutation', name), 'utf8')) as unknown;
}

/** Copies what git knows, as it is now; installed libraries are shared. */
function copyRepository(): void {
  const known = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, maxBuffer: 2 ** 26 });
  execFileSync('cp', ['-a', '--parents', ...known.toString().split('\0').filter(Boolean), copy], { cwd: ROOT });
  mkdirSync(join(copy, 'node_modules/@colophon'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    // What tools keep there, such as vitest's list of the tests that failed last and are run first, stays apart.
    if (name === '@colophon' || (name.startsWith('.') && name !== '.bin')) continue;
    symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  }
  for (const name of readdirSync(join(ROOT, 'node_modules/@colophon'))) {
    const target = relative(ROOT, realpathSync(join(ROOT, 'node_modules/@colophon', name)));
    symlinkSync(join(copy, target), join(copy, 'node_modules/@colophon', name));
  }
  for (const inner of globSync('packages/*/node_modules', { cwd: ROOT })) symlinkSync(join(ROOT, inner), join(copy, inner));
}
