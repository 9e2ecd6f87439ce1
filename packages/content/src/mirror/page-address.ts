import { createHash } from 'node:crypto';
import { ColophonError, ValidationError } from '@colophon/core';

/** An address in its one spelling, with the key that it is found by. */
export interface PageAddress {
  readonly href: string;
  readonly canonical: string;
  readonly key: string;
}

const LONGEST = 2000;
/** They say how somebody came to the page, and change nothing of it. */
const COUNTING = /^(?:utm_[a-z_]+|fbclid|gclid)(?:=|$)/i;

/**
 * Reads the address of a page. Two spellings of one address get one key: the host in lower case and without a dot at its end,
 * no default port, no fragment, no parameters that only count visits, and dot segments resolved.
 *
 * @throws ValidationError naming `/url`
 * @throws ColophonError `address_refused` for another scheme than http and https
 */
export function readPageAddress(url: string): PageAddress {
  const parsed = url.length <= LONGEST ? URL.parse(url) : null;
  if (!parsed) {
    const detail = `must be an http or https address of at most ${LONGEST} characters`;
    throw ValidationError.of([{ pointer: '/url', code: 'not_valid', detail }]);
  }
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    throw new ColophonError(422, 'address_refused', 'Only http and https addresses are read.', { extensions: { reason: 'scheme' } });
  }
  const { href } = parsed;
  parsed.hash = '';
  parsed.hostname = parsed.hostname.replace(/\.$/, '');
  const parameters = parsed.search.slice(1).split('&');
  parsed.search = parameters.filter((each) => each !== '' && !COUNTING.test(each)).join('&');
  return { href, canonical: parsed.href, key: createHash('sha256').update(parsed.href).digest('hex') };
}
