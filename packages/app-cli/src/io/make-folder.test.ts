import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'make-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('creates every folder of a path, which may exist', async () => {
  const path = join(folder, 'a', 'b', 'c');
  await makeFolder(path, 0o700);
  await makeFolder(path, 0o700);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

it('creates a folder that others create at the same time', async () => {
  await Promise.all(Array.from({ length: 20 }, () => makeFolder(join(folder, 'a', 'b', 'c'), 0o700)));
  expect((await stat(join(folder, 'a', 'b', 'c'))).isDirectory()).toBe(true);
});

it('fails below a file', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(makeFolder(join(folder, 'file', 'a', 'b'), 0o700)).rejects.toThrow('ENOTDIR');
  await expect(makeFolder(join(folder, 'file'), 0o700)).rejects.toThrow('EEXIST');
});

it.runIf(process.platform === 'linux')('fails where nothing can be created, instead of trying for ever', async () => {
  await expect(makeFolder('/proc/nothing/a/b', 0o700)).rejects.toThrow('ENOENT');
});
