import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { workerUrl } from './worker-url.ts';

let dist: string;

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'colophon-dist-'));
  mkdirSync(join(dist, 'surfaces/rest'), { recursive: true });
  writeFileSync(join(dist, 'seal-thread-entry.js'), '');
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

const at = (path: string): string => pathToFileURL(join(dist, path)).href;

test('In source the entry is next to the module that starts it', () => {
  expect(workerUrl('seal-thread-entry', 'file:///core/src/audit/sealing.ts').href).toBe('file:///core/src/audit/seal-thread-entry.ts');
});

// A package is built with its thread entries at the top of dist, and with entry points such as dist/audit/index.js below it.
test.each(['index.js', 'shared-D4.js', 'audit/index.js', 'surfaces/rest/index.js'])(
  'Built as dist/%s, it is found at the top of dist',
  (module) => {
    expect(workerUrl('seal-thread-entry', at(module)).href).toBe(at('seal-thread-entry.js'));
  },
);

test('A missing entry is reported under the folder of the module', () => {
  expect(workerUrl('other-thread-entry', at('audit/index.js')).href).toBe(at('audit/other-thread-entry.js'));
});
