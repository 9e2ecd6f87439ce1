import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { loadConfig } from '../config/load-config.ts';

it('reads the settings of the AI from the environment, except empty ones', () => {
  const environment = { NEWSROOM_SECRET: 'x'.repeat(32), LIB_AI_PROVIDER: 'ollama', LIB_AI_MODEL: '', OTHER: 'x' };
  expect(loadConfig(environment).ai).toEqual({ LIB_AI_PROVIDER: 'ollama' });
});

it('reads them from a .env file too, and rejects unknown names immediately', () => {
  const directory = mkdtempSync(join(tmpdir(), 'newsroom-env-'));
  writeFileSync(join(directory, '.env'), 'PORT=0\nLIB_AI_PROVIDER=nobody\n');
  const bin = join(import.meta.dirname, '../../bin/newsroom.js');
  const { BASE_URL: _, ...env } = process.env;
  const result = spawnSync(process.execPath, ['--conditions=@colophon/source', bin, 'start'], {
    cwd: directory,
    env: { ...env, NEWSROOM_SEED: 'none' },
    encoding: 'utf8',
    timeout: 20_000,
  });
  rmSync(directory, { recursive: true });
  expect([result.status, result.stderr]).toEqual([1, expect.stringMatching(/^The configuration has a fault:\n- LIB_AI_\*: .*nobody/m)]);
});
