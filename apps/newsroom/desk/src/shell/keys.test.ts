import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { KEYS } from './keys.ts';

it('are told in docs/desk.md as the desk tells them', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/desk.md'), 'utf8');
  const rows = [...page.matchAll(/^\| ([^|]*)\| `([^`]+)` *\| (.*?) *\|$/gm)].map(([, place = '', keys, what]) => [
    place.trim(),
    keys,
    what,
  ]);
  const told = KEYS.flatMap(({ place, keys }) => keys.map(([keyNames, what], index) => [index === 0 ? place : '', keyNames, what]));
  expect(rows).toEqual(told);
});
