import { DerError } from './der-error.ts';
import { DER_TAG } from './tags.ts';

/** X.690 §8.3: two's complement, in as few octets as possible. */
export function integerOf(content: Uint8Array): bigint {
  const [first, second] = content;
  if (first === undefined) throw new DerError('der_value', 'An INTEGER has no contents.');
  if (second !== undefined && ((first === 0x00 && second < 0x80) || (first === 0xff && second >= 0x80)))
    throw new DerError('der_value', 'An INTEGER is not in its shortest form.');
  // Converting many octets to a bigint takes quadratic time; no serial number, nonce or key is anywhere near this long.
  if (content.length > MAXIMUM_INTEGER) throw new DerError('der_value', `An INTEGER has more than ${MAXIMUM_INTEGER} octets.`);
  let digits = '';
  for (const octet of content) digits += octet.toString(16).padStart(2, '0');
  const value = BigInt(`0x${digits}`);
  return first < 0x80 ? value : value - (1n << BigInt(content.length * 8));
}

const MAXIMUM_INTEGER = 2048;

/** X.690 §8.19: two arcs in the first number, seven bits an octet, no leading zeros. */
export function objectIdentifierOf(content: Uint8Array): string {
  if (content.length === 0 || content.length > 128) throw new DerError('der_value', 'An OBJECT IDENTIFIER has no contents, or too many.');
  const numbers: number[] = [];
  let number = 0;
  let isFirst = true;
  for (const octet of content) {
    if (isFirst && octet === 0x80) throw new DerError('der_value', 'A part of an OBJECT IDENTIFIER has leading zeros.');
    number = number * 128 + (octet & 0x7f);
    if (number > Number.MAX_SAFE_INTEGER) throw new DerError('der_value', 'A part of an OBJECT IDENTIFIER is too large.');
    isFirst = octet < 0x80;
    if (!isFirst) continue;
    numbers.push(number);
    number = 0;
  }
  if (!isFirst) throw new DerError('der_value', 'An OBJECT IDENTIFIER ends within a part.');
  const [both = 0, ...rest] = numbers;
  const root = Math.min(2, Math.floor(both / 40));
  return [root, both - root * 40, ...rest].join('.');
}

/** X.690 §8.6 and §11.2: the bits that do not count are zero. */
export function bitsOf(content: Uint8Array): { readonly octets: Uint8Array; readonly unusedBits: number } {
  const [unusedBits] = content;
  const octets = content.subarray(1);
  const last = octets.at(-1) ?? 0;
  if (unusedBits === undefined || unusedBits > 7 || (octets.length === 0 && unusedBits > 0) || last % 2 ** unusedBits !== 0)
    throw new DerError('der_value', 'A BIT STRING does not say properly which of its bits count.');
  return { octets, unusedBits };
}

const UTC_TIME = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
const GENERALIZED_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d*[1-9]))?Z$/;

/**
 * X.690 §11.7 and §11.8: with seconds, in UTC, a fraction without trailing zeros. The century of a UTCTime is the one of RFC 5280 §4.1.2.5.1.
 */
export function timeOf(tag: number, content: Uint8Array): Date {
  if (tag !== DER_TAG.utcTime && tag !== DER_TAG.generalizedTime) throw new DerError('der_tag', 'A time is expected.');
  const text = content.length > 40 ? '' : String.fromCharCode(...content);
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '', fraction = ''] =
    (tag === DER_TAG.utcTime ? UTC_TIME : GENERALIZED_TIME).exec(text) ?? [];
  const fullYear = tag === DER_TAG.utcTime ? `${Number(year) < 50 ? '20' : '19'}${year}` : year;
  const written = `${fullYear}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const time = new Date(written);
  // Dates that do not exist, such as 30 February, are moved to the next month by some engines and refused by others.
  if (Number.isNaN(time.getTime()) || time.toISOString() !== written)
    throw new DerError('der_value', 'The time is not one of the calendar.');
  return time;
}
