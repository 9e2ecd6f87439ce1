import { slugify } from './slugify.ts';

/** Words that routes under `/tags` answer to, and that are therefore no slugs. */
export const RESERVED_SLUGS: readonly string[] = ['roots', 'bulk', 'cleanup', 'search-by-alias', 'skos'];

export const MAXIMUM_SLUG = 255;

/** What a path segment may hold (`pchar` of RFC 3986 §3.3 without percent signs, letters of every script as in RFC 3987 §2.2). */
const SEGMENT = /^[\p{L}\p{N}\p{M}\-._~!$&'()*+,;=:@]+$/u;

/** Says what keeps a text from being a slug, or nothing when it is one. */
export function slugFault(slug: string): { code: string; detail: string } | undefined {
  if (slug === '') return { code: 'required', detail: 'must not be empty' };
  if (slug.length > MAXIMUM_SLUG) return { code: 'too_big', detail: `must be at most ${MAXIMUM_SLUG} characters long` };
  if (RESERVED_SLUGS.includes(slug)) {
    return { code: 'reserved', detail: `"${slug}" is a route of its own under /tags; "${slug}-tag" would do` };
  }
  if (slug === '.' || slug === '..' || !SEGMENT.test(slug)) {
    return {
      code: 'not_a_slug',
      detail: `must be one URL segment: letters, digits and -._~!$&'()*+,;=:@ without spaces or slashes; "${slugify(slug)}" would do`,
    };
  }
  if (slug !== slug.normalize('NFC')) return { code: 'not_normalized', detail: 'must be in Unicode normalization form C' };
  return undefined;
}

/**
 * The slug that a tag of this name gets: `slugify(name)`, moved aside where a route has that word.
 *
 * @example
 * tagSlug('Open Source'); // 'open-source'
 * tagSlug('Roots');       // 'roots-tag'
 */
export function tagSlug(name: string): string {
  const slug = slugify(name);
  return RESERVED_SLUGS.includes(slug) ? `${slug}-tag` : slug;
}
