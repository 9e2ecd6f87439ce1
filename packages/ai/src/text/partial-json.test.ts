import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePartialJson } from './partial-json.ts';

describe('a JSON value that is still being written', () => {
  it.each([
    ['', undefined],
    ['```json\n', undefined],
    ['{', {}],
    ['{"a', {}],
    ['{"a":', {}],
    ['{"a": "b', { a: 'b' }],
    ['{"a": "b\\', { a: 'b' }],
    ['{"a": "b\\u00', { a: 'b' }],
    ['{"a": 12', {}],
    ['{"a": 12,', { a: 12 }],
    ['{"a": tru', {}],
    ['{"a": [1, 2', { a: [1] }],
    ['{"a": {"b": [{"c": "d"}, {', { a: { b: [{ c: 'd' }, {}] } }],
    ['{"a": 1} and more', { a: 1 }],
  ])('%j is read as %j', (text, value) => {
    expect(parsePartialJson(text)).toEqual(value);
  });

  it('is always readable once it has begun, and whole at its end', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        for (let end = 1; end <= text.length; end += 1) expect(parsePartialJson(text.slice(0, end))).toBeDefined();
        expect(parsePartialJson(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 200 },
    );
  });
});
