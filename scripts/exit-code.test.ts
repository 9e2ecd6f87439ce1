import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');

it.each([
  ['failing', 'default', 1],
  ['failing', 'dot', 1],
  ['passing', 'default', 0],
])('a run whose tests are %s, with the reporter %s, ends with %i', (fixture, reporter, code) => {
  const { COLOPHON_TEST_POSTGRES: _, ...environment } = process.env;
  const args = [VITEST, 'run', '--config', 'scripts/testing/failing.config.ts', `--reporter=${reporter}`];
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    env: { ...environment, COLOPHON_FIXTURE: fixture },
    encoding: 'utf8',
  });
  expect(stdout).toMatch(fixture === 'failing' ? /1 failed/ : /1 passed/);
  expect(status).toBe(code);
});
