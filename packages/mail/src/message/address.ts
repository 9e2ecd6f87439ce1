import { domainToASCII } from 'node:url';

/** Who a mail comes from: an address, and what stands before it. */
export interface Mailbox {
  readonly name: string | null;
  readonly address: string;
}

const LONGEST = 254;
const LOCAL_PART = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Reads exactly one address: no list, no group, no name, no comment, no quoted local part. Its domain is answered in ASCII and
 * lower case.
 *
 * @returns undefined when it is none, or more than one
 * @example
 * readAddress('Ada@Bücher.example'); // 'Ada@xn--bcher-kva.example'
 */
export function readAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const domain = domainToASCII(text.slice(at + 1)).toLowerCase();
  const address = `${local}@${domain}`;
  const isOne = at > 0 && local.length <= 64 && address.length <= LONGEST && LOCAL_PART.test(local) && DOMAIN.test(domain);
  return isOne ? address : undefined;
}

/**
 * Reads an address with or without a name before it, such as `Harbour News <news@harbour.example>`.
 *
 * @returns undefined when it is not exactly one
 */
export function readMailbox(text: string): Mailbox | undefined {
  if (/\p{Cc}/u.test(text)) return undefined;
  const [, given = '', inner] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = readAddress(inner ?? text.trim());
  if (address === undefined) return undefined;
  const name = given.trim().replaceAll(/^"|"$/g, '').replaceAll(/[\\"]/g, '').trim();
  return name.includes('@') ? undefined : { name: name === '' ? null : name, address };
}

/** The domain of an address that was read. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
