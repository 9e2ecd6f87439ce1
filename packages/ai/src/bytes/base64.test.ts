import { afterEach, describe, expect, it, vi } from 'vitest';
import { fromBase64, textToBase64, toBase64, utf8Length } from './base64.ts';

const bytes = Uint8Array.from({ length: 100_000 }, (_value, index) => (index * 31) % 256);
const texts = ['', 'a', 'ab', 'abc', 'Größe ✓', '\0\u00ff'];
const expected = Buffer.from(bytes).toString('base64');

afterEach(() => vi.unstubAllGlobals());

describe.each([['with Node’s Buffer'], ['without it']])('base64 %s', (way) => {
  it('is the same in every runtime', () => {
    const buffers = texts.map((text) => [Buffer.from(text).toString('base64'), Buffer.byteLength(text)] as const);
    if (way === 'without it') vi.stubGlobal('Buffer', undefined);
    expect(toBase64(bytes)).toBe(expected);
    expect(fromBase64(expected)).toEqual(bytes);
    expect(texts.map((text) => [textToBase64(text), utf8Length(text)])).toEqual(buffers);
    expect([...fromBase64('_-8\n=')]).toEqual([0xff, 0xef]);
    expect([...fromBase64('YWJjZ')]).toEqual([...new TextEncoder().encode('abc')]);
  });

  it('encodes a part of a larger buffer', () => {
    if (way === 'without it') vi.stubGlobal('Buffer', undefined);
    expect(toBase64(bytes.subarray(10, 14))).toBe(btoa(String.fromCharCode(...bytes.subarray(10, 14))));
  });
});
