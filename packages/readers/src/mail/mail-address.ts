import { domainToASCII } from 'node:url';
import { addressParser } from 'postal-mime';
import { Unreadable } from '../reader-error.ts';
import { cleanLine } from '../text/clean-line.ts';
import type { MailAddress } from './mail-message.ts';

const LOCAL = /^[\p{L}\p{N}!#$%&'*+\-/=?^_`{|}~]+(?:\.[\p{L}\p{N}!#$%&'*+\-/=?^_`{|}~]+)*$/u;
const MAXIMUM_ADDRESS = 254;
const MAXIMUM_ADDRESSES = 100;

/**
 * The one mailbox of `From`.
 *
 * @param value of the header, decoded from its bytes as UTF-8
 * @throws Unreadable `no_sender`, or `ambiguous_sender` where two programs could read two senders
 */
export function senderOf(value: string): MailAddress {
  const bare = value.replaceAll(/"(?:[^"\\]|\\.){0,1000}"/g, '').replaceAll(/\([^()]{0,1000}\)/g, '');
  const found = addressesOf(value);
  if (found.length > 1 || bare.split('<').length > 2) throw new Unreadable('ambiguous_sender', 'From names more than one sender.');
  if (!found[0]) throw new Unreadable('no_sender', 'From names no address that mail could go to.');
  return found[0];
}

/** The mailboxes of a header, those of groups as well; what is no address is left out. */
export function addressesOf(value: string): MailAddress[] {
  return addressParser(value.slice(0, 20_000), { flatten: true })
    .slice(0, MAXIMUM_ADDRESSES)
    .flatMap(({ address, name }) => {
      const normal = normalAddress(address);
      const line = cleanLine(name, 200);
      return normal === undefined ? [] : [{ address: normal, name: line === null || /[@<>]/.test(line) ? null : line }];
    });
}

/** An address with its domain in ASCII and lower case; `undefined` when it is none that a contributor could have. */
export function normalAddress(address: string | undefined): string | undefined {
  const at = (address ?? '').lastIndexOf('@');
  if (address === undefined || at < 1) return undefined;
  const [local, domain] = [address.slice(0, at), domainToASCII(address.slice(at + 1)).toLowerCase()];
  const isDomain = /^(?=.{1,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/.test(domain);
  const normal = `${local}@${domain}`;
  return isDomain && LOCAL.test(local) && normal.length <= MAXIMUM_ADDRESS ? normal : undefined;
}
