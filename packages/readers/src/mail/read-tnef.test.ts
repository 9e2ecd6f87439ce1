import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeTnef } from '../testing/make-tnef.ts';
import { isTnef, readTnef } from './read-tnef.ts';

const good = makeTnef([
  { name: 'MINUTE~1.TXT', longName: 'Minutes of Tromsø ../../x.txt', type: 'text/plain', bytes: Buffer.from('words') },
  { name: 'caf\xe9.txt', bytes: Buffer.from('more') },
]);

describe('a winmail.dat', () => {
  it('yields its files, with their long names', () => {
    expect(isTnef(good)).toBe(true);
    expect(readTnef(good)).toEqual([
      { filename: 'x.txt', mimeType: 'text/plain', bytes: new Uint8Array(Buffer.from('words')) },
      { filename: 'café.txt', mimeType: null, bytes: new Uint8Array(Buffer.from('more')) },
    ]);
    expect(readTnef(makeTnef([]))).toEqual([]);
  });

  it('with a wrong checksum, a length beyond its end, zeros or too many files is rejected', () => {
    const wrongSum = Buffer.from(good);
    wrongSum[20] = (wrongSum[20] ?? 0) ^ 1;
    const tooLong = Buffer.from(good);
    tooLong.writeUInt32LE(0xffffffff, 11);
    for (const bytes of [
      wrongSum,
      tooLong,
      good.subarray(0, -1),
      Buffer.concat([good.subarray(0, 6), Buffer.alloc(100_000)]),
      Buffer.alloc(100_000),
      makeTnef(Array.from({ length: 51 }, () => ({ name: 'a', bytes: Buffer.from('a') }))),
    ]) {
      const began = performance.now();
      expect(() => readTnef(bytes)).toThrow('The winmail.dat is damaged.');
      expect(performance.now() - began).toBeLessThan(200);
    }
  });

  it('of arbitrary bytes is either read or rejected', () => {
    const patches = fc.array(fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 8 });
    fc.assert(
      fc.property(patches, fc.nat(good.length), (changes, length) => {
        const bytes = Buffer.from(good.subarray(0, length));
        for (const [at, value] of changes) if (at < length) bytes[at] = value;
        try {
          readTnef(bytes);
        } catch (error) {
          expect(error).toMatchObject({ name: 'Unreadable' });
        }
      }),
      { numRuns: 5000 },
    );
  });
});
