import { MalformedError } from '@colophon/core';

/** The number of bytes that `textDecoder` needs of a file. */
export const START_BYTES = 1024;

/** Decodes a file in chunks and counts the characters that could not be read. */
export class TextDecoding {
  readonly #decoder: TextDecoder;
  /** The number of characters that are � in the text: bytes that are invalid in its encoding, or damage from before the export. */
  unreadable = 0;

  /**
   * @param start the first bytes of the file: the encoding is that of the byte order mark, or of the XML declaration, or UTF-8
   * @throws MalformedError `unknown_encoding`
   */
  constructor(start: Uint8Array) {
    const label = encodingOf(start);
    try {
      this.#decoder = new TextDecoder(label);
    } catch (cause) {
      throw new MalformedError(`The file says that its encoding is ${label}, which cannot be read.`, {
        code: 'unknown_encoding',
        hint: 'Convert the file to UTF-8, and change the encoding in its first line to UTF-8.',
        cause,
      });
    }
  }

  /** Decodes the next chunk; without one, what remains of the last. The byte order mark is omitted. */
  decode(chunk?: Uint8Array): string {
    const text = chunk ? this.#decoder.decode(chunk, { stream: true }) : this.#decoder.decode();
    for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) this.unreadable += 1;
    return text;
  }
}

function encodingOf(start: Uint8Array): string {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb) return 'utf-8';
  const declaration = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z][\w.:-]{0,60})["']/.exec(
    Buffer.from(start.slice(0, START_BYTES)).toString('latin1'),
  );
  const label = declaration?.[1] ?? 'utf-8';
  // Without a byte order mark the declaration itself was just read as single bytes, so the file cannot be UTF-16.
  return /^(?:utf-?16|ucs-?2|iso-10646-ucs-2)/i.test(label) ? 'utf-8' : label;
}
