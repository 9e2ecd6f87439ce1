import { Unreadable } from '../errors/reader-error.ts';
import { type HeaderBlock, type HeaderLine, readHeaderBlock, withoutRepetitions } from './header-block.ts';

/** The maximum size of a mail, in bytes. */
export const MAXIMUM_MAIL = 30_000_000;
/** The maximum size of its headers, in bytes. */
export const MAXIMUM_HEADER = 262_144;
const MAXIMUM_LINES = 1000;
/** Headers that RFC 5322 §3.6 and RFC 2045 §3 allow only once: of different ones, parsers use different ones. */
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
 * Checks the bytes before they are parsed: rejects mails that a parser would spend minutes on, and rejects or removes headers
 * that parsers would read differently.
 *
 * @throws Unreadable `too_large`, `too_complex`, `unreadable`, `no_sender` or `ambiguous_sender`
 */
export function scanMail(bytes: Uint8Array): HeaderBlock {
  if (bytes.length > MAXIMUM_MAIL) throw new Unreadable('too_large', `The mail is larger than ${MAXIMUM_MAIL} bytes.`);
  const block = readHeaderBlock(bytes, MAXIMUM_HEADER);
  if (!block) throw new Unreadable('too_complex', `The headers are larger than ${MAXIMUM_HEADER} bytes.`);
  const { lines } = block;
  if (lines.some(({ raw }) => raw.includes('\0'))) throw new Unreadable('unreadable', 'The headers contain a NUL byte.');
  if (lines.length > MAXIMUM_LINES) throw new Unreadable('too_complex', `There are more than ${MAXIMUM_LINES} headers.`);
  const single = withoutRepetitions(block, ONCE);
  requireOnce(single.lines);
  return single;
}

/** @throws Unreadable if a parser reads other headers than we do */
export function requireSameHeaders(lines: readonly HeaderLine[], names: readonly string[]): void {
  if (lines.length !== names.length || lines.some(({ name }, index) => name !== names[index]))
    throw new Unreadable('unreadable', 'The headers can be read in more than one way.');
}

function requireOnce(lines: readonly HeaderLine[]): void {
  const count = (header: string): number => lines.filter(({ name }) => name === header).length;
  if (count('from') === 0) throw new Unreadable('no_sender', 'The mail has no From header.');
  if (count('from') > 1) throw new Unreadable('ambiguous_sender', 'The mail has more than one From header.');
  const twice = ONCE.find((name) => count(name) > 1);
  if (twice !== undefined) throw new Unreadable('unreadable', `The mail has more than one ${twice} header, and they differ.`);
}
