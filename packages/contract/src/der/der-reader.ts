import { DerError } from './der-error.ts';
import { contextTag, DER_TAG } from './tags.ts';
import { bitsOf, integerOf, objectIdentifierOf, timeOf } from './values.ts';

/** One element: a view of the bytes that were read, never a copy. */
export interface DerElement {
  /** The identifier octet, see {@link DER_TAG}. */
  readonly tag: number;
  /** The contents octets. */
  readonly content: Uint8Array;
  /** Identifier, length and contents: what hashes and signatures are made over. */
  readonly bytes: Uint8Array;
}

/**
 * Reads a series of DER elements one after the other, strictly: lengths are definite and as short as possible, tags have one octet, and
 * every value has its one encoding (X.690 §10 and §11), so that no two byte strings mean the same.
 *
 * Nothing is read ahead and nothing recurses, so reading costs at most the bytes that the caller asks for.
 *
 * @example
 * const reader = new DerReader(bytes);
 * const key = reader.sequence();
 * reader.end();
 */
export class DerReader {
  protected readonly bytes: Uint8Array;
  protected offset = 0;

  /** @param bytes the elements, without anything around them */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Whether nothing is left. */
  get isDone(): boolean {
    return this.offset >= this.bytes.length;
  }

  /** @throws DerError `der_rest` if something is left */
  end(): void {
    if (!this.isDone) throw new DerError('der_rest', `${this.bytes.length - this.offset} bytes follow where nothing may.`);
  }

  /**
   * Reads the next element, whatever it is.
   *
   * @throws DerError
   */
  any(): DerElement {
    const start = this.offset;
    const tag = this.octet();
    if ((tag & 0x1f) === 0x1f) throw new DerError('der_tag', 'A tag of several octets is not read here.');
    checkForm(tag);
    const length = this.length();
    if (length > this.bytes.length - this.offset)
      throw new DerError('der_cut', `An element of ${length} bytes ends after ${this.bytes.length - this.offset}.`);
    const content = this.bytes.subarray(this.offset, this.offset + length);
    this.offset += length;
    return { tag, content, bytes: this.bytes.subarray(start, this.offset) };
  }

  /** Reads the next element, which must have this tag. @throws DerError */
  element(tag: number): DerElement {
    const found = this.bytes[this.offset];
    if (found === undefined) throw new DerError('der_cut', `The element ${hex(tag)} is missing.`);
    if (found !== tag) throw new DerError('der_tag', `The element ${hex(tag)} is expected, not ${hex(found)}.`);
    return this.any();
  }

  /** Reads the next element if it has this tag. @throws DerError */
  optional(tag: number): DerElement | undefined {
    return this.bytes[this.offset] === tag ? this.element(tag) : undefined;
  }

  /** A reader of the members of the next element, a `SEQUENCE` or `SEQUENCE OF`. @throws DerError */
  sequence(): DerReader {
    return new DerReader(this.element(DER_TAG.sequence).content);
  }

  /**
   * The members of the next element, a `SET OF`; in the order that DER prescribes (X.690 §11.6), unless the caller says that it is free.
   *
   * @throws DerError
   */
  setOf(order: 'sorted' | 'free' = 'sorted'): readonly DerElement[] {
    return membersOf(this.element(DER_TAG.set).content, order);
  }

  /** A reader of what the next element, `[number] EXPLICIT`, wraps. @throws DerError */
  explicit(number: number): DerReader {
    return new DerReader(this.element(contextTag(number, 'constructed')).content);
  }

  /** Like {@link explicit}, if the next element has that tag. @throws DerError */
  optionalExplicit(number: number): DerReader | undefined {
    const found = this.optional(contextTag(number, 'constructed'));
    return found && new DerReader(found.content);
  }

  /** @throws DerError */
  boolean(): boolean {
    const [value, ...rest] = this.element(DER_TAG.boolean).content.subarray(0, 2);
    if (rest.length > 0 || (value !== 0x00 && value !== 0xff)) throw new DerError('der_value', 'A BOOLEAN is the octet 00 or FF.');
    return value === 0xff;
  }

  /** @throws DerError */
  integer(): bigint {
    return integerOf(this.element(DER_TAG.integer).content);
  }

  /** An `INTEGER` that is not negative and below 2^53. @throws DerError */
  count(): number {
    const value = this.integer();
    if (value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER)) throw new DerError('der_value', 'The number is negative or too large.');
    return Number(value);
  }

  /** In dotted form, for example `2.5.29.37`. @throws DerError */
  objectIdentifier(): string {
    return objectIdentifierOf(this.element(DER_TAG.objectIdentifier).content);
  }

  /** @throws DerError */
  octetString(): Uint8Array {
    return this.element(DER_TAG.octetString).content;
  }

  /** The octets of a `BIT STRING`, and how many bits at the end of the last one do not count. @throws DerError */
  bitString(): { readonly octets: Uint8Array; readonly unusedBits: number } {
    return bitsOf(this.element(DER_TAG.bitString).content);
  }

  /** @throws DerError */
  null(): void {
    if (this.element(DER_TAG.null).content.length > 0) throw new DerError('der_value', 'A NULL has no contents.');
  }

  /** A `UTCTime` or `GeneralizedTime`, in UTC; a fraction of a second is cut to milliseconds. @throws DerError */
  time(): Date {
    const { tag, content } = this.any();
    return timeOf(tag, content);
  }

  protected octet(): number {
    const value = this.bytes[this.offset];
    if (value === undefined) throw new DerError('der_cut', 'The bytes end within an element.');
    this.offset += 1;
    return value;
  }

  /** X.690 §8.1.3 and §10.1. */
  protected length(): number {
    const first = this.octet();
    if (first < 0x80) return first;
    if (first === 0x80) throw new DerError('der_length', 'A length is indefinite, which is BER.');
    const octets = first & 0x7f;
    if (octets > 4) throw new DerError('der_length', 'A length has more than 4 octets.');
    let length = 0;
    for (let index = 0; index < octets; index += 1) length = length * 256 + this.octet();
    if (length < 0x80 || length < 256 ** (octets - 1)) throw new DerError('der_length', 'A length is not in its shortest form.');
    return length;
  }
}

/**
 * Reads bytes that are one element and nothing else, and returns a reader of the members of this `SEQUENCE`.
 *
 * @throws DerError
 */
export function readDerSequence(bytes: Uint8Array): DerReader {
  const reader = new DerReader(bytes);
  const members = reader.sequence();
  reader.end();
  return members;
}

/**
 * The members of a `SET OF` or `SEQUENCE OF`, from its contents: for elements with an `IMPLICIT` tag.
 *
 * @throws DerError
 */
export function membersOf(content: Uint8Array, order: 'sorted' | 'free'): readonly DerElement[] {
  const reader = new DerReader(content);
  const members: DerElement[] = [];
  while (!reader.isDone) {
    const member = reader.any();
    const before = members.at(-1);
    if (order === 'sorted' && before && compareBytes(before.bytes, member.bytes) > 0)
      throw new DerError('der_value', 'The members of a SET OF are not in order.');
    members.push(member);
  }
  return members;
}

/** The order of the members of a `SET OF` (X.690 §11.6): by octets, the shorter one first if it is the beginning of the longer one. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Strings in pieces are BER (X.690 §10.2); sequences and sets are always constructed. Tags that are not universal may be either. */
function checkForm(tag: number): void {
  if (tag >= 0x40) return;
  const isCollection = (tag & 0x1f) === 0x10 || (tag & 0x1f) === 0x11;
  if (isCollection !== ((tag & 0x20) !== 0)) throw new DerError('der_tag', `The tag ${hex(tag)} has a form that DER does not allow.`);
}

function hex(tag: number): string {
  return tag.toString(16).padStart(2, '0');
}
