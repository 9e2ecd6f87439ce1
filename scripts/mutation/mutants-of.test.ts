import { expect, it } from 'vitest';
import { mutantsOf } from './mutants-of.ts';

const changed = (text: string): string[] => mutantsOf('x.ts', text).map(({ line, name, text: mutated }) => `${line} ${name} | ${mutated}`);

it.each([
  ['if (a) b();', ['1 condition negated: a | if (!(a)) b();']],
  ['x = a ? 1 : 2;', ['1 condition negated: a | x = !(a) ? 1 : 2;']],
  ['x = a && b;', ['1 left side of && only: a && b | x = (a);', '1 right side of && only: a && b | x = (b);']],
  ['x = a || b;', ['1 left side of || only: a || b | x = (a);', '1 right side of || only: a || b | x = (b);']],
  ['x = a ?? b;', []],
  ['x = a < b;', ['1 <= instead: a < b | x = (a <= b);']],
  ['x = a === b;', ['1 !== instead: a === b | x = (a !== b);']],
  ['\nawait database.lock(name);', ['2 awaited statement removed: await database.lock(name); | \n;']],
  ['this.next = undefined;', ['1 reset removed: this.next = undefined; | ;']],
  ['this.next = next;', []],
  ['const x = await read();', []],
  ["q\n.where('a', '=', 1)\n.all();", ["2 where removed: where('a', '=', 1) | q\n.all();"]],
  ['Math.min(a, b);', ['1 max instead: min(a, b) | Math.max(a, b);']],
  ['list.some(f);', ['1 every instead: some(f) | list.every(f);']],
  ['const f = () => true;', ['1 false instead: true | const f = () => false;']],
  ['const f = () => ({ ok: false, n: 1 });', ['1 true instead: ok: false | const f = () => ({ ok: true, n: 1 });']],
  ['function f() {\n return false;\n}', ['2 true instead: false | function f() {\n return true;\n}']],
  ['const options = { required: true };', []],
  ['type T = A extends B ? 1 : 2;', []],
  ['const a = b as C;', []],
])('%s', (text, mutants) => expect(changed(text)).toEqual(mutants));

it('tells mutants apart that would be called the same, whatever is written above them', () => {
  const names = (text: string): string[] => mutantsOf('x.ts', text).map(({ name }) => name);
  expect(names('if (a) b();\nif (a) c();')).toEqual(['condition negated: a', 'condition negated: a (2)']);
  expect(names('// Why.\nif (a) b();')).toEqual(['condition negated: a']);
});
