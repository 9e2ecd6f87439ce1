import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUserCode, normalizeUserCode, USER_CODE_ALPHABET, USER_CODE_LENGTH, UserCodeError } from './user-code.ts';

describe('user codes', () => {
  it('have enough entropy for five attempts in their lifetime (RFC 8628 §5.1)', () => {
    const codes = USER_CODE_ALPHABET.length ** USER_CODE_LENGTH;
    expect(codes / 5).toBeGreaterThanOrEqual(2 ** 32);
    expect(new Set(USER_CODE_ALPHABET).size).toBe(20);
  });

  it.each(['BCDFGHJK', 'bcdf-ghjk', ' BcDf GhJk ', 'B-C-D-F-G-H-J-K', 'BCDF\u2013GHJK'])('ignore case and separators in %j', (typed) => {
    expect(normalizeUserCode(typed)).toBe('BCDFGHJK');
  });

  it.each(['ACDF-GHJK', 'BCDF-GHJ1', 'BCDF_GHJK', 'BCDF.GHJK', 'ВCDF-GHJK', 'BCDFGHJ\u017f'])(
    'reject other characters in %j instead of dropping them',
    (typed) => {
      expect(() => normalizeUserCode(typed)).toThrow(UserCodeError);
    },
  );

  it.each(['', 'BCDF', 'BCDF-GHJKL'])('reject %j for its length', (typed) => {
    expect(() => normalizeUserCode(typed)).toThrow(expect.objectContaining({ code: 'invalid_user_code' }));
  });

  it('are formatted as two groups of four', () => {
    expect(formatUserCode('bcdfghjk')).toBe('BCDF-GHJK');
  });

  it('are recognized in any mixture of case and separators', () => {
    const letters = fc.array(fc.constantFrom(...Array.from(USER_CODE_ALPHABET)), { minLength: 8, maxLength: 8 });
    const separators = fc.array(fc.constantFrom('', '-', ' ', '\t', '--'), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(letters, separators, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (code, gaps, lower) => {
        const typed = code.map((letter, index) => gaps[index]! + (lower[index]! ? letter.toLowerCase() : letter)).join('');
        expect(normalizeUserCode(typed)).toBe(code.join(''));
      }),
    );
  });

  it('never accept a text with other characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        let code: string;
        try {
          code = normalizeUserCode(typed);
        } catch (error) {
          expect(error).toBeInstanceOf(UserCodeError);
          return;
        }
        expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
      }),
    );
  });
});
