import { Unreadable } from '../reader-error.ts';
import { type HeaderBlock, type HeaderLine, readHeaderBlock } from './header-block.ts';

/** Bytes of a mail that is read. */
export const MAXIMUM_MAIL = 30_000_000;
const MAXIMUM_HEADER = 262_144;
const MAXIMUM_LINES = 1000;
/** Headers that RFC 5322 §3.6 and RFC 2045 §3 allow once, and that parsers would choose among differently. */
const ONCE = [
  'subject',
  'message-id',
  'date',
  'reply-to',
  'in-reply-to',
  'references',
  'content-type',
  'content-transfer-encoding',
  'mime-version',
];

/**
 * Looks over the bytes before any parser does: what a parser of mail would spend minutes on is refused here, and what two would
 * read differently is refused or left out.
 *
 * @throws Unreadable `too_large`, `too_complex`, `unreadable`, `no_sender` or `ambiguous_sender`
 */
export function scanMail(bytes: Uint8Array): HeaderBlock {
  if (bytes.length > MAXIMUM_MAIL) throw new Unreadable('too_large', `The mail is larger than ${MAXIMUM_MAIL} bytes.`);
  const block = readHeaderBlock(bytes, MAXIMUM_HEADER);
  if (!block) throw new Unreadable('too_complex', `The headers are larger than ${MAXIMUM_HEADER} bytes.`);
  const { lines } = block;
  if (lines.some(({ raw }) => raw.includes('\0'))) throw new Unreadable('unreadable', 'The headers hold a byte that is zero.');
  if (lines.length > MAXIMUM_LINES) throw new Unreadable('too_complex', `There are more than ${MAXIMUM_LINES} headers.`);
  requireOnce(lines);
  return block;
}

/** @throws Unreadable when a parser does not read the headers that we do */
export function requireSameHeaders(lines: readonly HeaderLine[], names: readonly string[]): void {
  if (lines.length !== names.length || lines.some(({ name }, index) => name !== names[index]))
    throw new Unreadable('unreadable', 'The headers can be read in more than one way.');
}

function requireOnce(lines: readonly HeaderLine[]): void {
  const count = (wanted: string): number => lines.filter(({ name }) => name === wanted).length;
  if (count('from') === 0) throw new Unreadable('no_sender', 'The mail has no From.');
  if (count('from') > 1) throw new Unreadable('ambiguous_sender', 'The mail has more than one From.');
  const twice = ONCE.find((name) => count(name) > 1);
  if (twice !== undefined) throw new Unreadable('unreadable', `The mail has more than one ${twice}.`);
}
