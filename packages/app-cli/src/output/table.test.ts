import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UNSAFE_OUTPUT } from '../testing/hostile.ts';
import { displayWidth, formatFields, formatTable } from './table.ts';

const plain = { bold: (text: string): string => text, dim: (text: string): string => text };

it('wide scripts take two columns and marks none', () => {
  expect(displayWidth('日本')).toBe(4);
  expect(displayWidth('e\u0301')).toBe(1);
  expect(displayWidth('👍')).toBe(2);
  expect(
    formatTable(
      [
        { a: '日本', b: 'x' },
        { a: 'abcd', b: 'y' },
      ],
      80,
      plain,
    ).text,
  ).toBe('A     B\n日本  x\nabcd  y\n');
});

it('a table omits nested values, shows lists of plain values, and puts identifying columns first', () => {
  const { text } = formatTable([{ z: { deep: 1 }, rev: 1, title: 'T', tags: ['a', 'b'], id: 'i', empty: null }], 80, plain);
  expect(text).toBe('ID  TITLE  REV  TAGS  EMPTY\ni   T      1    a, b\n');
});

it('no line of a table is wider than the terminal, and every column is shown or named', () => {
  const rows = fc.array(
    fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null))),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(rows, fc.integer({ min: 20, max: 120 }), (values, width) => {
      const { text, hidden } = formatTable(values, width, plain);
      for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      expect(text).not.toMatch(UNSAFE_OUTPUT);
      const names = new Set(values.flatMap((value) => Object.keys(value)));
      const shown = text
        .split('\n')[0]!
        .trim()
        .split(/ {2,}/)
        .filter((name) => name !== '');
      expect(shown.length + hidden.length).toBe(names.size);
    }),
  );
});

it('fields never contain terminal control characters', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' })), (value) => {
      expect(formatFields(value as Record<string, unknown>, plain)).not.toMatch(UNSAFE_OUTPUT);
    }),
  );
});
