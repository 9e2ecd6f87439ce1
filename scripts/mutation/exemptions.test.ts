import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Exemption, faultsOf } from './exemptions.ts';
import { mutantsOf } from './mutants-of.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as unknown;
const table = read('scripts/mutation/mutations.json') as Readonly<Record<string, readonly string[]>>;

it('finds each file that is changed, and the tests that are run for it', () => {
  const named = Object.entries(table).flat(2);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('exempts only mutants that there are', () => {
  const names = (file: string): string[] | undefined =>
    table[file] && mutantsOf(file, readFileSync(join(ROOT, file), 'utf8')).map(({ name }) => name);
  expect(faultsOf(read('scripts/mutation/exemptions.json') as Exemption[], names)).toEqual([]);
});

it('refuses an exemption that is stale, repeated or without a reason', () => {
  const names = (file: string): string[] | undefined => (file === 'a.ts' ? ['condition negated: a', 'condition negated: b'] : undefined);
  const exemptions = [
    { file: 'a.ts', mutant: 'condition negated: a', reason: 'It only saves time.' },
    { file: 'a.ts', mutant: 'condition negated: a', reason: 'It only saves time.' },
    { file: 'a.ts', mutant: 'condition negated: b', reason: ' ' },
    { file: 'a.ts', mutant: 'condition negated: c', reason: 'It only saves time.' },
    { file: 'b.ts', mutant: 'condition negated: a', reason: 'It only saves time.' },
  ];
  expect(faultsOf(exemptions, names)).toEqual([
    'a.ts condition negated: a: it is exempt twice',
    'a.ts condition negated: b: it has no reason',
    'a.ts condition negated: c: there is no such mutant any more',
    'b.ts condition negated: a: the file is not in mutations.json',
  ]);
});
