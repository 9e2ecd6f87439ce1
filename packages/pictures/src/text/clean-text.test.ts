import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, graphemesOf } from './clean-text.ts';
import { firstDirection, lastDirection } from './direction.ts';

describe('cleanText', () => {
  it('normalizes a text to one line in NFC', () => {
    expect(cleanText('  Cafe\u0301\r\n\tau\u00a0 lait\u2028', 160)).toBe('Café au lait');
  });

  it('removes controls, lone surrogates and bidirectional overrides', () => {
    expect(cleanText('a\0b\u0007\ud800c\udc00', 160)).toBe('abc');
    expect(cleanText('invoice\u202egnp.exe\u202c \u2066x\u2069 \u061c\u200e\u200f\ufeff\u00ad', 160)).toBe('invoicegnp.exe x');
  });

  it('keeps joiners of letters and emoji', () => {
    for (const text of ['می‌خواهم', '👩‍🚀', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', 'क्‍ष']) expect(cleanText(text, 160)).toBe(text.normalize('NFC'));
  });

  it('keeps at most three marks on a letter, and none on a space', () => {
    expect(cleanText(`e${'\u0301'.repeat(3000)}f`, 160).normalize('NFD')).toBe('e\u0301\u0301\u0301f');
    expect(cleanText('\u0301a \u0301b', 160)).toBe('a b');
  });

  it('truncates after a number of graphemes, with an ellipsis', () => {
    expect(cleanText('👩‍🚀'.repeat(5), 3)).toBe('👩‍🚀👩‍🚀…');
    expect(cleanText('👩‍🚀'.repeat(3), 3)).toBe('👩‍🚀'.repeat(3));
    expect(cleanText('ab cd', 4)).toBe('ab…');
  });

  it('is fast with 60,000 letters and with 10 MB', () => {
    const start = performance.now();
    expect(cleanText('word '.repeat(12_000), 160)).toHaveLength(160);
    expect(cleanText('e\u0301'.repeat(5_000_000), 160)).toHaveLength(160);
    expect(cleanText('\u0301'.repeat(100_000), 160)).toBe('');
    expect(performance.now() - start).toBeLessThan(3000);
  });

  it('returns well-formed text of limited length, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
        const clean = cleanText(text, limit);
        expect(clean.isWellFormed()).toBe(true);
        expect([...graphemesOf(clean)].length).toBeLessThanOrEqual(limit);
        expect(cleanText(clean, limit)).toBe(clean);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the direction of a text', () => {
  it('is that of its first letter, ignoring digits and punctuation', () => {
    expect(firstDirection('2026: שלום world')).toBe('rtl');
    expect(firstDirection('Hello שלום')).toBe('ltr');
    expect(firstDirection('مرحبا')).toBe('rtl');
    expect(firstDirection('漢字')).toBe('ltr');
    expect(firstDirection('123 👍')).toBeUndefined();
    expect(lastDirection('Hello שלום 12.')).toBe('rtl');
    expect(lastDirection('')).toBeUndefined();
  });
});
