import { DER_TAG, type DerElement, DerReader } from '@colophon/contract/der';
import type { HashName } from '../bytes/digest.ts';
import { CertificateError } from './certificate-error.ts';

/** An algorithm and its parameters (RFC 5280 §4.1.1.2). */
export interface AlgorithmIdentifier {
  readonly oid: string;
  readonly parameters: DerElement | undefined;
  readonly bytes: Uint8Array;
}

/** A signature that can be verified. */
export interface SignatureScheme {
  readonly kind: 'rsa' | 'rsa-pss' | 'ecdsa' | 'ed25519';
  readonly hash: HashName;
}

/** The hash algorithms by their identifiers (RFC 5754 §2). */
export const HASH_IDENTIFIERS: Readonly<Record<HashName, string>> = {
  'SHA-256': '2.16.840.1.101.3.4.2.1',
  'SHA-384': '2.16.840.1.101.3.4.2.2',
  'SHA-512': '2.16.840.1.101.3.4.2.3',
};

const HASHES = new Map(Object.entries(HASH_IDENTIFIERS).map(([name, oid]) => [oid, name as HashName]));

/** Signatures that name their hash (RFC 5754 §3). */
const SCHEMES: ReadonlyMap<string, SignatureScheme> = new Map([
  ['1.2.840.113549.1.1.11', { kind: 'rsa', hash: 'SHA-256' }],
  ['1.2.840.113549.1.1.12', { kind: 'rsa', hash: 'SHA-384' }],
  ['1.2.840.113549.1.1.13', { kind: 'rsa', hash: 'SHA-512' }],
  ['1.2.840.10045.4.3.2', { kind: 'ecdsa', hash: 'SHA-256' }],
  ['1.2.840.10045.4.3.3', { kind: 'ecdsa', hash: 'SHA-384' }],
  ['1.2.840.10045.4.3.4', { kind: 'ecdsa', hash: 'SHA-512' }],
  // RFC 8410 §3; the hash is part of the algorithm, and the one that CMS must use with it (RFC 8419 §2.3).
  ['1.3.101.112', { kind: 'ed25519', hash: 'SHA-512' }],
]);

export const RSA_ENCRYPTION = '1.2.840.113549.1.1.1';

/** @throws DerError */
export function readAlgorithm(reader: DerReader): AlgorithmIdentifier {
  const { bytes, content } = reader.element(DER_TAG.sequence);
  const members = new DerReader(content);
  const oid = members.objectIdentifier();
  const parameters = members.isDone ? undefined : members.any();
  members.end();
  return { oid, parameters, bytes };
}

/** @throws CertificateError `algorithm_unsupported` */
export function hashOf(algorithm: AlgorithmIdentifier): HashName {
  const name = HASHES.get(algorithm.oid);
  if (name === undefined || !isAbsentOrNull(algorithm)) throw unsupported(`The hash algorithm ${algorithm.oid}`);
  return name;
}

/**
 * The scheme of a signature.
 *
 * @param hash of a signature whose algorithm names none, as CMS has it for RSA (RFC 5754 §3.2)
 * @throws CertificateError `algorithm_unsupported`
 */
export function schemeOf(algorithm: AlgorithmIdentifier, hash?: HashName): SignatureScheme {
  const scheme = algorithm.oid === RSA_ENCRYPTION && hash ? ({ kind: 'rsa', hash } as const) : SCHEMES.get(algorithm.oid);
  // RFC 5754 §3 and RFC 8410 §3: NULL or nothing for RSA, nothing for others.
  const isFit = scheme?.kind === 'rsa' ? isAbsentOrNull(algorithm) : algorithm.parameters === undefined;
  if (!scheme || !isFit) throw unsupported(`The signature algorithm ${algorithm.oid}`);
  return scheme;
}

function isAbsentOrNull({ parameters }: AlgorithmIdentifier): boolean {
  return parameters === undefined || (parameters.tag === DER_TAG.null && parameters.content.length === 0);
}

function unsupported(what: string): CertificateError {
  return new CertificateError('algorithm_unsupported', `${what} is not read here.`);
}
