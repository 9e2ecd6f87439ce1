/** The identifier octets of the universal types (X.690 §8.1.2), with the constructed bit for `SEQUENCE` and `SET`. */
export const DER_TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  printableString: 0x13,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** The identifier octet of a context-specific element `[number]`: constructed if it wraps others (every `EXPLICIT` one does). */
export function contextTag(number: number, form: 'constructed' | 'primitive'): number {
  if (!Number.isInteger(number) || number < 0 || number > 30) throw new RangeError(`There is no one-octet tag [${number}].`);
  return (form === 'constructed' ? 0xa0 : 0x80) | number;
}
