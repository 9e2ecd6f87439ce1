import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why the verifier in another language cannot run here; undefined if it can. */
export const NO_FOREIGN_VERIFIER: string | undefined = [
  ['python3', '--version'],
  ['openssl', 'version'],
]
  .filter(([command = '', argument = '']) => spawnSync(command, [argument]).status !== 0)
  .map(([command]) => `${command} is not installed`)[0];

/** Verifies an account with Python's library and openssl. @returns what it printed, and whether it refused it */
export function verifyElsewhere(account: unknown, keys: unknown): { readonly ok: boolean; readonly said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
  try {
    writeFileSync(join(folder, 'account.json'), JSON.stringify(account));
    writeFileSync(join(folder, 'keys.json'), JSON.stringify(keys));
    const script = join(import.meta.dirname, 'verify_account.py');
    const { status, stdout, stderr } = spawnSync('python3', [script, join(folder, 'account.json'), join(folder, 'keys.json')], {
      encoding: 'utf8',
    });
    return { ok: status === 0, said: `${stdout}${stderr}`.trim() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
