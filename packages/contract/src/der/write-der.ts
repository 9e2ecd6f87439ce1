import { compareBytes } from './der-reader.ts';
import { contextTag, DER_TAG } from './tags.ts';

/** An element with any tag, from its contents (X.690 §8.1, lengths as §10.1 has them). */
export function derElement(tag: number, ...contents: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = contents.reduce((sum, each) => sum + each.length, 0);
  const header = [tag, ...lengthOctets(length)];
  const bytes = new Uint8Array(header.length + length);
  bytes.set(header);
  let offset = header.length;
  for (const each of contents) {
    bytes.set(each, offset);
    offset += each.length;
  }
  return bytes;
}

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return [0x80 | octets.length, ...octets];
}

/** A `SEQUENCE` of whole elements. */
export function derSequence(...members: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return derElement(DER_TAG.sequence, ...members);
}

/** A `SET OF`; its members are put in the order of X.690 §11.6. */
export function derSetOf(...members: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return derElement(DER_TAG.set, ...members.toSorted(compareBytes));
}

/** `[number] EXPLICIT`, around whole elements. */
export function derExplicit(number: number, ...elements: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return derElement(contextTag(number, 'constructed'), ...elements);
}

/** `[number] IMPLICIT` of a type without members, from its contents. */
export function derImplicit(number: number, content: Uint8Array): Uint8Array<ArrayBuffer> {
  return derElement(contextTag(number, 'primitive'), content);
}

/** An `INTEGER`, in its shortest form. */
export function derInteger(value: bigint | number): Uint8Array<ArrayBuffer> {
  let rest = BigInt(value);
  const octets: number[] = [];
  do {
    octets.unshift(Number(BigInt.asUintN(8, rest)));
    rest >>= 8n;
  } while (rest !== 0n && rest !== -1n);
  // The highest bit is the sign.
  const sign = BigInt(value) < 0n ? 0xff : 0x00;
  if ((octets[0] ?? 0) >= 0x80 !== (sign === 0xff)) octets.unshift(sign);
  return derElement(DER_TAG.integer, Uint8Array.from(octets));
}

/**
 * @param dotted for example `2.5.29.37`
 * @throws RangeError if it is not an object identifier
 */
export function derObjectIdentifier(dotted: string): Uint8Array<ArrayBuffer> {
  const numbers = dotted.split('.').map(Number);
  const [root = -1, second = -1, ...rest] = numbers;
  const isValid = /^\d+(?:\.\d+)+$/.test(dotted) && root <= 2 && (root === 2 || second < 40) && numbers.every(Number.isSafeInteger);
  if (!isValid) throw new RangeError(`${dotted} is not an object identifier.`);
  return derElement(DER_TAG.objectIdentifier, Uint8Array.from([root * 40 + second, ...rest].flatMap(sevenBits)));
}

function sevenBits(number: number): number[] {
  const octets = [number % 128];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) octets.unshift((rest % 128) | 0x80);
  return octets;
}

/** An `OCTET STRING`. */
export function derOctetString(content: Uint8Array): Uint8Array<ArrayBuffer> {
  return derElement(DER_TAG.octetString, content);
}

/** A `BIT STRING` of whole octets, for keys and signatures, or with bits at the end that do not count and must be zero. */
export function derBitString(octets: Uint8Array, unusedBits = 0): Uint8Array<ArrayBuffer> {
  return derElement(DER_TAG.bitString, Uint8Array.of(unusedBits), octets);
}

/** A `NULL`. */
export function derNull(): Uint8Array<ArrayBuffer> {
  return derElement(DER_TAG.null);
}

/** A `BOOLEAN`. */
export function derBoolean(value: boolean): Uint8Array<ArrayBuffer> {
  return derElement(DER_TAG.boolean, Uint8Array.of(value ? 0xff : 0x00));
}

/** A `UTF8String`. */
export function derUtf8String(text: string): Uint8Array<ArrayBuffer> {
  return derElement(DER_TAG.utf8String, new TextEncoder().encode(text));
}

/** A time to the second, as certificates have it (RFC 5280 §4.1.2.5): `UTCTime` from 1950 to 2049, `GeneralizedTime` otherwise. */
export function derTime(time: Date): Uint8Array<ArrayBuffer> {
  const digits = time.toISOString().replace(/[-:T]|\.\d+/g, '');
  const year = time.getUTCFullYear();
  return year >= 1950 && year < 2050
    ? derElement(DER_TAG.utcTime, new TextEncoder().encode(digits.slice(2)))
    : derElement(DER_TAG.generalizedTime, new TextEncoder().encode(digits));
}
