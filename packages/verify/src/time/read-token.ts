import { contextTag, DER_TAG, type DerElement, derElement, DerReader, membersOf, readDerSequence } from '@colophon/contract/der';
import { equalBytes } from '../bytes/bytes.ts';
import { type AlgorithmIdentifier, hashOf, readAlgorithm } from '../certificates/algorithms.ts';
import { type Certificate, readCertificate } from '../certificates/certificate.ts';
import { TimeStampError } from './time-stamp-error.ts';

/** What was stamped, and when (RFC 3161 §2.4.2, TSTInfo). */
export interface StampedInfo {
  /** The encoded whole, which is what the signature covers. */
  readonly bytes: Uint8Array;
  readonly policy: string;
  readonly imprint: { readonly algorithm: AlgorithmIdentifier; readonly hash: Uint8Array };
  readonly serial: bigint;
  readonly time: Date;
  /** By how many milliseconds the time may be off, either way; null if the authority does not say. */
  readonly accuracy: number | null;
  readonly nonce: bigint | null;
}

/** Who signed it, and how (RFC 5652 §5.3, SignerInfo). */
export interface StampSigner {
  /** Names the certificate. */
  readonly isNamed: (certificate: Certificate) => boolean;
  readonly digestAlgorithm: AlgorithmIdentifier;
  /** The signed attributes as they are signed: as a `SET OF`. */
  readonly signedAttributes: Uint8Array;
  /** The value of each signed attribute. */
  readonly attributes: ReadonlyMap<string, DerElement>;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
}

/** A time stamp that was read, not verified. */
export interface TimeStampToken {
  readonly info: StampedInfo;
  readonly signer: StampSigner;
  /** The certificates in it. */
  readonly certificates: readonly Certificate[];
}

const SIGNED_DATA = '1.2.840.113549.1.7.2';
const STAMPED_INFO = '1.2.840.113549.1.9.16.1.4';
const MAXIMUM_CERTIFICATES = 32;

/**
 * Reads a TimeStampToken: a CMS SignedData around a TSTInfo, signed by one signer (RFC 3161 §2.4.2, RFC 5652 §5.1).
 *
 * @throws TimeStampError `malformed`, `algorithm_unsupported`
 * @throws DerError
 */
export function readToken(bytes: Uint8Array): TimeStampToken {
  const content = readDerSequence(bytes);
  if (content.objectIdentifier() !== SIGNED_DATA) throw malformed('is no signed data');
  const wrapped = content.explicit(0);
  content.end();
  const reader = wrapped.sequence();
  wrapped.end();
  // The version that a content other than plain data has.
  if (reader.integer() !== 3n) throw malformed('is signed data of another version than 3');
  const digests = reader.setOf('free').map((each) => hashOf(readAlgorithm(new DerReader(each.bytes))));
  const info = readEncapsulated(reader);
  const certificates = membersOf(reader.optional(contextTag(0, 'constructed'))?.content ?? new Uint8Array(), 'free');
  if (certificates.length > MAXIMUM_CERTIFICATES) throw malformed(`has more than ${MAXIMUM_CERTIFICATES} certificates`);
  // Lists of revoked certificates are not read.
  reader.optional(contextTag(1, 'constructed'));
  const [signerInfo, ...more] = reader.setOf();
  reader.end();
  if (!signerInfo || more.length > 0) throw malformed('does not have one signer');
  const signer = readSigner(signerInfo);
  if (!digests.includes(hashOf(signer.digestAlgorithm))) throw malformed('does not announce the hash algorithm of its signer');
  return { info, signer, certificates: certificates.map((each) => readCertificate(each.bytes)) };
}

function readEncapsulated(reader: DerReader): StampedInfo {
  const encapsulated = reader.sequence();
  if (encapsulated.objectIdentifier() !== STAMPED_INFO) throw malformed('contains something other than a time');
  const wrapped = encapsulated.explicit(0);
  encapsulated.end();
  const bytes = wrapped.octetString();
  wrapped.end();
  return readInfo(bytes);
}

function readInfo(bytes: Uint8Array): StampedInfo {
  const reader = readDerSequence(bytes);
  if (reader.integer() !== 1n) throw malformed('has a time of another version than 1');
  const policy = reader.objectIdentifier();
  const imprint = reader.sequence();
  const [algorithm, hash] = [readAlgorithm(imprint), imprint.octetString()];
  imprint.end();
  const serial = reader.integer();
  const time = new DerReader(reader.element(DER_TAG.generalizedTime).bytes).time();
  const accuracy = reader.optional(DER_TAG.sequence);
  // Whether stamps of this authority are ordered by their times says nothing about one of them.
  reader.optional(DER_TAG.boolean);
  const nonce = reader.optional(DER_TAG.integer);
  // A hint at the signer, whom the signed attributes name by the hash of the certificate.
  reader.optional(contextTag(0, 'constructed'));
  if (reader.optional(contextTag(1, 'constructed'))) throw malformed('has extensions, which are not understood here');
  reader.end();
  return {
    bytes,
    policy,
    imprint: { algorithm, hash },
    serial,
    time,
    accuracy: accuracy ? accuracyOf(new DerReader(accuracy.content)) : null,
    nonce: nonce ? new DerReader(nonce.bytes).integer() : null,
  };
}

function accuracyOf(reader: DerReader): number {
  const seconds = reader.optional(DER_TAG.integer);
  const [milliseconds, microseconds] = [0, 1].map((number) => reader.optional(contextTag(number, 'primitive')));
  reader.end();
  const [whole, thousandths, millionths] = [seconds, milliseconds, microseconds].map((part) => (part ? integerIn(part) : 0));
  const accuracy = (whole ?? 0) * 1000 + (thousandths ?? 0) + (millionths ?? 0) / 1000;
  if ((thousandths ?? 0) > 999 || (millionths ?? 0) > 999) throw malformed('has an accuracy that is none');
  return accuracy;
}

/** An integer under an `IMPLICIT` tag. */
function integerIn({ content }: DerElement): number {
  return new DerReader(derElement(DER_TAG.integer, content)).count();
}

function readSigner({ bytes }: DerElement): StampSigner {
  const reader = readDerSequence(bytes);
  const version = reader.integer();
  const keyId = reader.optional(contextTag(0, 'primitive'))?.content;
  const isNamed = keyId ? isNamedByKey(keyId) : readIssuerAndSerial(reader);
  if (version !== (keyId ? 3n : 1n)) throw malformed('has a signer of another version');
  const digestAlgorithm = readAlgorithm(reader);
  const attributes = reader.element(contextTag(0, 'constructed'));
  const signatureAlgorithm = readAlgorithm(reader);
  const signature = reader.octetString();
  const unsigned = reader.optional(contextTag(1, 'constructed'));
  if (unsigned) membersOf(unsigned.content, 'sorted');
  reader.end();
  // RFC 5652 §5.4: what is signed has the tag of a set.
  const signedAttributes = Uint8Array.from(attributes.bytes);
  signedAttributes[0] = DER_TAG.set;
  return {
    isNamed,
    digestAlgorithm,
    signedAttributes,
    attributes: readAttributes(attributes.content),
    signatureAlgorithm,
    signature,
  };
}

function isNamedByKey(keyId: Uint8Array): StampSigner['isNamed'] {
  return ({ extensions }) => extensions.subjectKeyId !== null && equalBytes(extensions.subjectKeyId, keyId);
}

function readIssuerAndSerial(reader: DerReader): StampSigner['isNamed'] {
  const name = reader.sequence();
  const [issuer, serial] = [name.element(DER_TAG.sequence).bytes, name.integer()];
  name.end();
  return (certificate) => certificate.serial === serial && equalBytes(certificate.issuer, issuer);
}

/** RFC 5652 §5.3: each type once. Of those that are needed, and of most others, one value. */
function readAttributes(content: Uint8Array): ReadonlyMap<string, DerElement> {
  const attributes = new Map<string, DerElement>();
  for (const { bytes } of membersOf(content, 'sorted')) {
    const attribute = readDerSequence(bytes);
    const oid = attribute.objectIdentifier();
    const [value, ...more] = attribute.setOf();
    attribute.end();
    if (!value || more.length > 0 || attributes.has(oid)) throw malformed('has a signed attribute that is repeated, or without one value');
    attributes.set(oid, value);
  }
  return attributes;
}

function malformed(what: string): TimeStampError {
  return new TimeStampError('malformed', `The time stamp ${what}.`);
}
