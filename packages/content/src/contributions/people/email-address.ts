import { domainToASCII } from 'node:url';
import { ValidationError } from '@colophon/core';

const LOCAL_PART = /^[^\s@"(),:;<>[\]\\\p{C}]{1,64}$/u;
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const LONGEST = 254;

/**
 * Returns an e-mail address in canonical form: trimmed, in lower case, its domain in ASCII. The part after a plus sign
 * is kept: for some providers it is another mailbox.
 *
 * @throws ValidationError naming `pointer` if it is invalid
 * @example
 * normalAddress(' Ada@Bücher.example '); // 'ada@xn--bcher-kva.example'
 */
export function normalAddress(given: string, pointer = '/contributorEmail'): string {
  // Normalizing is slow for long texts, and shortens an address by less than this.
  const trimmed = given.length > 4 * LONGEST ? '' : given.trim();
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, Math.max(at, 0)).normalize('NFC').toLowerCase();
  const domain = domainToASCII(trimmed.slice(at + 1)).toLowerCase();
  const address = `${local}@${domain}`;
  if (at > 0 && LOCAL_PART.test(local) && !/^\.|\.\.|\.$/.test(local) && DOMAIN.test(domain) && address.length <= LONGEST) return address;
  throw ValidationError.of([{ pointer, code: 'not_an_address', detail: 'must be one e-mail address such as ada@news.example' }]);
}

/** Returns an e-mail address in canonical form, and any other text as it is: for validation to reject, and for filters to find nothing. */
export function foldedAddress(given: string): string {
  try {
    return normalAddress(given);
  } catch (error) {
    if (error instanceof ValidationError) return given;
    throw error;
  }
}
