import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contextTag,
  DER_TAG,
  derBitString,
  derBoolean,
  derElement,
  DerError,
  derExplicit,
  derImplicit,
  derInteger,
  derNull,
  derObjectIdentifier,
  derOctetString,
  DerReader,
  derSequence,
  derSetOf,
  derTime,
  derUtf8String,
  readDerSequence,
} from './index.ts';

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const read = (hex: string): DerReader => new DerReader(bytes(hex));
const hexOf = (value: Uint8Array): string => Buffer.from(value).toString('hex');

function codeOf(work: () => unknown): string {
  try {
    work();
    return 'read';
  } catch (error) {
    return error instanceof DerError ? error.code : String(error);
  }
}

describe('lengths', () => {
  it.each<[string, string]>([
    ['30 80 00 00', 'der_length'],
    ['04 81 01 00', 'der_length'],
    ['04 81 7f', 'der_length'],
    ['04 82 00 80', 'der_length'],
    ['04 85 01 00 00 00 00', 'der_length'],
    ['04 ff', 'der_length'],
    ['04 84 ff ff ff ff', 'der_cut'],
    ['04 02 00', 'der_cut'],
    ['04 81', 'der_cut'],
    ['04', 'der_cut'],
    ['', 'der_cut'],
  ])('%s is %s', (hex, code) => {
    expect(codeOf(() => read(hex).any())).toBe(code);
  });

  it('are read up to what there is', () => {
    for (const length of [0, 1, 127, 128, 255, 256, 65_535, 65_536, 10_000_000]) {
      const written = derOctetString(new Uint8Array(length));
      expect(new DerReader(written).octetString()).toHaveLength(length);
      expect(codeOf(() => new DerReader(written.subarray(0, -1)).octetString())).toBe('der_cut');
    }
  });
});

describe('tags', () => {
  it.each<[string, string]>([
    ['1f 01 00', 'of several octets'],
    ['bf 81 00 00', 'of several octets, of a context'],
    ['24 02 04 00', 'of an OCTET STRING in pieces, which is BER'],
    ['23 03 03 01 00', 'of a BIT STRING in pieces'],
    ['10 00', 'of a SEQUENCE that is primitive'],
    ['11 00', 'of a SET that is primitive'],
    ['22 00', 'of an INTEGER that is constructed'],
  ])('%s is refused: a tag %s', (hex) => {
    expect(codeOf(() => read(hex).any())).toBe('der_tag');
  });

  it('are compared with what is expected', () => {
    expect(codeOf(() => read('02 01 00').octetString())).toBe('der_tag');
    expect(codeOf(() => read('').octetString())).toBe('der_cut');
    expect(read('02 01 00').optional(DER_TAG.null)).toBeUndefined();
    expect(read('a1 02 05 00').optionalExplicit(0)).toBeUndefined();
    expect(read('a1 02 05 00').optionalExplicit(1)?.null()).toBeUndefined();
    expect(() => contextTag(31, 'primitive')).toThrow(RangeError);
  });
});

describe('integers', () => {
  it.each<[string, bigint]>([
    ['02 01 00', 0n],
    ['02 01 7f', 127n],
    ['02 02 00 80', 128n],
    ['02 01 80', -128n],
    ['02 02 ff 7f', -129n],
    ['02 01 ff', -1n],
    ['02 09 00 ff ff ff ff ff ff ff ff', 2n ** 64n - 1n],
  ])('%s is %s', (hex, value) => {
    expect(read(hex).integer()).toBe(value);
    expect(hexOf(derInteger(value))).toBe(hex.replaceAll(' ', ''));
  });

  it.each(['02 00', '02 02 00 7f', '02 02 ff 80', '02 02 00 00', '02 02 ff ff'])('%s is refused', (hex) => {
    expect(codeOf(() => read(hex).integer())).toBe('der_value');
  });

  it('that count are not negative, and small', () => {
    expect(codeOf(() => read('02 01 ff').count())).toBe('der_value');
    expect(codeOf(() => new DerReader(derInteger(2n ** 53n)).count())).toBe('der_value');
    expect(new DerReader(derInteger(2n ** 53n - 1n)).count()).toBe(Number.MAX_SAFE_INTEGER);
    expect(codeOf(() => new DerReader(derElement(DER_TAG.integer, new Uint8Array(10_000_000).fill(1))).integer())).toBe('der_value');
  });

  it('are read as they were written', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 600n), max: 2n ** 600n }), (value) => {
        expect(new DerReader(derInteger(value)).integer()).toBe(value);
      }),
    );
  });
});

describe('object identifiers', () => {
  it.each([
    ['06 03 55 1d 25', '2.5.29.37'],
    ['06 06 2a 86 48 86 f7 0d', '1.2.840.113549'],
    ['06 01 27', '0.39'],
    ['06 01 28', '1.0'],
    ['06 01 50', '2.0'],
    ['06 03 88 37 03', '2.999.3'],
  ])('%s is %s', (hex, dotted) => {
    expect(read(hex).objectIdentifier()).toBe(dotted);
    expect(hexOf(derObjectIdentifier(dotted))).toBe(hex.replaceAll(' ', ''));
  });

  it.each([
    '06 00',
    '06 03 80 55 1d',
    '06 04 55 1d 80 25',
    '06 02 55 9d',
    '06 0a 55 ff ff ff ff ff ff ff ff 7f',
    `06 81 81 ${'55'.repeat(129)}`,
  ])('%.40s is refused', (hex) => {
    expect(codeOf(() => read(hex).objectIdentifier())).toBe('der_value');
  });

  it.each(['', '1', '3.1', '1.40', '1.2.', '1.-2', '1.02x', 'a.b'])('%j is not written', (dotted) => {
    expect(() => derObjectIdentifier(dotted)).toThrow(RangeError);
  });
});

describe('other values', () => {
  it('are refused unless they are in their one form', () => {
    for (const hex of ['01 00', '01 01 01', '01 02 ff ff']) expect(codeOf(() => read(hex).boolean())).toBe('der_value');
    for (const hex of ['03 00', '03 01 01', '03 02 08 00', '03 02 01 01', '03 02 07 40'])
      expect(codeOf(() => read(hex).bitString())).toBe('der_value');
    expect(codeOf(() => read('05 01 00').null())).toBe('der_value');
    expect(codeOf(() => read('31 06 02 01 02 02 01 01').setOf())).toBe('der_value');
    expect(codeOf(() => readDerSequence(bytes('30 00 00')))).toBe('der_rest');
    expect(codeOf(() => read('30 00 00').end())).toBe('der_rest');
  });

  it('are read as they were written', () => {
    expect([read('01 01 ff').boolean(), read('01 01 00').boolean()]).toEqual([true, false]);
    expect([derBoolean(true), derBoolean(false), derNull()].map(hexOf)).toEqual(['0101ff', '010100', '0500']);
    expect(read('03 02 07 80').bitString()).toEqual({ octets: Uint8Array.of(0x80), unusedBits: 7 });
    expect(read('03 01 00').bitString()).toEqual({ octets: Uint8Array.of(), unusedBits: 0 });
    expect(hexOf(derBitString(Uint8Array.of(0x80), 7))).toBe('03020780');
    expect(hexOf(derUtf8String('Zoë'))).toBe('0c045a6fc3ab');
    expect(hexOf(derImplicit(2, Uint8Array.of(1)))).toBe('820101');
    const set = derSetOf(derInteger(2), derInteger(1), derInteger(300), derNull());
    expect(new DerReader(set).setOf().map((each) => hexOf(each.bytes))).toEqual(['020101', '020102', '0202012c', '0500']);
    expect(read('31 06 02 01 02 02 01 01').setOf('free')).toHaveLength(2);
    expect(new DerReader(derExplicit(3, derNull())).explicit(3).any().tag).toBe(DER_TAG.null);
  });
});

describe('times', () => {
  const time = (tag: 'utcTime' | 'generalizedTime', text: string): Date =>
    new DerReader(derElement(DER_TAG[tag], new TextEncoder().encode(text))).time();

  it('are those of the calendar, in UTC', () => {
    expect(time('utcTime', '500101000000Z').toISOString()).toBe('1950-01-01T00:00:00.000Z');
    expect(time('utcTime', '491231235959Z').toISOString()).toBe('2049-12-31T23:59:59.000Z');
    expect(time('generalizedTime', '20260501102030Z').toISOString()).toBe('2026-05-01T10:20:30.000Z');
    expect(time('generalizedTime', '20260501102030.1234Z').toISOString()).toBe('2026-05-01T10:20:30.123Z');
    expect(time('generalizedTime', '00010101000000Z').toISOString()).toBe('0001-01-01T00:00:00.000Z');
  });

  it.each<['utcTime' | 'generalizedTime', string]>([
    ['utcTime', '2605011020Z'],
    ['utcTime', '260501102030+0100'],
    ['utcTime', '260501102030'],
    ['utcTime', '260230102030Z'],
    ['utcTime', '261301102030Z'],
    ['utcTime', '260501242030Z'],
    ['utcTime', '260501102060Z'],
    ['generalizedTime', '20260501102030'],
    ['generalizedTime', '20260501102030.Z'],
    ['generalizedTime', '20260501102030.10Z'],
    ['generalizedTime', '20260501102030,1Z'],
    ['generalizedTime', '20270229102030Z'],
    ['generalizedTime', ''],
    ['generalizedTime', '2'.repeat(1_000_000)],
  ])('%s %.30j is refused', (tag, text) => {
    expect(codeOf(() => time(tag, text))).toBe('der_value');
  });

  it('are written as certificates have them', () => {
    for (const iso of ['1949-12-31T23:59:59.000Z', '1950-01-01T00:00:00.000Z', '2049-12-31T23:59:59.000Z', '2050-01-01T00:00:00.000Z']) {
      const written = derTime(new Date(iso));
      expect(new DerReader(written).time().toISOString()).toBe(iso);
      expect(written[0]).toBe(iso.startsWith('1950') || iso.startsWith('2049') ? DER_TAG.utcTime : DER_TAG.generalizedTime);
    }
    expect(codeOf(() => read('0c 01 5a').time())).toBe('der_tag');
  });
});

/** Reads everything there is, as a caller who knows no structure. */
function walk(reader: DerReader, depth = 0): number {
  let count = 0;
  while (!reader.isDone) {
    const { tag, content } = reader.any();
    count += 1;
    if ((tag & 0x20) !== 0 && depth < 100) count += walk(new DerReader(content), depth + 1);
  }
  return count;
}

describe('whatever bytes there are', () => {
  it('are read, or refused with a code', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (any) => {
        expect(codeOf(() => walk(new DerReader(any)))).toMatch(/^(?:read|der_\w+)$/);
        for (const method of ['integer', 'count', 'boolean', 'bitString', 'null', 'time', 'objectIdentifier', 'setOf', 'sequence'] as const)
          expect(codeOf(() => new DerReader(any)[method]())).toMatch(/^(?:read|der_\w+)$/);
      }),
      { numRuns: 5000 },
    );
  });

  it('mean nothing else when they mean the same: what was read is written as the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 12 }), (content) => {
        const integer = derElement(DER_TAG.integer, content);
        const identifier = derElement(DER_TAG.objectIdentifier, content);
        if (codeOf(() => new DerReader(integer).integer()) === 'read')
          expect(hexOf(derInteger(new DerReader(integer).integer()))).toBe(hexOf(integer));
        if (codeOf(() => new DerReader(identifier).objectIdentifier()) === 'read')
          expect(hexOf(derObjectIdentifier(new DerReader(identifier).objectIdentifier()))).toBe(hexOf(identifier));
      }),
      { numRuns: 5000 },
    );
  });

  it('take no longer because they are nested', () => {
    const nested = new Uint8Array(1_000_000).fill(0x30);
    expect(codeOf(() => walk(new DerReader(nested)))).toBe('der_cut');
    let deep: Uint8Array = derNull();
    for (let depth = 0; depth < 2000; depth += 1) deep = derSequence(deep);
    expect(walk(new DerReader(deep))).toBe(101);
  });
});

const hasOpenssl = ((): boolean => {
  try {
    execFileSync('openssl', ['version']);
    return true;
  } catch {
    return false;
  }
})();

describe.skipIf(!hasOpenssl)('openssl (skipped where there is none)', () => {
  it('reads what is written here', () => {
    const written = derSequence(
      derInteger(-129),
      derObjectIdentifier('1.2.840.113549.1.9.16.1.4'),
      derBoolean(true),
      derTime(new Date('2026-05-01T10:20:30Z')),
      derSetOf(derUtf8String('b'), derUtf8String('a')),
    );
    const text = execFileSync('openssl', ['asn1parse', '-inform', 'DER'], { input: written }).toString();
    expect(
      text.split('\n').map(
        (line) =>
          line
            .split(/prim: |cons: /)[1]
            ?.replaceAll(/\s+/g, ' ')
            .trim() ?? '',
      ),
    ).toEqual([
      'SEQUENCE',
      'INTEGER :-81',
      'OBJECT :id-smime-ct-TSTInfo',
      'BOOLEAN :255',
      'UTCTIME :260501102030Z',
      'SET',
      'UTF8STRING :a',
      'UTF8STRING :b',
      '',
    ]);
  });
});
