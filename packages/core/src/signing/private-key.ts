import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose';
import { UsageError } from '../errors/errors.ts';

/** The one algorithm that is signed and verified by (RFC 9864). */
export const SIGNING_ALGORITHM = 'Ed25519';

/** A public Ed25519 key as a JWK (RFC 8037), with its thumbprint as `kid`. */
export interface PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly alg: 'Ed25519';
  readonly use: 'sig';
}

/** A key to sign with, and what others verify by. */
export interface PrivateKey {
  readonly kid: string;
  readonly key: CryptoKey;
  readonly publicJwk: PublicJwk;
}

/** Makes a private key, as the text that the key file and `NEWSROOM_SIGNING_KEY` hold: a JWK on one line. */
export async function makePrivateKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const { kty, crv, x, d } = await exportJWK(privateKey);
  return JSON.stringify({ kty, crv, x, d });
}

/**
 * Reads a private key.
 *
 * @param text what `makePrivateKey` made
 * @throws UsageError when it is no Ed25519 private key, or its two parts do not belong together; the message holds none of it
 */
export async function readPrivateKey(text: string): Promise<PrivateKey> {
  const { kty, crv, x, d } = parse(text);
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string' || typeof d !== 'string')
    throw new UsageError('The signing key must be a private Ed25519 key as a JWK: {"kty":"OKP","crv":"Ed25519","x":"…","d":"…"}.');
  const kid = await calculateJwkThumbprint({ kty, crv, x });
  const publicJwk: PublicJwk = { kty: 'OKP', crv, x, kid, alg: SIGNING_ALGORITHM, use: 'sig' };
  try {
    // The runtime refuses a `d` that does not belong to `x`.
    const key = (await importJWK({ kty, crv, x, d }, SIGNING_ALGORITHM)) as CryptoKey;
    return { kid, key, publicJwk };
  } catch {
    throw new UsageError('The signing key is damaged: its private part does not belong to its public part.');
  }
}

function parse(text: string): JWK {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
