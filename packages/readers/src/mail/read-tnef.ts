import { safeFileName } from '@colophon/core/files';
import { Unreadable } from '../errors/reader-error.ts';

export interface TnefAttachment {
  readonly filename: string | null;
  readonly mimeType: string | null;
  readonly bytes: Uint8Array;
}

const SIGNATURE = 0x223e9f78;
const MAXIMUM_ATTRIBUTES = 10_000;
const MAXIMUM_ATTACHMENTS = 50;
const CODE_PAGE = 0x00069007;
const BEGINS = 0x00069002;
const TITLE = 0x00018010;
const DATA = 0x0006800f;
const PROPERTIES = 0x00069005;
/** Sizes of fixed-size MAPI properties, including padding. */
const FIXED = new Map([
  [0x0002, 4],
  [0x0003, 4],
  [0x0004, 4],
  [0x0005, 8],
  [0x0006, 8],
  [0x0007, 8],
  [0x000a, 4],
  [0x000b, 4],
  [0x0014, 8],
  [0x0040, 8],
  [0x0048, 16],
]);
const [STRING8, UNICODE, OBJECT, BINARY] = [0x001e, 0x001f, 0x000d, 0x0102];
const [DATA_BINARY, LONG_NAME, MIME_TAG] = [0x3701, 0x3707, 0x370e];

/** Whether these are the bytes of a `winmail.dat` (MS-OXTNEF), regardless of the file name. */
export function isTnef(bytes: Uint8Array): boolean {
  return bytes.length >= 6 && viewOf(bytes).getUint32(0, true) === SIGNATURE;
}

/**
 * Returns the files in a `winmail.dat`. RTF texts and embedded messages are ignored. Every length and checksum is verified.
 *
 * @throws Unreadable if it is damaged or exceeds the limits
 */
export function readTnef(bytes: Uint8Array): TnefAttachment[] {
  const cursor = new Cursor(bytes);
  if (cursor.u32() !== SIGNATURE) throw damaged();
  cursor.take(2);
  const files: { name?: string; type?: string; bytes?: Uint8Array }[] = [];
  let decoder = new TextDecoder('windows-1252');
  for (let count = 0; cursor.left > 0; count += 1) {
    if (count >= MAXIMUM_ATTRIBUTES) throw damaged();
    const level = cursor.take(1)[0];
    const id = cursor.u32();
    const data = cursor.take(cursor.u32());
    if (level !== 1 && level !== 2) throw damaged();
    if (cursor.u16() !== data.reduce((sum, byte) => (sum + byte) & 0xffff, 0)) throw damaged();
    if (id === CODE_PAGE && data.length >= 4) decoder = decoderOf(viewOf(data).getUint32(0, true));
    if (id === BEGINS) files.push({});
    if (files.length > MAXIMUM_ATTACHMENTS) throw damaged();
    const current = files.at(-1);
    if (!current) continue;
    if (id === TITLE) current.name ??= textOf(decoder, data);
    if (id === DATA) current.bytes = data;
    if (id === PROPERTIES) Object.assign(current, propertiesOf(data, decoder));
  }
  return files.flatMap(({ name, type, bytes: content }) =>
    content ? [{ filename: name ? safeFileName(name) : null, mimeType: type ?? null, bytes: new Uint8Array(content) }] : [],
  );
}

function propertiesOf(data: Uint8Array, decoder: TextDecoder): { name?: string; type?: string; bytes?: Uint8Array } {
  const cursor = new Cursor(data);
  const count = cursor.u32();
  if (count > MAXIMUM_ATTRIBUTES) throw damaged();
  const file: { name?: string; type?: string; bytes?: Uint8Array } = {};
  for (let index = 0; index < count; index += 1) {
    const [kind, id] = [cursor.u16(), cursor.u16()];
    if (id >= 0x8000) skipName(cursor);
    const [first] = valuesOf(cursor, kind);
    if (!first) continue;
    const type = kind & 0x0fff;
    if (id === LONG_NAME && (type === STRING8 || type === UNICODE)) file.name = type === UNICODE ? utf16(first) : textOf(decoder, first);
    if (id === MIME_TAG && (type === STRING8 || type === UNICODE)) file.type = type === UNICODE ? utf16(first) : textOf(decoder, first);
    if (id === DATA_BINARY && type === BINARY) file.bytes = first;
  }
  return file;
}

/** A named property: its set, followed by its number or its text. */
function skipName(cursor: Cursor): void {
  cursor.take(16);
  if (cursor.u32() === 0) cursor.take(4);
  else cursor.padded(cursor.u32());
}

function valuesOf(cursor: Cursor, kind: number): Uint8Array[] {
  const type = kind & 0x0fff;
  const size = FIXED.get(type);
  const isVariable = type === STRING8 || type === UNICODE || type === OBJECT || type === BINARY;
  if (size === undefined && !isVariable) throw damaged();
  const count = isVariable || (kind & 0x1000) !== 0 ? cursor.u32() : 1;
  if (count > MAXIMUM_ATTRIBUTES) throw damaged();
  return Array.from({ length: count }, () => (size === undefined ? cursor.padded(cursor.u32()) : cursor.take(size)));
}

function decoderOf(codePage: number): TextDecoder {
  try {
    return new TextDecoder(codePage === 65001 ? 'utf-8' : codePage === 932 ? 'shift_jis' : `windows-${codePage}`);
  } catch {
    return new TextDecoder('windows-1252');
  }
}

function textOf(decoder: TextDecoder, data: Uint8Array): string {
  return decoder.decode(data).replace(/\0[\s\S]*$/, '');
}

function utf16(data: Uint8Array): string {
  return new TextDecoder('utf-16le').decode(data).replace(/\0[\s\S]*$/, '');
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function damaged(): Unreadable {
  return new Unreadable('unreadable', 'The winmail.dat is damaged.');
}

class Cursor {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  take(length: number): Uint8Array {
    if (length > this.left) throw damaged();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** Values are aligned to four bytes; the last one may lack its padding. */
  padded(length: number): Uint8Array {
    const value = this.take(length);
    this.take(Math.min((4 - (length % 4)) % 4, this.left));
    return value;
  }

  u16(): number {
    const at = this.#at;
    this.take(2);
    return this.#view.getUint16(at, true);
  }

  u32(): number {
    const at = this.#at;
    this.take(4);
    return this.#view.getUint32(at, true);
  }
}
