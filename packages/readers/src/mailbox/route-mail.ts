import { readHeaderBlock } from '../mail/header-block.ts';
import { normalAddress } from '../mail/normal-address.ts';

/** The destination of a mail in a mailbox, as far as the mail itself states it. */
export interface MailRoute {
  /** Its possible recipients, those written by mail servers first. */
  readonly recipients: readonly string[];
  /** Empty for mail that must not be answered; null if unknown. */
  readonly envelopeFrom: string | null;
}

const MAXIMUM_HEADER = 262_144;
const MAXIMUM_RECIPIENTS = 20;
/** Headers written by mail servers on delivery, then headers written by senders. */
const NAMES = ['delivered-to', 'x-original-to', 'envelope-to', 'to', 'cc'];
/** Every part is bounded, since it matches untrusted text on the main thread. */
const ADDRESS = /[^\s<>,;:"()[\]\\@]{1,64}@[\w.-]{1,253}/g;

/** Determines the destination of a mail, which the mailbox does not state otherwise. */
export function routeOf(mail: Uint8Array): MailRoute {
  const lines = readHeaderBlock(mail, MAXIMUM_HEADER)?.lines ?? [];
  const candidates = NAMES.flatMap((name) =>
    lines.filter((line) => line.name === name).flatMap(({ value }) => Buffer.from(value, 'latin1').toString('utf8').match(ADDRESS) ?? []),
  );
  const recipients = [...new Set(candidates.slice(0, 10 * MAXIMUM_RECIPIENTS).flatMap((address) => normalAddress(address) ?? []))];
  const path = lines.find(({ name }) => name === 'return-path')?.value;
  const [, sender] = /^<([^<>\s]{0,254})>$/.exec(path ?? '') ?? [];
  return { recipients: recipients.slice(0, MAXIMUM_RECIPIENTS), envelopeFrom: sender ?? null };
}
