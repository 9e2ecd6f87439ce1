import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshBuild, freshCliBuild } from '../bin/fresh-build.js';

const run = promisify(execFile);

const BUILT = 'apps/newsroom/dist/newsroom.js';
const SOURCES = [
  'packages/core/src/storage/table.ts',
  'packages/client/bin/types.ts',
  'apps/newsroom/src/main.ts',
  'apps/newsroom/bin/run.js',
  'apps/newsroom/desk/build.ts',
  'package-lock.json',
];

describe('a build of Newsroom', () => {
  let root: string;
  const write = (path: string, minute: number): void => {
    const folder = dirname(join(root, path));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(root, path), '');
    utimesSync(join(root, path), minute * 60, minute * 60);
  };
  /** Writing a file changed its folder just now; the test sets the time. */
  const touchFolder = (path: string, minute: number): void => utimesSync(join(root, path), minute * 60, minute * 60);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'newsroom-fresh-'));
    for (const source of SOURCES) write(source, 1);
    const folders = ['packages/core/src', 'packages/core/src/storage', 'packages/client/bin', 'apps/newsroom/src', 'apps/newsroom/bin'];
    for (const folder of [...folders, 'apps/newsroom/desk']) touchFolder(folder, 1);
    write(BUILT, 2);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('is used while nothing that it was built from is newer', () => {
    expect(freshBuild(root)).toBe(pathToFileURL(join(root, BUILT)).href);
  });

  it.each(SOURCES)('is not used when %s was changed since', (source) => {
    write(source, 3);
    expect(freshBuild(root)).toBeUndefined();
  });

  it('is not used when something was added or removed since', () => {
    rmSync(join(root, 'packages/core/src/storage/table.ts'));
    touchFolder('packages/core/src/storage', 3);
    expect(freshBuild(root)).toBeUndefined();
  });

  it('is used although a test was changed', () => {
    write('apps/newsroom/src/main.test.ts', 3);
    touchFolder('apps/newsroom/src', 1);
    expect(freshBuild(root)).toBeDefined();
  });

  it('is started without loading anything of the source, for which Node would have to take types away', async () => {
    cpSync(join(import.meta.dirname, '../bin'), join(root, 'apps/newsroom/bin'), { recursive: true });
    writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(root, BUILT), 'console.log("built")');
    const { stdout } = await run(process.execPath, [join(root, 'apps/newsroom/bin/newsroom.js')]);
    expect(stdout).toBe('built\n');
  });

  it('is used without source, and not without a build', () => {
    rmSync(join(root, 'packages'), { recursive: true });
    expect(freshBuild(root)).toBeDefined();
    rmSync(join(root, BUILT));
    expect(freshBuild(root)).toBeUndefined();
  });
});

describe('a build of the command line for users', () => {
  let root: string;
  const CLI_BUILT = 'apps/newsroom/dist/newsroom-cli.js';
  const CLI_SOURCES = [
    'packages/app-cli/src/discovery/catalog.ts',
    'packages/contract/src/artifact.ts',
    'packages/base/src/nearest.ts',
    'apps/newsroom/src/cli.ts',
    'apps/newsroom/bin/run-cli.js',
    'package-lock.json',
  ];
  const write = (path: string, minute: number, text = ''): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    for (let part = path; part !== '.'; part = dirname(part)) utimesSync(join(root, part), minute * 60, minute * 60);
  };
  const start = async (bin: string, ...args: string[]): Promise<string> =>
    (await run(join(root, bin), args, { env: { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, HOME: root } })).stdout;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'newsroom-cli-fresh-'));
    writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
    for (const source of CLI_SOURCES) write(source, 1);
    write(CLI_BUILT, 2, 'console.log("built")');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it.each(CLI_SOURCES)('is used until %s is changed', (source) => {
    expect(freshCliBuild(root)).toBe(pathToFileURL(join(root, CLI_BUILT)).href);
    write(source, 3);
    expect(freshCliBuild(root)).toBeUndefined();
  });

  it('is used although something else of Newsroom was changed', () => {
    write('packages/core/src/index.ts', 3);
    expect(freshCliBuild(root)).toBeDefined();
  });

  it('is what the command of a clone starts', async () => {
    cpSync(join(import.meta.dirname, '../bin'), join(root, 'apps/newsroom/bin'), { recursive: true, preserveTimestamps: true });
    const soon = new Date(Date.now() + 60_000);
    utimesSync(join(root, CLI_BUILT), soon, soon);
    expect(await start('apps/newsroom/bin/newsroom-cli.js')).toBe('built\n');
  });

  it('is what an installed command starts, and keeps what it compiled with the installation', async () => {
    const installed = 'node_modules/@colophon/newsroom';
    cpSync(join(import.meta.dirname, '../bin'), join(root, installed, 'bin'), { recursive: true });
    write(`${installed}/dist/newsroom-cli.js`, 2, 'console.log("built", process.argv.slice(2).join())');
    expect(await start(`${installed}/bin/newsroom-cli.js`, 'articles', 'list')).toBe('built articles,list\n');
    expect(readdirSync(join(root, 'node_modules/.cache/newsroom'))).not.toEqual([]);
  });
});
