import { Unreadable } from '../reader-error.ts';
import { headerBlockOf, type HeaderLine, headerLinesOf } from './header-lines.ts';

/** Bytes of a mail that is read. */
export const MAXIMUM_MAIL = 30_000_000;
const MAXIMUM_HEADER = 262_144;
const MAXIMUM_LINES = 1000;
const MAXIMUM_PARTS = 200;
/** Headers that RFC 5322 §3.6 allows once, and that parsers would choose among differently. */
const ONCE = ['subject', 'message-id', 'date', 'reply-to', 'in-reply-to', 'references'];
const BOUNDARY = /\bboundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi;
/** Ways to name a boundary that the pattern does not see. */
const UNUSUAL_BOUNDARY = /\bboundary\s*(?:\*|\()|\bboundary\s*=\s*(?:\(|"[^"\r\n]*\\)/i;

/**
 * Looks over the bytes before any parser does: what a parser of mail would spend minutes on, or two would read differently, is
 * refused here.
 *
 * @returns the header lines
 * @throws Unreadable `too_large`, `too_complex`, `unreadable`, `no_sender` or `ambiguous_sender`
 */
export function scanMail(bytes: Uint8Array): HeaderLine[] {
  if (bytes.length > MAXIMUM_MAIL) throw new Unreadable('too_large', `The mail is larger than ${MAXIMUM_MAIL} bytes.`);
  const block = headerBlockOf(bytes);
  if (block.length > MAXIMUM_HEADER) throw new Unreadable('too_complex', `The headers are larger than ${MAXIMUM_HEADER} bytes.`);
  if (block.includes(0)) throw new Unreadable('unreadable', 'The headers hold a byte that is zero.');
  const lines = headerLinesOf(block);
  if (lines.length > MAXIMUM_LINES) throw new Unreadable('too_complex', `There are more than ${MAXIMUM_LINES} headers.`);
  requireOnce(lines);
  requireFewParts(bytes);
  return lines;
}

function requireOnce(lines: readonly HeaderLine[]): void {
  const count = (wanted: string): number => lines.filter(({ name }) => name === wanted).length;
  if (count('from') === 0) throw new Unreadable('no_sender', 'The mail has no From.');
  if (count('from') > 1) throw new Unreadable('ambiguous_sender', 'The mail has more than one From.');
  const twice = ONCE.find((name) => count(name) > 1);
  if (twice !== undefined) throw new Unreadable('unreadable', `The mail has more than one ${twice}.`);
}

/** Counts the lines that open a part. Where a boundary is named in an unusual way, every line that could open one counts. */
function requireFewParts(bytes: Uint8Array): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const boundaries = new Set<string>();
  for (const [, quoted, bare] of text.matchAll(BOUNDARY)) {
    boundaries.add((quoted ?? bare ?? '').trimEnd());
    if (boundaries.size > MAXIMUM_PARTS) throw tooManyParts();
  }
  if (boundaries.size === 0 && !UNUSUAL_BOUNDARY.test(text)) return;
  const countsAll = UNUSUAL_BOUNDARY.test(text);
  let parts = 0;
  for (let start = text.startsWith('--') ? 0 : text.indexOf('\n--') + 1; start > 0 || parts === 0;) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start + 2, end < 0 ? start + 300 : Math.min(end, start + 300)).trimEnd();
    if (countsAll || boundaries.has(line)) parts += 1;
    if (parts > MAXIMUM_PARTS) throw tooManyParts();
    const next = text.indexOf('\n--', start);
    if (next < 0) return;
    start = next + 1;
  }
}

function tooManyParts(): Unreadable {
  return new Unreadable('too_complex', `The mail has more than ${MAXIMUM_PARTS} parts.`);
}
