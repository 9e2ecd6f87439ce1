import { malformedManifest } from './picture-error.ts';

/** A box (ISO 19566-5 §A.1). */
export interface Box {
  readonly type: string;
  /** Without the header. */
  readonly content: Uint8Array;
}

/** A box that contains others, with a description of itself (ISO 19566-5 §A.2). */
export interface SuperBox {
  /** What it is: 16 octets in hexadecimal digits; those of C2PA begin with four letters. */
  readonly kind: string;
  readonly label: string;
  /** All of it without the header: what hashes are made over (C2PA §8.4.2.3). */
  readonly content: Uint8Array;
  readonly boxes: readonly Box[];
}

const MAXIMUM_BOXES = 1000;
const LETTERS = /^[ -~]{4}$/;

/** The kinds of boxes of a manifest store (C2PA §11.1.4), each four letters and a part that all share. */
export function kindOf(letters: 'c2pa' | 'c2ma' | 'c2as' | 'c2cl' | 'c2cs'): string {
  return `${Array.from(letters, (letter) => letter.charCodeAt(0).toString(16)).join('')}00110010800000aa00389b71`;
}

/**
 * Reads boxes that follow each other and fill the bytes.
 *
 * @throws PictureError `manifest_malformed`
 */
export function readBoxes(bytes: Uint8Array): readonly Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes: Box[] = [];
  for (let offset = 0; offset < bytes.length;) {
    if (bytes.length - offset < 8 || boxes.length >= MAXIMUM_BOXES) throw malformedManifest('ends within a box, or has too many');
    const short = view.getUint32(offset);
    const header = short === 1 ? 16 : 8;
    if (bytes.length - offset < header) throw malformedManifest('ends within a box');
    const length = short === 1 ? Number(view.getBigUint64(offset + 8)) : short;
    const type = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8));
    if (length < header || length > bytes.length - offset || !LETTERS.test(type))
      throw malformedManifest('has a box of a length that it cannot have');
    boxes.push({ type, content: bytes.subarray(offset + header, offset + length) });
    offset += length;
  }
  return boxes;
}

const HAS_LABEL = 0x02;
const HAS_ID = 0x04;
const HAS_SIGNATURE = 0x08;

/**
 * Reads what a box contains: its description, then other boxes.
 *
 * @throws PictureError `manifest_malformed`
 */
export function readSuperBox({ type, content }: Box): SuperBox {
  const [description, ...boxes] = type === 'jumb' ? readBoxes(content) : [];
  if (description?.type !== 'jumd' || description.content.length < 17) throw malformedManifest('has a box without a description');
  const toggles = description.content[16] ?? 0;
  const end = description.content.indexOf(0, 17);
  if ((toggles & HAS_LABEL) === 0 || end === -1) throw malformedManifest('has a box without a name');
  const label = new TextDecoder().decode(description.content.subarray(17, end));
  // An id of four octets and a hash of 32 may follow, then private boxes such as a salt: hashed like the rest, and of no other meaning.
  const rest = end + 1 + ((toggles & HAS_ID) === 0 ? 0 : 4) + ((toggles & HAS_SIGNATURE) === 0 ? 0 : 32);
  if (rest > description.content.length) throw malformedManifest('ends within a description');
  readBoxes(description.content.subarray(rest));
  const kind = Array.from(description.content.subarray(0, 16), (octet) => octet.toString(16).padStart(2, '0')).join('');
  return { kind, label, content, boxes };
}

/**
 * Reads boxes that all contain others, by their labels, which are not repeated.
 *
 * @throws PictureError `manifest_malformed`
 */
export function readByLabel(boxes: readonly Box[]): ReadonlyMap<string, SuperBox> {
  const found = new Map<string, SuperBox>();
  for (const box of boxes) {
    const read = readSuperBox(box);
    if (found.has(read.label)) throw malformedManifest('has two boxes of the same name');
    found.set(read.label, read);
  }
  return found;
}
