import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXT, UNSAFE_OUTPUT } from '../testing/hostile.ts';
import { escapeJsonText, sanitizeLine, sanitizeText } from './sanitize.ts';

describe('text from a server', () => {
  it('loses terminal control characters and bidirectional overrides, and keeps lines and tabs', () => {
    expect(sanitizeText(`one\ttwo\nthree${HOSTILE_TEXT}`)).toBe('one\ttwo\nthreea[31mred]0;title2Jgnp.exex');
  });

  it('fits on one line of a bounded length', () => {
    expect(sanitizeLine('  a\n\n b\tc  ')).toBe('a b c');
    expect(sanitizeLine('x'.repeat(100), 10)).toBe(`${'x'.repeat(9)}…`);
  });

  it('is safe for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(sanitizeText(text)).not.toMatch(UNSAFE_OUTPUT);
        expect(sanitizeText(text).isWellFormed()).toBe(true);
        expect(sanitizeLine(text, 20).length).toBeLessThanOrEqual(20);
      }),
    );
  });

  it('keeps its value when it is escaped as JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = escapeJsonText(JSON.stringify(text));
        expect(json).not.toMatch(UNSAFE_OUTPUT);
        expect(JSON.parse(json)).toBe(JSON.parse(JSON.stringify(text)));
      }),
    );
  });
});
