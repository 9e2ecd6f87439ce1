import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = import.meta.dirname;

it('documents every error code of the package', () => {
  const page = readFileSync(resolve(SOURCE, '../../../docs/identity.md'), 'utf8');
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing'),
  );
  const source = files.map((file) => readFileSync(join(SOURCE, file), 'utf8')).join('\n');
  // Errors with a status, the codes of conflicts, and the two refusals of users of a provider.
  const thrown = [...source.matchAll(/(?:ColophonError|super)\(\s*\d{3},\s*'([a-z_]+)'/g)].map(([, code = '']) => code);
  const conflicts = [...source.matchAll(/ConflictError\((?:(?!\n {4}\}|;)[\s\S])*?code: '([a-z_]+)'/g)].map(([, code = '']) => code);
  const people = [...source.matchAll(/NoAccountError\(\s*'([a-z_]+)'/g)].map(([, code = '']) => code);
  const codes = [...new Set([...thrown, ...conflicts, ...people])];
  expect(codes).toEqual(
    expect.arrayContaining(['wrong_code', 'session_over', 'second_factor_set', 'last_way_in', 'no_account', 'passkey_counter']),
  );
  expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});
