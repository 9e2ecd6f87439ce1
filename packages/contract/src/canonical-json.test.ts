import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, CanonicalJsonError } from './canonical-json.ts';

/** A double from the sixteen hexadecimal digits of its IEEE 754 form. */
function double(hex: string): number {
  return new DataView(Uint8Array.from(Buffer.from(hex, 'hex')).buffer).getFloat64(0);
}

describe('canonicalJson', () => {
  it('writes each character as JSON does, in short and in long texts, in names and in values', () => {
    for (let unit = 0; unit < 0x3000; unit += 1) {
      for (const text of [String.fromCharCode(unit), `${'a'.repeat(64)}${String.fromCharCode(unit)}`])
        expect(canonicalJson({ [text]: text })).toBe(JSON.stringify({ [text]: text }));
    }
  });

  // RFC 8785, Appendix B.
  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the double %s as %s', (hex, text) => {
    expect(canonicalJson(double(hex))).toBe(text);
  });

  it.each([
    ['7fffffffffffffff', 'NaN'],
    ['7ff0000000000000', 'Infinity'],
    ['fff0000000000000', '-Infinity'],
  ])('rejects the double %s, which is %s', (hex) => {
    expect(() => canonicalJson(double(hex))).toThrow(CanonicalJsonError);
  });

  it('orders members by UTF-16 code units, as in the example of RFC 8785 §3.2.3', () => {
    const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 };
    expect(canonicalJson(value)).not.toBe(JSON.stringify(value));
    expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}');
  });

  it('does not use the numeric order of engines for integer-like names', () => {
    expect(canonicalJson({ 9: 'nine', 10: 'ten' })).toBe('{"10":"ten","9":"nine"}');
  });

  it('escapes as required by RFC 8785 §3.2.2.2: short forms if available, else lower-case hexadecimal', () => {
    expect(canonicalJson('\u20ac$\u000f\nA\'B"\\\\"/\u007f')).toBe('"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/\u007f"');
  });

  it('keeps a member called __proto__ as an ordinary member', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"a":1},"b":2}'))).toBe('{"__proto__":{"a":1},"b":2}');
  });

  it.each([
    ['undefined', { a: [undefined] }, '/a/0'],
    ['a bigint', { a: 1n }, '/a'],
    ['a function', { 'a/b': () => 1 }, '/a~1b'],
    ['a symbol', Symbol('x'), ''],
    ['a date', { at: new Date(0) }, '/at'],
    ['a map', new Map(), ''],
    ['a hole in an array', [1, , 3], '/1'], // oxlint-disable-line no-sparse-arrays
    ['a lone surrogate in a string', ['\ud800'], '/0'],
    ['a lone surrogate in a name', { '\udc00': 1 }, '/\udc00'],
  ])('rejects %s and reports its location', (_what, value, pointer) => {
    expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ code: 'not_canonical_json', pointer }));
  });

  it('rejects a cycle instead of overflowing the stack', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(() => canonicalJson(cycle)).toThrow(CanonicalJsonError);
  });

  it('parses to the original value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        // Minus zero is written as 0.
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('is the same text for the same value, whatever the order of its members', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' })), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(reversed)).toBe(canonicalJson(value));
        expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value));
      }),
    );
  });

  it('writes names in code-unit order at every level', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.nat()), (value) => {
        const names = [...canonicalJson(value).matchAll(/"(?:[^"\\]|\\.)*"(?=:)/gu)].map((match) => JSON.parse(match[0]) as string);
        expect(names).toEqual([...names].sort());
      }),
    );
  });
});
