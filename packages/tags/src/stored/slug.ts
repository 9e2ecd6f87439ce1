import { slugify } from './slugify.ts';

/** Path segments of routes under `/tags`, which therefore cannot be slugs. */
export const RESERVED_SLUGS: readonly string[] = ['roots', 'bulk', 'cleanup', 'search-by-alias', 'skos'];

export const MAXIMUM_SLUG = 255;

/** The allowed characters (`pchar` of RFC 3986 §3.3 without percent signs, letters of every script as in RFC 3987 §2.2). */
const SEGMENT = /^[\p{L}\p{N}\p{M}\-._~!$&'()*+,;=:@]+$/u;

/** Returns why a text is not a valid slug, or undefined if it is. */
export function slugFault(slug: string): { code: string; detail: string } | undefined {
  if (slug === '') return { code: 'required', detail: 'must not be empty' };
  if (slug.length > MAXIMUM_SLUG) return { code: 'too_big', detail: `must be at most ${MAXIMUM_SLUG} characters long` };
  if (RESERVED_SLUGS.includes(slug)) {
    return { code: 'reserved', detail: `"${slug}" is a route under /tags; use for example "${slug}-tag"` };
  }
  if (slug === '.' || slug === '..' || !SEGMENT.test(slug)) {
    return {
      code: 'not_a_slug',
      detail: `must be one URL segment: letters, digits and -._~!$&'()*+,;=:@ without spaces or slashes; use for example "${slugify(slug)}"`,
    };
  }
  if (slug !== slug.normalize('NFC')) return { code: 'not_normalized', detail: 'must be in Unicode normalization form C' };
  return undefined;
}

/**
 * Returns the slug for a tag of this name: `slugify(name)`, changed if it is a reserved word.
 *
 * @example
 * tagSlug('Open Source'); // 'open-source'
 * tagSlug('Roots');       // 'roots-tag'
 */
export function tagSlug(name: string): string {
  const slug = slugify(name);
  return RESERVED_SLUGS.includes(slug) ? `${slug}-tag` : slug;
}
