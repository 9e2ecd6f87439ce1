import { addressesOf } from '../mail/mail-address.ts';
import type { HeaderLine } from '../mail/header-block.ts';
import type { Unproved } from './sender-verdict.ts';

const DAY_MS = 86_400_000;
/** Other servers try for five days to hand a mail over. */
const OLDEST_MS = 7 * DAY_MS;
/** Clocks are set to a wrong time zone. */
const NEWEST_MS = DAY_MS;

/** To whom a mail came, and when. */
export interface Arrival {
  readonly recipient: string;
  readonly now: Date;
}

/**
 * Why a mail that its sender did sign is no letter of theirs to us: a signature says who wrote it, and not to whom it was handed
 * in. Whoever got a mail from somebody, about whatever, could otherwise hand it in here.
 *
 * @returns `null` where it names the recipient, its date and an id of its own
 */
export function notToUs(lines: readonly HeaderLine[], { recipient, now }: Arrival): Unproved | null {
  const valuesOf = (wanted: string): string[] => lines.filter(({ name }) => name === wanted).map(({ value }) => value);
  const decoded = (value: string): string => Buffer.from(value, 'latin1').toString('utf8');
  const named = [...valuesOf('to'), ...valuesOf('cc')].flatMap((value) => addressesOf(decoded(value)));
  if (!named.some(({ address }) => withoutTag(address) === withoutTag(recipient))) return 'not_addressed';
  const [date = ''] = valuesOf('date');
  const age = now.getTime() - Date.parse(date.replaceAll(/\([^()]{0,100}\)/g, ' ').trim());
  if (!(age <= OLDEST_MS && age >= -NEWEST_MS)) return 'not_current';
  return valuesOf('message-id').some((value) => /<[^<>\s]+>/.test(value)) ? null : 'no_message_id';
}

/** An address without what stands behind a plus, in lower case. */
function withoutTag(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*(?=@)/, '');
}
