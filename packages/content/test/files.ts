import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, UnavailableError } from '@colophon/core';
import { type FileStore, openFileStore } from '@colophon/core/files';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type AssetFiles, assetFiles } from '../src/index.ts';

/** A folder of files for one suite, which can be told to fail. */
export interface FileFixture {
  readonly store: FileStore;
  /** The keys of the files that are there. */
  keys(): string[];
  /** What lies about of uploads and writes that are not whole. */
  halves(): string[];
  /** The next calls of this method fail, until the end of the test. */
  fail(method: 'put' | 'delete', error?: Error): void;
  configure(more?: Partial<AssetFiles>): void;
}

/** Keeps the files of assets in a folder while a suite runs. */
export function filesOfSuite(database: () => Database): FileFixture {
  const directory = mkdtempSync(join(tmpdir(), 'colophon-assets-'));
  const failing = new Map<string, Error>();
  let folder: FileStore;
  const failOr = async <T>(method: string, work: () => Promise<T>): Promise<T> => {
    const error = failing.get(method);
    if (error) throw error;
    return work();
  };
  const store: FileStore = {
    label: 'a folder of a test',
    put: (key, file) => failOr('put', () => folder.put(key, file)),
    get: (key, range) => folder.get(key, range),
    stat: (key) => folder.stat(key),
    delete: (key) => failOr('delete', () => folder.delete(key)),
    check: () => folder.check(),
    sweep: (before) => folder.sweep(before),
  };
  const configure = (more: Partial<AssetFiles> = {}): void =>
    void database().ports.provide(assetFiles, { store, incoming: join(directory, 'incoming'), baseUrl: 'https://news.example', ...more });
  beforeAll(async () => {
    folder = await openFileStore(join(directory, 'files'));
  });
  beforeEach(() => configure());
  afterEach(() => failing.clear());
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  const below = (path: string): string[] => {
    try {
      return readdirSync(join(directory, path));
    } catch {
      return [];
    }
  };
  return {
    store,
    keys: () =>
      below('files')
        .filter((name) => name !== 'incoming')
        .flatMap((name) => below(join('files', name))),
    halves: () => [...below('incoming'), ...below(join('files', 'incoming'))],
    fail: (method, error = new UnavailableError(`${method} fails`)) => failing.set(method, error),
    configure,
  };
}
