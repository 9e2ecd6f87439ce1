import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

describe('making a folder', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'colophon-folder-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('makes those above it too, all with the given permissions, and does nothing when it exists', () => {
    const path = join(root, 'a/b/c');
    for (let time = 0; time < 2; time += 1) makeFolder(path, { mode: 0o700 });
    for (const each of ['a', 'a/b', 'a/b/c']) expect(statSync(join(root, each)).mode & 0o777).toBe(0o700);
  });

  it('fails where nothing can be made', () => {
    writeFileSync(join(root, 'file'), '');
    expect(() => makeFolder(join(root, 'file'))).toThrow('EEXIST');
    expect(() => makeFolder(join(root, 'file/below'))).toThrow('ENOTDIR');
  });

  it.runIf(process.platform === 'linux')('fails below /proc, and does not try forever', () => {
    expect(() => makeFolder('/proc/nothing/below')).toThrow('ENOENT');
  });
});
