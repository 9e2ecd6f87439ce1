import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RESERVED_SLUGS, slugFault, tagSlug } from './slug.ts';
import { nameOfSlug, slugify } from './slugify.ts';

describe('slugify', () => {
  it.each([
    ['Open Source', 'open-source'],
    ['  best   practices ', 'best-practices'],
    ['login.gov', 'login-gov'],
    ['u.s. digital service', 'u-s-digital-service'],
    ['open_source', 'open-source'],
    ['Crème brûlée', 'creme-brulee'],
    ['Ærøskøbing', 'aeroskobing'],
    ['Straße', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['Ἀθῆναι', 'αθηναι'],
    ['Чайковский', 'чайковский'],
    ['ｆｕｌｌ ｗｉｄｔｈ', 'full-width'],
    ["people's choice", 'peoples-choice'],
    ['don’t', 'dont'],
    ['C++', 'c-plus-plus'],
    ['C#', 'c-sharp'],
    ['C', 'c'],
    ['Q&A', 'q-and-a'],
    ['日本語 テスト', '日本語-テスト'],
    ['がぎぐげご', 'がぎぐげご'],
    ['新聞・報道', '新聞-報道'],
    ['한국어', '한국어'],
    ['हिन्दी', 'हिन्दी'],
    ['العربية', 'العربية'],
    ['18F', '18f'],
    ['🎉', 'u1f389'],
    ['!?', 'u21-3f'],
    ['', 'untitled'],
    ['   ', 'untitled'],
  ])('makes %j into %j', (name, slug) => {
    expect(slugify(name)).toBe(slug);
  });

  it('cuts a long name after a word, at 100 characters', () => {
    const slug = slugify('a very long headline about everything '.repeat(10));
    expect(slug.length).toBeLessThanOrEqual(100);
    expect(slug).toMatch(/^a-very-long-headline.*[a-z]$/);
    expect('a-very-long-headline-about-everything-'.repeat(10)).toContain(`${slug}-`);
    expect(slugify('字'.repeat(300))).toBe('字'.repeat(100));
  });

  it('turns any text into a valid lower-case slug, and is idempotent', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme', maxLength: 300 }),
          fc.string({ unit: 'binary', maxLength: 40 }),
          fc.constantFrom(...RESERVED_SLUGS, 'C++ + C#', '+', '#', '&'),
        ),
        (name) => {
          const slug = slugify(name);
          expect(slug).not.toBe('');
          expect(slugify(slug)).toBe(slug);
          expect(slug).not.toMatch(/^-|--|-$/);
          expect(slugFault(tagSlug(name))).toBeUndefined();
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe('nameOfSlug', () => {
  it('returns capitalized words', () => {
    expect(nameOfSlug('open-source')).toBe('Open Source');
    expect(nameOfSlug('élan_vital')).toBe('Élan Vital');
    expect(nameOfSlug('--')).toBe('--');
  });
});

describe('slugFault', () => {
  it.each(['open-source', 'C++', 'node.js', 'Straße', '日本語', 'a:b', '~me', 'हिन्दी', '...'])(
    'accepts %j, which is one URL segment',
    (slug) => {
      expect(slugFault(slug)).toBeUndefined();
    },
  );

  it.each([
    '',
    '.',
    '..',
    'a/b',
    'a\\b',
    'a b',
    'a?b',
    'a#b',
    'a%2fb',
    'a\nb',
    'a\0b',
    '<a>',
    'a"b',
    '\u{d800}',
    '\u202eabc',
    'x'.repeat(256),
    'e\u0301',
  ])('rejects %j with a reason', (slug) => {
    expect(slugFault(slug)?.detail).toMatch(/^must/);
  });

  it('rejects reserved words, and changes generated slugs', () => {
    for (const word of RESERVED_SLUGS) {
      expect(slugFault(word)?.code).toBe('reserved');
      expect(slugFault(tagSlug(word))).toBeUndefined();
    }
    expect(RESERVED_SLUGS).toEqual(['roots', 'bulk', 'cleanup', 'search-by-alias', 'skos']);
    expect(tagSlug('Search by alias')).toBe('search-by-alias-tag');
  });
});
