import { isUtf8 } from 'node:buffer';

const ASCII = new Set(['', 'ansi_x3.4-1968', 'ascii', 'iso646-us', 'us', 'us-ascii']);
const UTF_8 = new Set(['utf-8', 'utf8']);
const REPLACEMENT = '\ufffd';
/** Headers that a contribution shows; every header of a part can name a file. */
const SHOWN = /^(?:from|subject)[ \t]*:/i;

const latin1 = new TextDecoder('windows-1252');
const encoder = new TextEncoder();

/** A text part of the parser's tree. */
interface TextPart {
  readonly contentType: { parsed: { readonly value: string; readonly params: Readonly<Record<string, string>> } };
  readonly content: ArrayBuffer | null;
  getTextContent(): string;
}

/** Reads headers whose bytes are in no stated charset, and records whether a charset was guessed. */
export class HeaderCharset {
  isGuessed = false;
  #isShown = false;

  /** Returns a line of a header in UTF-8: other bytes are read as windows-1252. */
  readHeader(line: Uint8Array, { isOfPart }: { isOfPart: boolean }): Uint8Array {
    if (line[0] !== 32 && line[0] !== 9) this.#isShown = isOfPart || SHOWN.test(Buffer.from(line.subarray(0, 12)).toString('latin1'));
    if (isUtf8(line)) return line;
    if (this.#isShown) this.isGuessed = true;
    return encoder.encode(latin1.decode(line));
  }
}

/**
 * Makes a text part without a charset, or with ASCII, readable: it is UTF-8 if its bytes are, otherwise windows-1252. Bytes that
 * do not belong to a stated charset stay replaced; both are recorded.
 */
export function readWithoutLabel(part: TextPart, charset: HeaderCharset): void {
  const { value, params } = part.contentType.parsed;
  const bytes = part.content ?? new ArrayBuffer(0);
  const label = (params['charset'] ?? '').trim().toLowerCase();
  if (ASCII.has(label)) {
    const isValid = isUtf8(bytes);
    if (!isValid) charset.isGuessed = true;
    part.contentType.parsed = { value, params: { ...params, charset: isValid ? 'utf-8' : 'windows-1252' } };
  } else if (UTF_8.has(label)) {
    if (!isUtf8(bytes)) charset.isGuessed = true;
  } else {
    const read = part.getTextContent.bind(part);
    part.getTextContent = () => {
      const text = read();
      if (text.includes(REPLACEMENT)) charset.isGuessed = true;
      return text;
    };
  }
}
