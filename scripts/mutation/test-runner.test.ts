import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestRunner } from './test-runner.ts';

const ROOT = join(import.meta.dirname, '../..');
const LONG = 60_000;
let folder = '';
let changed = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'colophon-runner-'));
  changed = join(folder, 'sum.js');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(changed, 'export const sum = (a, b) => a + b;');
  writeFileSync(
    join(folder, 'sum.test.js'),
    "import { expect, it } from 'vitest';\nimport { sum } from './sum.js';\nit('adds', () => expect(sum(1, 2)).toBe(3));\n",
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('notices a change that a test fails with, and one with which it never ends, and none that is undone', async () => {
  const runner = await TestRunner.start(folder, ['sum.test.js']);
  try {
    expect(await runner.passes(undefined, LONG)).toBe(true);
    for (const [text, limit, expected] of [
      ['export const sum = (a, b) => a - b;', LONG, false],
      ['export const sum = (a, b) => b + a;', LONG, true],
      ['export const sum = () => { for (;;); };', 3000, false],
      ['export const sum = (a, b) => a + b;', LONG, true],
      ['export const sum =', LONG, false],
    ] as const) {
      writeFileSync(changed, text);
      expect([text, await runner.passes(changed, limit)]).toEqual([text, expected]);
    }
  } finally {
    await runner.close();
  }
});

it('refuses tests that there are not', async () => {
  await expect(TestRunner.start(folder, ['other.test.js'])).rejects.toThrow('There are no tests other.test.js.');
});
