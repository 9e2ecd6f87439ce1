import { DerError, DerReader, readDerSequence } from '@colophon/contract/der';
import type { HashName } from '../bytes/digest.ts';
import { readAlgorithm, RSA_ENCRYPTION, type SignatureScheme } from './algorithms.ts';
import { wholeOctets } from './certificate.ts';
import { CertificateError } from './certificate-error.ts';

const EC_PUBLIC_KEY = '1.2.840.10045.2.1';
const CURVES: ReadonlyMap<string, { readonly name: 'P-256' | 'P-384'; readonly octets: number }> = new Map([
  ['1.2.840.10045.3.1.7', { name: 'P-256', octets: 32 }],
  ['1.3.132.0.34', { name: 'P-384', octets: 48 }],
]);

const ED25519 = '1.3.101.112';

interface PublicKey {
  readonly kinds: readonly SignatureScheme['kind'][];
  /** The name of its curve in Web Crypto, if it has one. */
  readonly curve: string;
  /** The octets of each of the two numbers of a signature by ECDSA. */
  readonly octets: number;
}

/**
 * Whether a signature fits: RSA with PKCS #1 v1.5 or PSS (RFC 8017 §8), ECDSA (RFC 5480), or Ed25519 (RFC 8032).
 *
 * @param publicKey a SubjectPublicKeyInfo
 * @param form how ECDSA writes its two numbers: as DER (RFC 3279 §2.2.3) or one after the other (RFC 9053 §2.1)
 * @throws CertificateError `algorithm_unsupported` for a key of another kind or of a size that nobody should use
 * @throws DerError
 */
export async function isSignedWith(
  publicKey: Uint8Array,
  { kind, hash }: SignatureScheme,
  signature: Uint8Array,
  signed: Uint8Array,
  form: 'der' | 'raw' = 'der',
): Promise<boolean> {
  const key = readPublicKey(publicKey);
  if (!key.kinds.includes(kind)) return false;
  const raw = kind === 'ecdsa' && form === 'der' ? rawSignature(signature, key.octets) : signature;
  if (!raw || (kind === 'ecdsa' && raw.length !== 2 * key.octets)) return false;
  const { importing, verifying } = algorithmsOf(kind, hash, key.curve);
  const imported = await crypto.subtle.importKey('spki', publicKey as BufferSource, importing, false, ['verify']).catch(() => {
    throw new CertificateError('algorithm_unsupported', 'This runtime cannot read the key of a certificate.');
  });
  return crypto.subtle.verify(verifying, imported, raw as BufferSource, signed as BufferSource);
}

function algorithmsOf(kind: SignatureScheme['kind'], hash: HashName, namedCurve: string) {
  switch (kind) {
    case 'rsa':
      return { importing: { name: 'RSASSA-PKCS1-v1_5', hash }, verifying: { name: 'RSASSA-PKCS1-v1_5' } };
    case 'rsa-pss':
      // RFC 8230 §2: the salt is as long as the hash.
      return { importing: { name: 'RSA-PSS', hash }, verifying: { name: 'RSA-PSS', saltLength: Number(hash.slice(4)) / 8 } };
    case 'ecdsa':
      return { importing: { name: 'ECDSA', namedCurve }, verifying: { name: 'ECDSA', hash } };
    case 'ed25519':
      return { importing: { name: 'Ed25519' }, verifying: { name: 'Ed25519' } };
  }
}

/** RFC 3279 §2.3, RFC 5480 §2 and RFC 8410 §4. */
function readPublicKey(bytes: Uint8Array): PublicKey {
  const reader = readDerSequence(bytes);
  const { oid, parameters } = readAlgorithm(reader);
  const octets = wholeOctets(reader);
  reader.end();
  if (oid === RSA_ENCRYPTION) {
    checkRsaKey(octets);
    return { kinds: ['rsa', 'rsa-pss'], curve: '', octets: 0 };
  }
  if (oid === ED25519 && !parameters && octets.length === 32) return { kinds: ['ed25519'], curve: '', octets: 0 };
  const curve = oid === EC_PUBLIC_KEY && parameters ? CURVES.get(new DerReader(parameters.bytes).objectIdentifier()) : undefined;
  if (!curve || octets.length !== 1 + 2 * curve.octets || octets[0] !== 0x04)
    throw new CertificateError('algorithm_unsupported', 'A key is none of RSA, of the curves P-256 and P-384, or of Ed25519.');
  return { kinds: ['ecdsa'], curve: curve.name, octets: curve.octets };
}

/** Small keys can be broken; with large ones or large exponents a signature takes seconds to verify. */
function checkRsaKey(octets: Uint8Array): void {
  const reader = readDerSequence(octets);
  const [modulus, exponent] = [reader.integer(), reader.integer()];
  reader.end();
  const bits = modulus > 0n ? modulus.toString(2).length : 0;
  if (bits < 2048 || bits > 8192 || exponent < 3n || exponent >= 2n ** 32n || exponent % 2n === 0n)
    throw new CertificateError('algorithm_unsupported', 'A key of RSA is too small, too large or not one.');
}

/** Web Crypto has the two numbers one after the other, DER as a sequence (RFC 3279 §2.2.3). */
function rawSignature(signature: Uint8Array, octets: number): Uint8Array | undefined {
  try {
    const reader = readDerSequence(signature);
    const numbers = [reader.integer(), reader.integer()];
    reader.end();
    if (numbers.some((number) => number <= 0n || number >= 2n ** BigInt(octets * 8))) return undefined;
    const digits = numbers.map((number) => number.toString(16).padStart(octets * 2, '0')).join('');
    return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}
