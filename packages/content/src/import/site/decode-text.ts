import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { MalformedError } from '@colophon/core';

/** The number of bytes that `textDecoder` needs of a file. */
export const START_BYTES = 1024;

/** What was wrong with the characters of a file. */
export interface CharacterFaults {
  /** The number of characters that are not in the encoding of the file, and became U+FFFD. */
  readonly unreadable: number;
  /** The number of U+FFFD in the file itself: damage from before the export. */
  readonly lostBefore: number;
  /** The file states another encoding than UTF-8, and is UTF-8. */
  readonly isMislabelled: boolean;
}

/** The encoding of a file. */
export interface FileEncoding {
  readonly label: string;
  readonly isMislabelled: boolean;
}

/**
 * Returns the encoding of a file: that of the byte order mark, or of the XML declaration, or UTF-8. A declaration is wrong if the whole
 * file is UTF-8 and has characters beyond ASCII, which does not happen by chance.
 *
 * @throws MalformedError `unknown_encoding`
 */
export async function encodingOfFile(file: string): Promise<FileEncoding> {
  const handle = await open(file);
  let label: string;
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    label = encodingOf(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
  const { encoding } = decoderFor(label);
  const isMislabelled = !encoding.startsWith('utf-') && (await isUtf8(file));
  return { label: isMislabelled ? 'utf-8' : label, isMislabelled };
}

async function isUtf8(file: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isAscii = true;
  try {
    for await (const chunk of createReadStream(file)) {
      isAscii &&= !(chunk as Buffer).some((byte) => byte > 0x7f);
      decoder.decode(chunk as Buffer, { stream: true });
    }
    decoder.decode();
    return !isAscii;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

const REPLACEMENT = Buffer.from('\uFFFD');

/** Decodes a file in chunks and counts the characters that could not be read. */
export class TextDecoding {
  readonly #decoder: TextDecoder;
  readonly #isUtf8: boolean;
  #replaced = 0;
  #end: Uint8Array = new Uint8Array();
  /** The number of U+FFFD in the file itself. */
  lostBefore = 0;

  /** @throws MalformedError `unknown_encoding` */
  constructor({ label }: Pick<FileEncoding, 'label'>) {
    this.#decoder = decoderFor(label);
    this.#isUtf8 = this.#decoder.encoding === 'utf-8';
  }

  /** The number of characters that are not in the encoding of the file. */
  get unreadable(): number {
    return this.#replaced - this.lostBefore;
  }

  /** Decodes the next chunk; without one, what remains of the last. The byte order mark is omitted. */
  decode(chunk?: Uint8Array): string {
    const text = chunk ? this.#decoder.decode(chunk, { stream: true }) : this.#decoder.decode();
    for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) this.#replaced += 1;
    if (chunk && this.#isUtf8) {
      const bytes = Buffer.concat([this.#end, chunk]);
      for (let at = bytes.indexOf(REPLACEMENT); at >= 0; at = bytes.indexOf(REPLACEMENT, at + 1)) this.lostBefore += 1;
      this.#end = bytes.subarray(Math.max(0, bytes.length - REPLACEMENT.length + 1));
    }
    return text;
  }
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch (cause) {
    throw new MalformedError(`The file says that its encoding is ${label}, which cannot be read.`, {
      code: 'unknown_encoding',
      hint: 'Convert the file to UTF-8, and change the encoding in its first line to UTF-8.',
      cause,
    });
  }
}

/** Returns the encoding that the first bytes of a file state. */
export function encodingOf(start: Uint8Array): string {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb) return 'utf-8';
  // UTF-16 without a mark: XML begins with `<`, and JSON with a brace.
  if (second === 0 && (first === 0x3c || first === 0x7b)) return 'utf-16le';
  if (first === 0 && (second === 0x3c || second === 0x7b)) return 'utf-16be';
  const declaration = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z][\w.:-]{0,60})["']/.exec(
    Buffer.from(start.slice(0, START_BYTES)).toString('latin1'),
  );
  const label = declaration?.[1] ?? 'utf-8';
  // Without a byte order mark the declaration itself was just read as single bytes, so the file cannot be UTF-16.
  return /^(?:utf-?16|ucs-?2|iso-10646-ucs-2)/i.test(label) ? 'utf-8' : label;
}
