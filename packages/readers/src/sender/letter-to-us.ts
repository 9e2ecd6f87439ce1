import { addressesOf } from '../mail/mail-address.ts';
import type { HeaderLine } from '../mail/header-block.ts';
import type { Unproved } from './sender-verdict.ts';

const DAY_MS = 86_400_000;
/** Sending servers usually retry a delivery for up to five days. */
const OLDEST_MS = 7 * DAY_MS;
/** Allows for clocks with a wrong time zone. */
const NEWEST_MS = DAY_MS;

/** The recipient of a mail, and the time of its arrival. */
export interface Arrival {
  readonly recipient: string;
  readonly now: Date;
}

/**
 * Returns why a signed mail does not count as a letter to this recipient. A signature identifies the author, not the recipient:
 * otherwise anyone could submit a mail that they received from the author.
 *
 * @returns `null` if the mail contains the recipient, a current date and a message id
 */
export function notToUs(lines: readonly HeaderLine[], { recipient, now }: Arrival): Unproved | null {
  const valuesOf = (header: string): string[] => lines.filter(({ name }) => name === header).map(({ value }) => value);
  const decoded = (value: string): string => Buffer.from(value, 'latin1').toString('utf8');
  const named = [...valuesOf('to'), ...valuesOf('cc')].flatMap((value) => addressesOf(decoded(value)));
  if (!named.some(({ address }) => withoutTag(address) === withoutTag(recipient))) return 'not_addressed';
  const [date = ''] = valuesOf('date');
  const age = now.getTime() - Date.parse(date.replaceAll(/\([^()]{0,100}\)/g, ' ').trim());
  if (!(age <= OLDEST_MS && age >= -NEWEST_MS)) return 'not_current';
  return valuesOf('message-id').some((value) => /<[^<>\s]+>/.test(value)) ? null : 'no_message_id';
}

/** Returns an address in lower case, without a `+` suffix in its local part. */
function withoutTag(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*(?=@)/, '');
}
