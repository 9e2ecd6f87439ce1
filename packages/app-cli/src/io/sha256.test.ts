import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256Hex } from './sha256.ts';

it('returns the digest of the example in the standard', () => {
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it.each([0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 1000])('agrees with Node at a length of %i bytes', (length) => {
  expect(sha256Hex('x'.repeat(length))).toBe(createHash('sha256').update('x'.repeat(length)).digest('hex'));
});

it('agrees with Node on any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(sha256Hex(text)).toBe(createHash('sha256').update(text.toWellFormed()).digest('hex'));
    }),
  );
});
