import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slugOfTitle } from './slugs.ts';

describe('a slug made from a title', () => {
  it.each([
    ['Budget approved', 'budget-approved'],
    ['Señor García’s 2nd “Open” Letter', 'senor-garcias-2nd-open-letter'],
    ['  odd   spacing\tand — dashes ', 'odd-spacing-and-dashes'],
    ['Città di Torino: è tutto', 'citta-di-torino-e-tutto'],
    ['Новости дня', 'новости-дня'],
    ['東京 2026', '東京-2026'],
    ['../../etc/passwd', 'etc-passwd'],
    ['!!!', 'untitled'],
  ])('of %j is %s', (title, slug) => {
    expect(slugOfTitle(title)).toBe(slug);
  });

  it('is cut between words', () => {
    const slug = slugOfTitle('word '.repeat(100));
    expect(slug.length).toBeLessThanOrEqual(100);
    expect(slug.endsWith('word')).toBe(true);
  });

  it('is always one segment of a URL path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        expect(slugOfTitle(title)).toMatch(/^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u);
      }),
    );
  });
});
