import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CborTag, type CborValue, readCbor, signatureStructure } from './cbor.ts';
import { PictureError } from './picture-error.ts';
import { cbor } from './picture.support.ts';

const read = (hex: string): CborValue => readCbor(Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex')));

describe('CBOR', () => {
  // Examples of RFC 8949, appendix A.
  it.each<[string, CborValue]>([
    ['00', 0],
    ['17', 23],
    ['1818', 24],
    ['1903e8', 1000],
    ['1a000f4240', 1_000_000],
    ['1b000000e8d4a51000', 1_000_000_000_000],
    ['1bffffffffffffffff', 2n ** 64n - 1n],
    ['3bffffffffffffffff', -(2n ** 64n)],
    ['20', -1],
    ['3903e7', -1000],
    ['f90000', 0],
    ['f93c00', 1],
    ['f97bff', 65_504],
    ['f9c400', -4],
    ['f90001', 2 ** -24],
    ['f97c00', Infinity],
    ['fa47c35000', 100_000],
    ['fb3ff199999999999a', 1.1],
    ['f4', false],
    ['f5', true],
    ['f6', null],
    ['f7', undefined],
    ['c11a514b67b0', new CborTag(1, 1_363_896_240)],
    ['4401020304', Uint8Array.of(1, 2, 3, 4)],
    ['62c3bc', 'ü'],
    ['83010203', [1, 2, 3]],
    [
      'a201020304',
      new Map([
        [1, 2],
        [3, 4],
      ]),
    ],
    [
      'a26161016162820203',
      new Map<CborValue, CborValue>([
        ['a', 1],
        ['b', [2, 3]],
      ]),
    ],
  ])('%s is read', (hex, value) => {
    expect(read(hex)).toEqual(value);
  });

  it.each([
    ['nothing', ''],
    ['a second value', '0000'],
    ['a list of indefinite length', '9f01ff'],
    ['a map of indefinite length', 'bf6161 01ff'],
    ['a text of indefinite length', '7f6161ff'],
    ['a reserved length', '1c'],
    ['a simple value that nobody knows', 'f8ff'],
    ['a break alone', 'ff'],
    ['a name twice', 'a2616101616102'],
    ['a name that is a list', 'a18001'],
    ['a text that is not UTF-8', '61ff'],
    ['a text that ends early', '62 61'],
    ['bytes of 2^63', '5b8000000000000000'],
    ['a list of 2^32 values', '9affffffff'],
    ['a map of 2^64 names', 'bbffffffffffffffff'],
    ['33 lists in each other', `${'81'.repeat(33)}00`],
    ['a million tags', 'c1'.repeat(1_000_000)],
    ['100,001 values', `9a000186a0${'00'.repeat(100_000)}`],
  ])('with %s is refused', (_, hex) => {
    expect(() => read(hex)).toThrow(expect.objectContaining({ code: 'manifest_malformed' }));
  });

  it('of any bytes is read or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        try {
          readCbor(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(PictureError);
        }
      }),
      { numRuns: 5000 },
    );
  });
});

describe('what COSE signs', () => {
  it.each([0, 23, 24, 255, 256, 65_535, 65_536])('is a list with a payload of %i bytes', (length) => {
    const payload = new Uint8Array(length).fill(7);
    const header = Uint8Array.from(cbor(new Map([[1, -7]])));
    expect(readCbor(signatureStructure(header, payload))).toEqual(['Signature1', header, new Uint8Array(), payload]);
  });
});
