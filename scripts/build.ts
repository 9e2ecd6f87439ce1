import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { build } from 'tsdown';

// Builds every published package, with its own tsdown.config.ts if it has one, else with one entry per export. Also builds
// Newsroom, which is not published, for installations that start often or have little memory.
const root = join(import.meta.dirname, '..');
const only = new Set(process.argv.slice(2));
/** For `npm pack`, whose own output is parsed: only warnings, and nothing on standard output. */
const forPack = process.env['npm_lifecycle_event'] === 'prepack';
// publint packs a package to check it. Told by `npm pack --dry-run` to do so dry too, its npm writes no file, and the check fails.
delete process.env['npm_config_dry_run'];

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, { readonly default?: string } | string>>;
}

const written: string[] = [];
process.once('exit', () => {
  for (const file of written) rmSync(file, { force: true });
});
// Without a listener a signal ends the process without an exit event.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

for (const cwd of [...readdirSync(join(root, 'packages')).map((folder) => join(root, 'packages', folder)), join(root, 'apps/newsroom')]) {
  if (only.size > 0 && !only.has(basename(cwd))) continue;
  const manifest = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as Manifest;
  if (!forPack) console.log(`\n${manifest.name}`);
  const tsconfig = writeTsconfig(cwd);
  if (existsSync(join(cwd, 'tsdown.config.ts'))) {
    const { status } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/tsdown/dist/run.mjs'), '--tsconfig', tsconfig, ...(forPack ? ['--logLevel', 'warn'] : [])],
      {
        cwd,
        stdio: ['ignore', forPack ? 2 : 'inherit', 'inherit'],
      },
    );
    if (status !== 0) process.exit(status ?? 1);
    continue;
  }
  await build({
    cwd,
    config: false,
    tsconfig,
    entry: { ...entriesOf(manifest), ...workerEntries(join(cwd, 'src')) },
    platform: 'node',
    target: 'node22',
    outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
    dts: true,
    publint: true,
    logLevel: forPack ? 'warn' : 'info',
  });
}

/**
 * The compiler settings for one package: those of the repository, limited to this package's sources, since declarations are generated for
 * all included ones. The file is at the root because paths of declarations are relative to its folder.
 */
function writeTsconfig(cwd: string): string {
  const file = join(root, `tsconfig.${basename(cwd)}.${process.pid}.tmp.json`);
  const include = ['src', 'bin'].map((folder) => relative(root, join(cwd, folder)));
  const exclude = ['**/dist', '**/node_modules', '**/*.test.ts', '**/*.test.tsx'];
  written.push(file);
  writeFileSync(file, JSON.stringify({ extends: './tsconfig.json', include, exclude }));
  return file;
}

/**
 * Entries of worker threads are next to the bundle, where `workerUrl` looks for them: `src/…/x-thread-entry.ts` → `dist/x-thread-entry.js`.
 * Those that only tests start are not shipped.
 */
function workerEntries(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('-thread-entry.ts') && !/(?:^|\/)testing\//.test(file),
  );
  return Object.fromEntries(files.map((file) => [basename(file, '.ts'), `src/${file}`]));
}

/** `./rest` → `./dist/surfaces/rest/index.js` is built from `src/surfaces/rest/index.ts`. */
function entriesOf({ exports }: Manifest): Record<string, string> {
  const outputs = Object.values(exports).flatMap((target) =>
    typeof target === 'string' || target.default === undefined ? [] : [target.default],
  );
  return Object.fromEntries(
    outputs.map((output) => output.replace(/^\.\/dist\//, '').replace(/\.js$/, '')).map((name) => [name, `src/${name}.ts`]),
  );
}
