import { z } from 'zod';
import { onlyPlaceOf } from '../record/passages.ts';

/** A place in a body, counted in UTF-16 units; the end is not part of it. */
export interface Anchor {
  readonly start: number;
  readonly end: number;
}

const wellFormed = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** The text that a comment is about, and where it stood: the W3C's text quote and text position selectors in one. */
export const Selector = z
  .strictObject({
    exact: z.string().min(1).max(1000).refine(wellFormed, 'must be storable text'),
    prefix: z.string().max(64).refine(wellFormed, 'must be storable text').default('').describe('What stands before it.'),
    suffix: z.string().max(64).refine(wellFormed, 'must be storable text').default('').describe('What stands behind it.'),
    start: z.int().min(0).max(100_000_000).describe('In UTF-16 units of the body.'),
    end: z.int().min(1).max(100_000_000),
  })
  .refine(({ exact, start, end }) => end - start === exact.length, { error: 'must be start and the length of exact', path: ['end'] });
export type Selector = z.output<typeof Selector>;

/**
 * Where the text that a comment is about stands in a body now: where it stood, when it does with what is around it; else the one
 * place where it stands with what was around it; else where it stood, when the text itself is there. Null when it is gone, or
 * cannot be told from others like it.
 */
export function findAnchor({ exact, prefix, suffix, start, end }: Selector, body: string): Anchor | null {
  const isThere = body.startsWith(exact, start);
  if (isThere && body.startsWith(suffix, end) && start >= prefix.length && body.startsWith(prefix, start - prefix.length))
    return { start, end };
  const place = onlyPlaceOf(`${prefix}${exact}${suffix}`, body);
  if (place !== undefined) return { start: place + prefix.length, end: place + prefix.length + exact.length };
  return isThere ? { start, end } : null;
}
