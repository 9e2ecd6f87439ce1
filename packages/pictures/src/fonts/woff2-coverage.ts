import { brotliDecompressSync } from 'node:zlib';

// The font table that determines whether a character has a glyph. It is parsed here because the ranges that the
// packages declare include thousands of characters that their files lack, and because font libraries that read WOFF2 bring a
// brotli decoder of their own, which Node has.

const CMAP = 0;
/** Indexes in the list of known tags whose tables are transformed unless the version is 3: `glyf` and `loca`. */
const TRANSFORMED = new Set([10, 11]);
const ARBITRARY_TAG = 63;

/**
 * Returns the characters with a glyph in a WOFF2 font, as sorted inclusive ranges.
 *
 * @throws {Error} if the bytes are not a WOFF2 font with a character table of format 4 or 12.
 */
export function woff2Coverage(font: Buffer): readonly (readonly [number, number])[] {
  if (font.toString('latin1', 0, 4) !== 'wOF2') throw new Error('The file is not a WOFF2 font.');
  const { tables, end } = readDirectory(font);
  const cmap = tables.get(CMAP);
  if (cmap === undefined) throw new Error('The font has no character table (cmap).');
  const data = brotliDecompressSync(font.subarray(end));
  return toRanges(readCharacters(data.subarray(cmap.offset, cmap.offset + cmap.length)));
}

function readDirectory(font: Buffer): { readonly tables: ReadonlyMap<number, { offset: number; length: number }>; readonly end: number } {
  let position = 48;
  const readNumber = (): number => {
    let value = 0;
    for (let count = 0; count < 5; count += 1) {
      const byte = font.readUInt8(position);
      position += 1;
      value = value * 128 + (byte & 0x7f);
      if ((byte & 0x80) === 0) return value;
    }
    throw new Error('The font has a variable-length number of more than five bytes.');
  };
  const tables = new Map<number, { offset: number; length: number }>();
  let offset = 0;
  for (let count = font.readUInt16BE(12); count > 0; count -= 1) {
    const flags = font.readUInt8(position);
    position += 1;
    const tag = flags & 0x3f;
    if (tag === ARBITRARY_TAG) position += 4;
    let length = readNumber();
    const version = flags >> 6;
    if (TRANSFORMED.has(tag) ? version !== 3 : version !== 0) length = readNumber();
    tables.set(tag, { offset, length });
    offset += length;
  }
  return { tables, end: position };
}

function readCharacters(cmap: Buffer): number[] {
  const characters = new Set<number>();
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const subtable = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4));
    const format = subtable.readUInt16BE(0);
    if (format === 4) for (const code of segments(subtable)) characters.add(code);
    if (format === 12) for (const code of groups(subtable)) characters.add(code);
  }
  return [...characters].sort((a, b) => a - b);
}

/** Format 4: segments of the basic plane, each with a delta or a list of glyphs. */
function* segments(table: Buffer): Generator<number> {
  const size = table.readUInt16BE(6);
  for (let at = 0; at < size; at += 2) {
    const [last, first] = [table.readUInt16BE(14 + at), table.readUInt16BE(16 + size + at)];
    const [shift, list] = [table.readUInt16BE(16 + size * 2 + at), 16 + size * 3 + at];
    const offset = table.readUInt16BE(list);
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      const glyph = offset === 0 ? (code + shift) & 0xffff : table.readUInt16BE(list + offset + (code - first) * 2);
      if (glyph !== 0) yield code;
    }
  }
}

/** Format 12: groups over all planes. */
function* groups(table: Buffer): Generator<number> {
  for (let index = 0; index < table.readUInt32BE(12); index += 1) {
    const at = 16 + index * 12;
    const last = table.readUInt32BE(at + 4);
    for (let code = table.readUInt32BE(at); code <= last && code <= 0x10ffff; code += 1) yield code;
  }
}

function toRanges(codes: readonly number[]): (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const code of codes) {
    const open = ranges.at(-1);
    if (open && code === open[1] + 1) open[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
}
