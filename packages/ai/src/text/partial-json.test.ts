import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PartialJson } from './partial-json.ts';

const read = (text: string): unknown => new PartialJson().add(text);

describe('a partial JSON value', () => {
  it.each([
    ['', undefined],
    ['```json\n', undefined],
    ['{', {}],
    ['{"a', {}],
    ['{"a":', {}],
    ['{"a": "b', { a: 'b' }],
    ['{"a": "b\\', { a: 'b' }],
    ['{"a": "b\\\\', { a: 'b\\' }],
    ['{"a": "b\\u00', { a: 'b' }],
    ['{"a": 12', {}],
    ['{"a": 12,', { a: 12 }],
    ['{"a": tru', {}],
    ['{"a": [1, 2', { a: [1] }],
    ['{"a": {"b": [{"c": "d"}, {', { a: { b: [{ c: 'd' }, {}] } }],
    ['{"a": 1} and more', { a: 1 }],
    ['```json\n{"a": 1', {}],
  ])('%j is parsed as %j', (text, value) => {
    expect(read(text)).toEqual(value);
  });

  it('is parsed at every point after its start, and complete at its end, for any pieces', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.integer({ min: 1, max: 9 }), (value, size) => {
        const text = JSON.stringify(value);
        const reader = new PartialJson();
        let last: unknown;
        for (let end = 0; end < text.length; end += size) {
          const value = reader.add(text.slice(end, end + size));
          if (end < 2000) expect(value).toEqual(read(text.slice(0, end + size)));
          last = value ?? last;
        }
        expect(last).toEqual(JSON.parse(text));
      }),
      { numRuns: 60, interruptAfterTimeLimit: 5000 },
    );
  });

  it('takes linear time, even if deeply nested, or long and in small pieces', () => {
    const started = process.cpuUsage();
    expect(read('['.repeat(200_000))).toBeUndefined();
    const reader = new PartialJson();
    let given = 0;
    let last: unknown;
    for (const piece of ['{"a":"', ...Array.from({ length: 20_000 }, () => 'a piece of forty letters of a long text. '), '"}']) {
      const value = reader.add(piece);
      if (value === undefined) continue;
      given += 1;
      last = value;
    }
    expect((last as { a: string }).a).toHaveLength(820_000);
    expect(given).toBeGreaterThan(100);
    expect(given).toBeLessThan(2000);
    // CPU time in milliseconds; a quadratic implementation took half a minute.
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(5000);
  });
});
