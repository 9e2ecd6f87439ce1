import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshBuild } from '../bin/fresh-build.js';

const run = promisify(execFile);

const BUILT = 'apps/newsroom/dist/newsroom.js';
const SOURCES = [
  'packages/core/src/storage/table.ts',
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
    for (const folder of ['packages/core/src', 'packages/core/src/storage', 'apps/newsroom/src', 'apps/newsroom/bin', 'apps/newsroom/desk'])
      touchFolder(folder, 1);
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
