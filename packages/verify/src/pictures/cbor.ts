import { concatBytes } from '../bytes/bytes.ts';
import { malformedManifest } from './picture-error.ts';

/** A CBOR value (RFC 8949 §3). Maps stay maps, because their names can be numbers. */
export type CborValue = number | bigint | string | boolean | null | undefined | Uint8Array | readonly CborValue[] | CborMap | CborTag;
export type CborMap = ReadonlyMap<CborValue, CborValue>;

/** A value with a tag (RFC 8949 §3.4). */
export class CborTag {
  readonly tag: number | bigint;
  readonly value: CborValue;

  constructor(tag: number | bigint, value: CborValue) {
    this.tag = tag;
    this.value = value;
  }
}

const MAXIMUM_DEPTH = 32;
const MAXIMUM_VALUES = 100_000;

/**
 * Reads one CBOR value and nothing after it. Lengths are definite, as in all that C2PA has signed (RFC 8949 §4.2.1), and no name of a map is
 * repeated.
 *
 * @throws PictureError `manifest_malformed`
 */
export function readCbor(bytes: Uint8Array): CborValue {
  const reader = new CborReader(bytes);
  const value = reader.value(0);
  if (!reader.isDone) throw malformedManifest('has something after a value of CBOR');
  return value;
}

class CborReader {
  protected readonly bytes: Uint8Array;
  protected readonly view: DataView;
  protected offset = 0;
  protected values = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isDone(): boolean {
    return this.offset === this.bytes.length;
  }

  value(depth: number): CborValue {
    this.values += 1;
    if (depth > MAXIMUM_DEPTH || this.values > MAXIMUM_VALUES) throw malformedManifest('has too many values of CBOR, or too deep');
    const first = this.view.getUint8(this.claim(1));
    const [major, information] = [first >> 5, first & 0x1f];
    if (major === 7) return this.simple(information);
    const argument = this.argument(information);
    if (major === 0) return argument;
    if (major === 1) return typeof argument === 'number' ? -1 - argument : -1n - argument;
    if (major === 6) return new CborTag(argument, this.value(depth + 1));
    const count = Number(argument);
    if (major === 2) return this.take(count);
    if (major === 3) return this.text(count);
    // Each value takes a byte at least: a count beyond that is refused before anything is read.
    if (count > this.bytes.length - this.offset) throw malformedManifest('ends within a value of CBOR');
    return major === 4 ? this.list(count, depth) : this.map(count, depth);
  }

  protected list(count: number, depth: number): readonly CborValue[] {
    const values: CborValue[] = [];
    for (let index = 0; index < count; index += 1) values.push(this.value(depth + 1));
    return values;
  }

  protected map(count: number, depth: number): CborMap {
    const map = new Map<CborValue, CborValue>();
    for (let index = 0; index < count; index += 1) {
      const name = this.value(depth + 1);
      if ((typeof name !== 'string' && typeof name !== 'number') || map.has(name))
        throw malformedManifest('has a name in CBOR that is repeated, or neither a text nor a number');
      map.set(name, this.value(depth + 1));
    }
    return map;
  }

  protected text(length: number): string {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.take(length));
    } catch (error) {
      throw error instanceof TypeError ? malformedManifest('has a text that is not UTF-8') : error;
    }
  }

  protected take(length: number): Uint8Array {
    const start = this.claim(length);
    return this.bytes.subarray(start, start + length);
  }

  /** Numbers up to 2^53 - 1 are numbers, larger ones bigints. */
  protected argument(information: number): number | bigint {
    if (information < 24) return information;
    if (information === 24) return this.view.getUint8(this.claim(1));
    if (information === 25) return this.view.getUint16(this.claim(2));
    if (information === 26) return this.view.getUint32(this.claim(4));
    if (information !== 27) throw malformedManifest('has a length of CBOR that is indefinite or reserved');
    const large = this.view.getBigUint64(this.claim(8));
    return large <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(large) : large;
  }

  protected simple(information: number): CborValue {
    if (information === 20 || information === 21) return information === 21;
    if (information === 22) return null;
    if (information === 23) return undefined;
    if (information === 25) return halfOf(this.view.getUint16(this.claim(2)));
    if (information === 26) return this.view.getFloat32(this.claim(4));
    if (information === 27) return this.view.getFloat64(this.claim(8));
    throw malformedManifest('has a value of CBOR that nobody knows');
  }

  /** The offset of the next bytes, which are passed over. */
  protected claim(length: number): number {
    const start = this.offset;
    if (length > this.bytes.length - start) throw malformedManifest('ends within a value of CBOR');
    this.offset = start + length;
    return start;
  }
}

/** RFC 8949 appendix D. */
function halfOf(bits: number): number {
  const [exponent, fraction] = [(bits >> 10) & 0x1f, bits & 0x3ff];
  const size =
    exponent === 0 ? fraction * 2 ** -24 : exponent === 31 ? (fraction === 0 ? Infinity : NaN) : (1024 + fraction) * 2 ** (exponent - 25);
  return bits >= 0x8000 ? -size : size;
}

/** What is signed in COSE (RFC 9052 §4.4), for a signature without data from outside. */
export function signatureStructure(protectedHeader: Uint8Array, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const name = new TextEncoder().encode('Signature1');
  return concatBytes([
    Uint8Array.of(0x84, 0x60 | name.length),
    name,
    byteString(protectedHeader),
    byteString(new Uint8Array()),
    byteString(payload),
  ]);
}

function byteString(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  const header =
    length < 24
      ? [0x40 | length]
      : length < 256
        ? [0x58, length]
        : length < 65_536
          ? [0x59, length >> 8, length & 0xff]
          : [0x5a, ...fourOctets(length)];
  return concatBytes([Uint8Array.from(header), bytes]);
}

function fourOctets(length: number): number[] {
  return [length >>> 24, (length >>> 16) & 0xff, (length >>> 8) & 0xff, length & 0xff];
}
