export { DerError } from './der-error.ts';
export type { DerFault } from './der-error.ts';
export { DerReader, membersOf, readDerSequence } from './der-reader.ts';
export type { DerElement } from './der-reader.ts';
export { contextTag, DER_TAG } from './tags.ts';
export {
  derBitString,
  derBoolean,
  derElement,
  derExplicit,
  derImplicit,
  derInteger,
  derNull,
  derObjectIdentifier,
  derOctetString,
  derSequence,
  derSetOf,
  derTime,
  derUtf8String,
} from './write-der.ts';
