import { DerError, DerReader, readDerSequence } from '@colophon/contract/der';
import { readAlgorithm, RSA_ENCRYPTION, type SignatureScheme } from './algorithms.ts';
import { wholeOctets } from './certificate.ts';
import { TimeStampError } from './time-stamp-error.ts';

const EC_PUBLIC_KEY = '1.2.840.10045.2.1';
const CURVES: ReadonlyMap<string, { readonly name: 'P-256' | 'P-384'; readonly octets: number }> = new Map([
  ['1.2.840.10045.3.1.7', { name: 'P-256', octets: 32 }],
  ['1.3.132.0.34', { name: 'P-384', octets: 48 }],
]);

interface PublicKey {
  readonly kind: SignatureScheme['kind'];
  readonly parameters: (hash: string) => RsaHashedImportParams | EcKeyImportParams;
  /** The octets of each of the two numbers of a signature by ECDSA. */
  readonly octets: number;
}

/**
 * Whether a signature fits: RSA with PKCS #1 v1.5 (RFC 8017 §8.2) or ECDSA (RFC 5753).
 *
 * @param publicKey a SubjectPublicKeyInfo
 * @throws TimeStampError `algorithm_unsupported` for a key of another kind or of a size that nobody should use
 * @throws DerError
 */
export async function isSignedWith(
  publicKey: Uint8Array,
  { kind, hash }: SignatureScheme,
  signature: Uint8Array,
  signed: Uint8Array,
): Promise<boolean> {
  const key = readPublicKey(publicKey);
  if (key.kind !== kind) return false;
  const raw = kind === 'ecdsa' ? rawSignature(signature, key.octets) : signature;
  if (!raw) return false;
  const imported = await crypto.subtle.importKey('spki', publicKey as BufferSource, key.parameters(hash), false, ['verify']).catch(() => {
    throw new TimeStampError('algorithm_unsupported', 'The key of a certificate is not one.');
  });
  const algorithm = kind === 'ecdsa' ? { name: 'ECDSA', hash } : { name: 'RSASSA-PKCS1-v1_5' };
  return crypto.subtle.verify(algorithm, imported, raw as BufferSource, signed as BufferSource);
}

/** RFC 3279 §2.3 and RFC 5480 §2. */
function readPublicKey(bytes: Uint8Array): PublicKey {
  const reader = readDerSequence(bytes);
  const { oid, parameters } = readAlgorithm(reader);
  const octets = wholeOctets(reader);
  reader.end();
  if (oid === RSA_ENCRYPTION) {
    checkRsaKey(octets);
    return { kind: 'rsa', parameters: (hash) => ({ name: 'RSASSA-PKCS1-v1_5', hash }), octets: 0 };
  }
  const curve = oid === EC_PUBLIC_KEY && parameters ? CURVES.get(new DerReader(parameters.bytes).objectIdentifier()) : undefined;
  if (!curve || octets.length !== 1 + 2 * curve.octets || octets[0] !== 0x04)
    throw new TimeStampError('algorithm_unsupported', 'A key is neither of RSA nor of the curves P-256 and P-384.');
  return { kind: 'ecdsa', parameters: () => ({ name: 'ECDSA', namedCurve: curve.name }), octets: curve.octets };
}

/** Small keys can be broken; with large ones or large exponents a signature takes seconds to verify. */
function checkRsaKey(octets: Uint8Array): void {
  const reader = readDerSequence(octets);
  const [modulus, exponent] = [reader.integer(), reader.integer()];
  reader.end();
  const bits = modulus > 0n ? modulus.toString(2).length : 0;
  if (bits < 2048 || bits > 8192 || exponent < 3n || exponent >= 2n ** 32n || exponent % 2n === 0n)
    throw new TimeStampError('algorithm_unsupported', 'A key of RSA is too small, too large or not one.');
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
