import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { apiReport } from './api-report.ts';

// Packs every package as it would be published, and checks the result: publint and Are the types wrong report nothing, its exports match
// its api.txt, it ships nothing of its tests, and its size has not grown unnoticed. A package that is unchanged since it passed is skipped. With `--update` each api.txt
// is regenerated.
const ROOT = join(import.meta.dirname, '..');
const CACHE = join(ROOT, 'node_modules/.cache/colophon/checked-packages.json');
const UPDATE = process.argv.includes('--update');
const run = promisify(execFile);

/**
 * KB, gzipped, of all the JavaScript of a package, with a margin of one fifth: raise one deliberately, if a new feature is worth its size.
 */
const LIMITS: Readonly<Record<string, number>> = {
  ai: 195,
  // Server, settings, commands, backups.
  app: 84,
  backup: 14,
  base: 3,
  'app-cli': 380,
  'create-colophon': 6,
  client: 12,
  content: 460,
  // Two entries: what everybody bundles (7.5), and DER (5), which nobody bundles without importing it.
  contract: 15,
  // With migrations (15), snapshots (8), and the words of searches (12).
  core: 380,
  draft: 19,
  identity: 110,
  outbound: 17,
  mail: 22,
  readers: 50,
  pictures: 22,
  tags: 35,
  ui: 384,
  // Logs, time stamps and manifests of pictures, read without a library (38), and words compared without rendering them (3).
  verify: 46,
};

/** Packages are ES modules only: CommonJS and the resolution before Node 12 do not matter. */
const PASSED_OVER = new Set(['node10', 'node16-cjs']);

const THREAD_ENTRY = /(?:from|import)\s*\(?\s*["'][^"']*?([\w-]+-thread-entry\.js)["']/;

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

const folder = await mkdtemp(join(tmpdir(), 'colophon-check-'));
const faults: string[] = [];
const good = new Map(Object.entries(await readCache()));
try {
  for (const name of await readdir(join(ROOT, 'packages'))) {
    const key = await keyOf(name);
    if (good.get(name) === key && !UPDATE) continue;
    const { stdout } = await run('npm', ['pack', '-w', `packages/${name}`, '--pack-destination', folder, '--json'], { cwd: ROOT });
    const [packed] = JSON.parse(stdout) as Packed[];
    if (!packed) throw new Error(`npm packed nothing of packages/${name}`);
    const reported = [
      ...(await typeFaults(name, join(folder, packed.filename))),
      ...(await sizeFaults(name, packed)),
      ...(await threadFaults(name, packed)),
      ...(await fixtureFaults(name, packed)),
      ...(await apiFaults(name)),
    ];
    if (reported.length === 0) good.set(name, UPDATE ? await keyOf(name) : key);
    faults.push(...reported);
  }
} finally {
  await writeCache();
  await rm(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

async function readCache(): Promise<Record<string, string>> {
  return readFile(CACHE, 'utf8').then(
    (text) => JSON.parse(text) as Record<string, string>,
    () => ({}),
  );
}

async function writeCache(): Promise<void> {
  await mkdir(dirname(CACHE), { recursive: true });
  await writeFile(CACHE, JSON.stringify(Object.fromEntries(good)));
}

/** The input of a package as a hash: its own files, its build tools, and this script. */
async function keyOf(name: string): Promise<string> {
  const hash = createHash('sha256');
  const folderOf = join('packages', name);
  const own = (await readdir(join(ROOT, folderOf), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !/\/(?:dist|node_modules)\//.test(path) && !path.includes('.test.'))
    .sort();
  for (const path of [
    ...own,
    'package-lock.json',
    'tsconfig.json',
    'scripts/build.ts',
    'scripts/check-packages.ts',
    'scripts/api-report.ts',
  ]) {
    hash.update(path).update(await readFile(join(ROOT, path)));
  }
  return hash.digest('hex');
}

async function typeFaults(name: string, tarball: string): Promise<string[]> {
  const result = await checkPackage(createPackageFromTarballData(await readFile(tarball)), { excludeEntrypoints: [/\.css$/] });
  if (!result.types) return [`${name}: has no types`];
  return result.problems
    .filter((problem) => !PASSED_OVER.has(kindOf(problem) ?? ''))
    .map((problem) => `${name}: ${JSON.stringify(problem)}`);
}

function kindOf(problem: Problem): string | undefined {
  if ('resolutionKind' in problem) return problem.resolutionKind;
  return 'resolutionOption' in problem ? problem.resolutionOption : undefined;
}

async function sizeFaults(name: string, { files }: Packed): Promise<string[]> {
  const scripts = files.filter(({ path }) => path.startsWith('dist/') && path.endsWith('.js'));
  const sizes = await Promise.all(scripts.map(async ({ path }) => gzipSync(await readFile(join(ROOT, 'packages', name, path))).length));
  const size = Math.ceil(sizes.reduce((sum, each) => sum + each, 0) / 1024);
  const limit = LIMITS[name];
  console.log(`${name}: ${size} KB of at most ${limit ?? '?'}`);
  if (limit === undefined) return [`${name}: no limit is set for its size, which is ${size} KB gzipped`];
  return size > limit ? [`${name}: ${size} KB gzipped, more than the ${limit} that scripts/check-packages.ts allows`] : [];
}

/** The entry file of a thread runs on import: if another file imports it for shared code, it runs there too. */
async function threadFaults(name: string, { files }: Packed): Promise<string[]> {
  const faultsOfFiles = files
    .filter(({ path }) => path.startsWith('dist/') && path.endsWith('.js'))
    .map(async ({ path }) => {
      const [, entry] = THREAD_ENTRY.exec(await readFile(join(ROOT, 'packages', name, path), 'utf8')) ?? [];
      return entry === undefined
        ? []
        : [`${name}: ${path} imports ${entry}, which a thread runs: have the entry load its work by import()`];
    });
  return (await Promise.all(faultsOfFiles)).flat();
}

/**
 * No package ships what only its own tests use: files named as tests or fixtures, threads whose source is below a folder `testing`, and
 * code for vitest other than a public entry point's, such as `@colophon/core/testing`.
 */
async function fixtureFaults(name: string, { files }: Packed): Promise<string[]> {
  const source = join(ROOT, 'packages', name, 'src');
  const threads = (await readdir(source, { recursive: true })).filter((path) => path.endsWith('-thread-entry.ts'));
  const tested = threads.filter((path) => path.split(sep).includes('testing')).map((path) => basename(path, '.ts'));
  const { exports } = JSON.parse(await readFile(join(ROOT, 'packages', name, 'package.json'), 'utf8')) as { exports: object };
  const faultsOfFiles = files.map(async ({ path }) => {
    // What `npm create colophon` copies has tests of its own, for whoever builds on it.
    if (path.startsWith('dist/templates/')) return [];
    if (/\.(?:test|support|stories)\.|(?:^|\/)(?:tests?|fixtures?)\//.test(path) || tested.includes(basename(path).split('.')[0] ?? ''))
      return [`${name}: ${path} is shipped, though only tests use it`];
    if (!path.endsWith('.js') || './testing' in exports) return [];
    const code = await readFile(join(ROOT, 'packages', name, path), 'utf8');
    return /(?:from|import)\s*\(?\s*["']vitest["']/.test(code) ? [`${name}: ${path} imports vitest, which only tests have`] : [];
  });
  return (await Promise.all(faultsOfFiles)).flat();
}

async function apiFaults(name: string): Promise<string[]> {
  const path = join('packages', name, 'api.txt');
  const report = await apiReport(join(ROOT, 'packages', name));
  if (UPDATE) await writeFile(join(ROOT, path), report);
  const expected = await readFile(join(ROOT, path), 'utf8').catch(() => '');
  if (expected === report) return [];
  const [before, after] = [expected.split('\n'), report.split('\n')];
  const changes = [
    ...after.filter((line) => !before.includes(line)).map((line) => `+${line.trim()}`),
    ...before.filter((line) => !after.includes(line)).map((line) => `-${line.trim()}`),
  ];
  return [`${name}: its exports differ from ${path} (${changes.join(', ')}). On purpose: npm run check:packages -- --update`];
}
