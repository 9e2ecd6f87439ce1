import { describe, expect, it } from 'vitest';
import { normalAddress } from '../contributions/people/email-address.ts';
import { foldForPatterns } from '../contributions/types/fold-for-patterns.ts';
import { foldName, nameSchema } from './names.ts';

/** Normalizing this takes quadratic time. */
const MARKS = '\u0f71\u0f72\u0f74\u0f80'.repeat(60_000);

describe('texts of strangers', () => {
  it.each([
    ['a name', () => foldName(`a${MARKS}`)],
    ['the schema of a name', () => nameSchema().safeParse(`a${MARKS}`)],
    ['a submission', () => foldForPatterns(`a${MARKS}\u200b${MARKS}`)],
    ['an e-mail address', () => expect(() => normalAddress(`a${MARKS}@news.example`)).toThrow()],
  ])('are normalized within a moment, whatever they hold: %s', (_, normalize) => {
    const began = performance.now();
    normalize();
    expect(performance.now() - began).toBeLessThan(500);
  });
});
