import { expect, it } from 'vitest';
import { mutantsOf } from './mutants-of.ts';

const changed = (text: string): string[] => mutantsOf('x.ts', text).map(({ what, text: mutated }) => `${what} | ${mutated}`);

it.each([
  ['if (a) b();', ['1: condition negated | if (!(a)) b();']],
  ['x = a ? 1 : 2;', ['1: condition negated | x = !(a) ? 1 : 2;']],
  ['x = a && b;', ['1: left side of && only | x = (a);', '1: right side of && only | x = (b);']],
  ['x = a || b;', ['1: left side of || only | x = (a);', '1: right side of || only | x = (b);']],
  ['x = a ?? b;', []],
  ['x = a < b;', ['1: <= instead | x = (a <= b);']],
  ['x = a === b;', ['1: !== instead | x = (a !== b);']],
  ['\nawait database.lock(name);', ['2: awaited statement removed | \n;']],
  ['const x = await read();', []],
  ["q.where('a', '=', 1).all();", ['1: where removed | q.all();']],
  ['Math.min(a, b);', ['1: max instead of min | Math.max(a, b);']],
  ['list.some(f);', ['1: every instead of some | list.every(f);']],
  ['type T = A extends B ? 1 : 2;', []],
  ['const a = b as C;', []],
])('%s', (text, mutants) => expect(changed(text)).toEqual(mutants));
