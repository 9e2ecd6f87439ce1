import { addressParser } from 'postal-mime';
import { Unreadable } from '../errors/reader-error.ts';
import { cleanLine } from '../text/clean-line.ts';
import type { MailAddress } from './mail-message.ts';
import { normalAddress } from './normal-address.ts';

const MAXIMUM_ADDRESSES = 100;

/**
 * Returns the only mailbox of `From`.
 *
 * @param value of the header, decoded from its bytes as UTF-8
 * @throws Unreadable `no_sender`, or `ambiguous_sender` if parsers could read different senders
 */
export function senderOf(value: string): MailAddress {
  const bare = value.replaceAll(/"(?:[^"\\]|\\.){0,1000}"/g, '').replaceAll(/\([^()]{0,1000}\)/g, '');
  const addresses = addressesOf(value);
  if (addresses.length > 1 || bare.split('<').length > 2) throw new Unreadable('ambiguous_sender', 'From names more than one sender.');
  if (!addresses[0]) throw new Unreadable('no_sender', 'From contains no valid address.');
  return addresses[0];
}

/** Returns the mailboxes of a header, including those of groups; invalid addresses are omitted. */
export function addressesOf(value: string): MailAddress[] {
  return addressParser(value.slice(0, 20_000), { flatten: true })
    .slice(0, MAXIMUM_ADDRESSES)
    .flatMap(({ address, name }) => {
      const normal = normalAddress(address);
      const line = cleanLine(name, 200);
      return normal === undefined ? [] : [{ address: normal, name: line === null || /[@<>]/.test(line) ? null : line }];
    });
}
