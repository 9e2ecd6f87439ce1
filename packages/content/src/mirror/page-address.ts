import { createHash } from 'node:crypto';
import { ColophonError, ValidationError } from '@colophon/core';

/** A normalized URL, with its lookup key. */
export interface PageAddress {
  readonly href: string;
  readonly canonical: string;
  readonly key: string;
}

const LONGEST = 2000;
/** Tracking parameters, which do not affect the page. */
const COUNTING = /^(?:utm_[a-z_]+|fbclid|gclid)(?:=|$)/i;

/**
 * Parses and normalizes the URL of a page. Equivalent URLs get one key: the host in lower case and without a trailing dot, no default port,
 * no fragment, no tracking parameters, and dot segments resolved.
 *
 * @throws ValidationError naming `/url`
 * @throws ColophonError `address_refused` for a scheme other than http and https
 */
export function readPageAddress(url: string): PageAddress {
  const parsed = url.length <= LONGEST ? URL.parse(url) : null;
  if (!parsed) {
    const detail = `must be an http or https URL of at most ${LONGEST} characters`;
    throw ValidationError.of([{ pointer: '/url', code: 'not_valid', detail }]);
  }
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    throw new ColophonError(422, 'address_refused', 'Only http and https URLs are supported.', { extensions: { reason: 'scheme' } });
  }
  const { href } = parsed;
  parsed.hash = '';
  parsed.hostname = parsed.hostname.replace(/\.$/, '');
  const parameters = parsed.search.slice(1).split('&');
  parsed.search = parameters.filter((each) => each !== '' && !COUNTING.test(each)).join('&');
  return { href, canonical: parsed.href, key: createHash('sha256').update(parsed.href).digest('hex') };
}
