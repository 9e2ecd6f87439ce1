import { DER_TAG, DerError, DerReader, readDerSequence } from '@colophon/contract/der';
import { equalBytes } from '../bytes/bytes.ts';
import { digest, type HashName } from '../bytes/digest.ts';
import { hashOf, readAlgorithm, schemeOf } from '../certificates/algorithms.ts';
import { readAuthorities } from '../certificates/authorities.ts';
import { CertificateError } from '../certificates/certificate-error.ts';
import { type ChainPurpose, findChain } from '../certificates/certificate-chain.ts';
import { type Certificate, CertificateShapeError, readableName } from '../certificates/certificate.ts';
import { readToken, type StampSigner, type TimeStampToken } from './read-token.ts';
import { TimeStampError } from './time-stamp-error.ts';
import { isSignedWith } from '../certificates/verify-signed.ts';

export interface VerifyTimeStampOptions {
  /** The bytes that were stamped, not their hash. */
  readonly data: Uint8Array;
  /** The certificates that chains must lead to: PEM, or each one as DER. */
  readonly authorities: string | readonly Uint8Array[];
  /** That of the request, if the stamp must be its answer. */
  readonly nonce?: bigint;
  /** The identifier of the policy that the stamp must follow. */
  readonly policy?: string;
  /** Defaults to now. */
  readonly now?: Date;
}

/** A time stamp that holds: the data existed at this time, says this signer. */
export interface VerifiedTimeStamp {
  readonly time: Date;
  /** By how many milliseconds the time may be off, either way; null if the authority does not say. */
  readonly accuracy: number | null;
  readonly serial: bigint;
  readonly policy: string;
  /** The names of the certificates, the signer's first, the authority's last: for people to read. */
  readonly chain: readonly string[];
}

/** The most bytes of a time stamp that are read. */
export const MAXIMUM_TIME_STAMP = 65_536;
/** How many milliseconds clocks may differ. */
const CLOCKS_DIFFER = 300_000;

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
/** RFC 3161 §2.3: made for stamping time and for nothing else, and says so in a way that nobody may overlook. */
const STAMPING: ChainPurpose = {
  identifiers: [TIME_STAMPING],
  unfit: ({ extendedKeyUsage }) => {
    const [purpose, ...more] = extendedKeyUsage?.purposes ?? [];
    const isFit = purpose === TIME_STAMPING && more.length === 0 && extendedKeyUsage?.isCritical;
    return isFit ? undefined : 'is not made for stamping time, and for that alone';
  },
};

const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const STAMPED_INFO = '1.2.840.113549.1.9.16.1.4';

/**
 * Verifies a time stamp (RFC 3161 §2.2): that it is about this data, that its signer was named in what is signed (RFC 5816), may stamp
 * time (§2.3) and leads to one of the authorities, and that all certificates were valid at the time it states. Whether a certificate was
 * revoked is not known here. A stamp is proof for as long as its algorithms are, whether or not its certificates have ended since.
 *
 * @param token a TimeStampToken in DER; {@link readTimeStampResponse} takes it out of an answer
 * @throws TimeStampError
 */
export async function verifyTimeStamp(token: Uint8Array, options: VerifyTimeStampOptions): Promise<VerifiedTimeStamp> {
  if (token.length > MAXIMUM_TIME_STAMP) throw malformed(`has more than ${MAXIMUM_TIME_STAMP} bytes`);
  return asTimeStampError(async () => {
    const authorities = readAuthorities(options.authorities);
    const read = readToken(token);
    const { info } = read;
    await checkInfo(read, options);
    const signer = await findSigner(read, authorities);
    await checkSignature(read, signer);
    const chain = await findChain(signer, { others: read.certificates, authorities, purpose: STAMPING, time: info.time });
    const { time, accuracy, serial, policy } = info;
    return { time, accuracy, serial, policy, chain: chain.map(({ subject }) => readableName(subject)) };
  });
}

/** Runs what reads DER and certificates; whatever it finds wrong there is a fault of the stamp. */
export async function asTimeStampError<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DerError || error instanceof CertificateShapeError) throw malformed(`cannot be read: ${error.message}`);
    if (error instanceof CertificateError) throw new TimeStampError(error.code, error.message);
    throw error;
  }
}

async function checkInfo({ info }: TimeStampToken, { data, nonce, policy, now = new Date() }: VerifyTimeStampOptions): Promise<void> {
  const expected = await digest(hashOf(info.imprint.algorithm), data);
  if (!equalBytes(expected, info.imprint.hash)) throw new TimeStampError('imprint_differs', 'The time stamp is about other data.');
  if (nonce !== undefined && info.nonce !== nonce)
    throw new TimeStampError('nonce_differs', 'The time stamp is not the answer to this request: its nonce differs.');
  if (policy !== undefined && info.policy !== policy)
    throw new TimeStampError('policy_differs', `The time stamp follows the policy ${info.policy}, not ${policy}.`);
  if (info.time.getTime() > now.getTime() + CLOCKS_DIFFER)
    throw new TimeStampError('time_in_future', `The time stamp is dated ${info.time.toISOString()}, which is in the future.`);
}

/** The certificate that is named twice: as that of the signer, and by its hash in what is signed. */
async function findSigner({ signer, certificates }: TimeStampToken, authorities: readonly Certificate[]): Promise<Certificate> {
  const found = [...certificates, ...authorities].find((each) => signer.isNamed(each));
  if (!found) throw new TimeStampError('signer_missing', 'The certificate of the signer is missing.');
  const [first, second] = [signer.attributes.get(SIGNING_CERTIFICATE), signer.attributes.get(SIGNING_CERTIFICATE_V2)];
  if (!first && !second) throw malformed('does not say in what is signed which certificate signed it');
  if (first) await checkCertificateId(first.bytes, found, 'SHA-1');
  if (second) await checkCertificateId(second.bytes, found);
  return found;
}

/**
 * Compares the first certificate that a signing certificate attribute names (RFC 2634 §5.4, RFC 5035 §3).
 *
 * @param fixed the hash algorithm of the first version, which has no other
 */
async function checkCertificateId(attribute: Uint8Array, certificate: Certificate, fixed?: 'SHA-1'): Promise<void> {
  const reader = readDerSequence(attribute);
  const identifier = reader.sequence().sequence();
  const named = fixed ? undefined : identifier.optional(DER_TAG.sequence);
  const name: HashName | 'SHA-1' = fixed ?? (named ? hashOf(readAlgorithm(new DerReader(named.bytes))) : 'SHA-256');
  const hash = identifier.octetString();
  const issuerSerial = identifier.isDone ? undefined : identifier.sequence();
  identifier.end();
  if (issuerSerial) {
    // Its names have a form of their own, and the hash says all that there is to say; the number is compared because it is there.
    issuerSerial.element(DER_TAG.sequence);
    if (issuerSerial.integer() !== certificate.serial) throw differs();
    issuerSerial.end();
  }
  if (!equalBytes(hash, await digest(name, certificate.bytes))) throw differs();
}

async function checkSignature({ info, signer }: TimeStampToken, certificate: Certificate): Promise<void> {
  const contentType = attributeOf(signer, CONTENT_TYPE).objectIdentifier();
  const messageDigest = attributeOf(signer, MESSAGE_DIGEST).octetString();
  const hash = hashOf(signer.digestAlgorithm);
  if (contentType !== STAMPED_INFO || !equalBytes(messageDigest, await digest(hash, info.bytes)))
    throw new TimeStampError('content_differs', 'The signature of the time stamp covers another content.');
  const scheme = schemeOf(signer.signatureAlgorithm, hash);
  if (scheme.hash !== hash) throw new TimeStampError('algorithm_unsupported', 'The signature of the time stamp mixes two hash algorithms.');
  if (!(await isSignedWith(certificate.publicKey, scheme, signer.signature, signer.signedAttributes)))
    throw new TimeStampError('signature_wrong', 'The signature of the time stamp does not fit.');
}

function attributeOf({ attributes }: StampSigner, oid: string): DerReader {
  const value = attributes.get(oid);
  if (!value) throw malformed(`lacks the signed attribute ${oid}`);
  return new DerReader(value.bytes);
}

function differs(): TimeStampError {
  return new TimeStampError('signing_certificate_differs', 'The signature of the time stamp names another certificate.');
}

function malformed(what: string): TimeStampError {
  return new TimeStampError('malformed', `The time stamp ${what}.`);
}
