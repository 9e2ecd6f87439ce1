import { readHeaderBlock } from '../mail/header-block.ts';
import { normalAddress } from '../mail/normal-address.ts';

/** Where a mail of a mailbox was sent, as far as the mail itself tells. */
export interface MailRoute {
  /** The addresses that it may have been sent to, what mail servers wrote first. */
  readonly recipients: readonly string[];
  /** Empty for what must not be answered; null where nobody wrote it down. */
  readonly envelopeFrom: string | null;
}

const MAXIMUM_HEADER = 262_144;
const MAXIMUM_RECIPIENTS = 20;
/** What mail servers write when they put a mail into a mailbox, then what senders write. */
const NAMES = ['delivered-to', 'x-original-to', 'envelope-to', 'to', 'cc'];
/** Bounded in every part: it reads what strangers wrote, on the thread that serves requests. */
const ADDRESS = /[^\s<>,;:"()[\]\\@]{1,64}@[\w.-]{1,253}/g;

/** Looks for where a mail was sent to; a mailbox does not say it otherwise. */
export function routeOf(mail: Uint8Array): MailRoute {
  const lines = readHeaderBlock(mail, MAXIMUM_HEADER)?.lines ?? [];
  const found = NAMES.flatMap((name) =>
    lines.filter((line) => line.name === name).flatMap(({ value }) => Buffer.from(value, 'latin1').toString('utf8').match(ADDRESS) ?? []),
  );
  const recipients = [...new Set(found.slice(0, 10 * MAXIMUM_RECIPIENTS).flatMap((address) => normalAddress(address) ?? []))];
  const path = lines.find(({ name }) => name === 'return-path')?.value;
  const [, sender] = /^<([^<>\s]{0,254})>$/.exec(path ?? '') ?? [];
  return { recipients: recipients.slice(0, MAXIMUM_RECIPIENTS), envelopeFrom: sender ?? null };
}
