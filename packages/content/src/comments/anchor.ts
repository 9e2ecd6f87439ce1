import { z } from 'zod';
import { onlyPlaceOf } from '../record/passages.ts';

/** A range in a body, in UTF-16 units; the end is exclusive. */
export interface Anchor {
  readonly start: number;
  readonly end: number;
}

const wellFormed = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** The passage that a comment refers to, and its position: the W3C's text quote and text position selectors in one. */
export const Selector = z
  .strictObject({
    exact: z.string().min(1).max(1000).refine(wellFormed, 'must be storable text'),
    prefix: z.string().max(64).refine(wellFormed, 'must be storable text').default('').describe('The text before it.'),
    suffix: z.string().max(64).refine(wellFormed, 'must be storable text').default('').describe('The text after it.'),
    start: z.int().min(0).max(100_000_000).describe('The offset in the body in UTF-16 units.'),
    end: z.int().min(1).max(100_000_000),
  })
  .refine(({ exact, start, end }) => end - start === exact.length, { error: 'must be start and the length of exact', path: ['end'] });
export type Selector = z.output<typeof Selector>;

/**
 * Finds the current position of a comment's passage in a body: the original position if passage and context match; otherwise the
 * only place where passage and context match; otherwise the original position if the passage matches. Null if it was deleted, or
 * is ambiguous.
 */
export function findAnchor({ exact, prefix, suffix, start, end }: Selector, body: string): Anchor | null {
  const isThere = body.startsWith(exact, start);
  if (isThere && body.startsWith(suffix, end) && start >= prefix.length && body.startsWith(prefix, start - prefix.length))
    return { start, end };
  const place = onlyPlaceOf(`${prefix}${exact}${suffix}`, body);
  if (place !== undefined) return { start: place + prefix.length, end: place + prefix.length + exact.length };
  return isThere ? { start, end } : null;
}
