import { domainToASCII } from 'node:url';

/** The sender of a mail: an address and a display name. */
export interface Mailbox {
  readonly name: string | null;
  readonly address: string;
}

const LONGEST = 254;
const LOCAL_PART = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Parses exactly one address: no list, group, name, comment or quoted local part. The domain is returned in ASCII and
 * lower case.
 *
 * @returns undefined if it is not exactly one address
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
 * Parses an address with or without a display name, such as `Harbour News <news@harbour.example>`.
 *
 * @returns undefined if it is not exactly one address
 */
export function readMailbox(text: string): Mailbox | undefined {
  if (/\p{Cc}/u.test(text)) return undefined;
  const [, displayName = '', inner] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = readAddress(inner ?? text.trim());
  if (address === undefined) return undefined;
  const name = displayName.trim().replaceAll(/^"|"$/g, '').replaceAll(/[\\"]/g, '').trim();
  return name.includes('@') ? undefined : { name: name === '' ? null : name, address };
}

/** Returns the domain of a parsed address. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
