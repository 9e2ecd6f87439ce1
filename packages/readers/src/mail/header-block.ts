export interface HeaderLine {
  /** Lower case. */
  readonly name: string;
  /** Unfolded, otherwise unchanged; each byte is a character. */
  readonly value: string;
  /** The unchanged header with its name and folds; each byte is a character. */
  readonly raw: string;
}

/** The headers of a mail, parsed once for all readers. */
export interface HeaderBlock {
  readonly lines: readonly HeaderLine[];
  /**
   * The mail with its headers normalized to `lines`. Every parser gets this mail, so that none reads different headers. The
   * input itself, if it is already normalized.
   */
  readonly mail: Uint8Array;
  /** The offset of its body. */
  readonly bodyAt: number;
  /**
   * Whether every line is a header or a continuation, and no header was repeated. Other lines and repetitions were removed, because
   * parsers might read them differently.
   */
  readonly isPlain: boolean;
}

/** RFC 5322 §3.6.8, with the blanks of §4.5 before the colon. */
const FIELD = /^([\x21-\x39\x3b-\x7e]+)[ \t]*:/;
const LF = 10;
const CR = 13;

/**
 * Reads the headers of a mail. A line is a header, or continues the one above it; the first empty line ends them. Anything else
 * is removed together with its continuations: a line without a name, a name that is folded before its colon, a first line that
 * begins with a blank, the `From ` line of a mailbox file, and a carriage return that does not end a line.
 *
 * @returns `undefined` if the headers are longer than `maximum` bytes
 */
export function readHeaderBlock(bytes: Uint8Array, maximum: number): HeaderBlock | undefined {
  const end = endOfHeaders(bytes, maximum);
  if (end === undefined) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, end).toString('latin1');
  const fields: { name: string; value: string[]; raw: string[] }[] = [];
  let isPlain = true;
  let isInField = false;
  for (const rawLine of text.split(/\r?\n/)) {
    if (rawLine === '') continue;
    const line = rawLine.replaceAll('\r', ' ');
    if (line !== rawLine) isPlain = false;
    const [start, name = ''] = FIELD.exec(line) ?? [];
    if (start !== undefined) {
      isInField = true;
      fields.push({ name, value: [line.slice(start.length)], raw: [line] });
    } else if (isInField && /^[ \t]/.test(line)) {
      fields.at(-1)?.value.push(line);
      fields.at(-1)?.raw.push(line);
    } else {
      isInField = false;
      isPlain = false;
    }
  }
  const lines = fields.map(({ name, value, raw }) => ({
    name: name.toLowerCase(),
    value: trimBlanks(value.join('')),
    raw: raw.join('\r\n'),
  }));
  return isPlain ? { lines, mail: bytes, bodyAt: end, isPlain } : normalized(lines, bytes.subarray(end));
}

/** Returns the block with the repetitions of these headers removed, if they say the same; the mail is not plain then. */
export function withoutRepetitions(block: HeaderBlock, names: readonly string[]): HeaderBlock {
  const wordsOf = ({ value }: HeaderLine): string => value.replaceAll(/[ \t]+/g, ' ');
  const first = new Map<string, HeaderLine>();
  for (const line of block.lines) if (names.includes(line.name) && !first.has(line.name)) first.set(line.name, line);
  const lines = block.lines.filter((line) => {
    const standing = first.get(line.name);
    return standing === undefined || standing === line || wordsOf(standing) !== wordsOf(line);
  });
  return lines.length === block.lines.length ? block : normalized(lines, block.mail.subarray(block.bodyAt));
}

function normalized(lines: readonly HeaderLine[], body: Uint8Array): HeaderBlock {
  const headers = Buffer.from(`${lines.map(({ raw }) => `${raw}\r\n`).join('')}\r\n`, 'latin1');
  return { lines, mail: joined(headers, body), bodyAt: headers.length, isPlain: false };
}

/** Returns the offset of the body, after the first empty line; the length of the mail if it has only headers. */
function endOfHeaders(bytes: Uint8Array, maximum: number): number | undefined {
  const last = Math.min(bytes.length, maximum + 1);
  for (let start = 0; start < last;) {
    const isEmpty = bytes[start] === LF || (bytes[start] === CR && bytes[start + 1] === LF);
    if (isEmpty) return start + (bytes[start] === LF ? 1 : 2);
    const next = bytes.indexOf(LF, start);
    if (next < 0) break;
    start = next + 1;
  }
  return bytes.length <= maximum ? bytes.length : undefined;
}

function joined(headers: Uint8Array, body: Uint8Array): Uint8Array {
  const mail = new Uint8Array(headers.length + body.length);
  mail.set(headers);
  mail.set(body, headers.length);
  return mail;
}

/** Trims blanks only: other whitespace can be bytes of letters here. */
function trimBlanks(text: string): string {
  return text.replace(/^[ \t]+/, '').replace(/(?<![ \t])[ \t]+$/, '');
}
