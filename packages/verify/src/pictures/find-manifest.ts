import { concatBytes } from '../bytes/bytes.ts';
import { PictureError } from './picture-error.ts';

/** A part of a file: from an offset to before another. */
export interface FileRange {
  readonly start: number;
  readonly end: number;
}

/** Where the manifest store of a picture is. */
export interface EmbeddedManifest {
  readonly store: Uint8Array;
  /** The parts of the file that hold it, with their headers: in order, and none touches another. */
  readonly ranges: readonly FileRange[];
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/**
 * Finds the manifest store in a JPEG or PNG file (C2PA §A.3, "Embedding manifests").
 *
 * @returns null if the picture has none
 * @throws PictureError `picture_unsupported`, `picture_malformed`
 */
export function findManifest(bytes: Uint8Array): EmbeddedManifest | null {
  const begins = (with_: readonly number[]): boolean => with_.every((octet, at) => bytes[at] === octet);
  if (begins(PNG)) return findInPng(bytes);
  if (begins(JPEG)) return findInJpeg(bytes);
  throw new PictureError('picture_unsupported', 'Manifests are read from JPEG and PNG files alone.');
}

/** One chunk `caBX`. Its check sum is not compared: the picture is hashed, and so is the manifest. */
function findInPng(bytes: Uint8Array): EmbeddedManifest | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let found: EmbeddedManifest | null = null;
  for (let start = PNG.length; start < bytes.length;) {
    if (bytes.length - start < 12) throw malformed('ends within a part');
    const length = view.getUint32(start);
    const end = start + 12 + length;
    if (end > bytes.length) throw malformed('ends within a part');
    const type = String.fromCharCode(...bytes.subarray(start + 4, start + 8));
    if (type === 'caBX') {
      if (found) throw malformed('has two manifests');
      found = { store: bytes.subarray(start + 8, start + 8 + length), ranges: [{ start, end }] };
    }
    // What follows the end of the picture is hashed with it, and is no part of it.
    if (type === 'IEND') break;
    start = end;
  }
  return found;
}

const APP11 = 0xeb;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** Marker, length, `JP`, number of the box, number of the part; then the header of the box, which each part repeats. */
const PART_HEADER = 12;
const BOX_HEADER = 8;

/** APP11 segments (ISO 19566-5 §D.2): the parts of a box are numbered from 1, in order, under one number of the box. */
function findInJpeg(bytes: Uint8Array): EmbeddedManifest | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  const ranges: FileRange[] = [];
  let box: number | undefined;
  for (const { marker, start, end } of segmentsOf(bytes, view)) {
    const isJumbf = marker === APP11 && end - start >= PART_HEADER + BOX_HEADER && view.getUint16(start + 4) === 0x4a50;
    if (!isJumbf) continue;
    const [number, part] = [view.getUint16(start + 6), view.getUint32(start + 8)];
    // Boxes that are no manifest may be there too; those are of a kind that a description tells, in their first part.
    if (part === 1 && !isManifest(bytes.subarray(start + PART_HEADER, end))) continue;
    if (part === 1 && box !== undefined) throw malformed('has two manifests');
    if (part === 1) box = number;
    if (number !== box) continue;
    if (part !== parts.length + 1) throw malformed('has the parts of its manifest in another order');
    parts.push(bytes.subarray(start + PART_HEADER + (part === 1 ? 0 : BOX_HEADER), end));
    const before = ranges.at(-1);
    if (before?.end === start) ranges.splice(-1, 1, { start: before.start, end });
    else ranges.push({ start, end });
  }
  return parts.length > 0 ? { store: concatBytes(parts), ranges } : null;
}

/** Whether a box is that of a manifest store: `jumb`, `jumd`, and the four letters of its kind. */
function isManifest(box: Uint8Array): boolean {
  return box.length >= 20 && String.fromCharCode(...box.subarray(4, 8), ...box.subarray(12, 20)) === 'jumbjumdc2pa';
}

interface Segment extends FileRange {
  readonly marker: number;
}

/** The segments before the picture itself, read as decoders do: a file must not mean one thing here and another one there. */
function segmentsOf(bytes: Uint8Array, view: DataView): readonly Segment[] {
  const segments: Segment[] = [];
  for (let start = 2; start + 4 <= bytes.length;) {
    const marker = view.getUint8(start + 1);
    if (view.getUint8(start) !== 0xff || isWithoutLength(marker)) throw malformed('has something between its parts');
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return segments;
    // Any number of such octets may stand before a marker.
    if (marker === 0xff) {
      start += 1;
      continue;
    }
    const end = start + 2 + view.getUint16(start + 2);
    if (end < start + 4 || end > bytes.length) throw malformed('ends within a part');
    segments.push({ marker, start, end });
    start = end;
  }
  throw malformed('has no picture');
}

/** Markers that have no place before the picture: stuffing, TEM, RST and SOI. */
function isWithoutLength(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

function malformed(what: string): PictureError {
  return new PictureError('picture_malformed', `The file of the picture ${what}.`);
}
