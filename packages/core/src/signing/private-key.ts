import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, hkdfSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { canonicalJson } from '@colophon/contract';
import { UsageError } from '../errors/errors.ts';

/** The only algorithm for signing and verifying (RFC 9864). */
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

/** A key for signing, with its public part for verifying. */
export interface PrivateKey {
  /** A secret derived from the key, for marking what this application has written: see `Signer.seal`. */
  readonly sealKey: Uint8Array;
  readonly kid: string;
  readonly key: KeyObject;
  readonly publicJwk: PublicJwk;
}

/** Creates a private key in the format of the key file and `NEWSROOM_SIGNING_KEY`: a JWK on one line. */
export function makePrivateKey(): string {
  const { kty, crv, x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return JSON.stringify({ kty, crv, x, d });
}

/**
 * Reads a private key.
 *
 * @param text a key created by `makePrivateKey`
 * @throws UsageError if it is not an Ed25519 private key, or its two parts do not match; the message does not contain the key
 */
export function readPrivateKey(text: string): PrivateKey {
  const { kty, crv, x, d } = parse(text);
  const key =
    kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string' && typeof d === 'string' ? imported({ kty, crv, x, d }) : undefined;
  if (!key || typeof x !== 'string')
    throw new UsageError('The signing key must be a private Ed25519 key as a JWK: {"kty":"OKP","crv":"Ed25519","x":"…","d":"…"}.');
  if (createPublicKey(key).export({ format: 'jwk' }).x !== x)
    throw new UsageError('The signing key is damaged: its private part does not belong to its public part.');
  const kid = thumbprint(x);
  return { kid, key, sealKey: sealKeyOf(String(d)), publicJwk: { kty: 'OKP', crv: 'Ed25519', x, kid, alg: SIGNING_ALGORITHM, use: 'sig' } };
}

/** Derived (RFC 5869), so that a seal tells nothing about the key and is no signature. */
function sealKeyOf(d: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', Buffer.from(d, 'base64url'), '', 'colophon seal', 32));
}

/** RFC 7638 §3, which requires the RFC 8785 form of these members. */
function thumbprint(x: string): string {
  return hash('sha256', canonicalJson({ crv: 'Ed25519', kty: 'OKP', x }), 'base64url');
}

function imported(jwk: JsonWebKey): KeyObject | undefined {
  try {
    return createPrivateKey({ key: jwk, format: 'jwk' });
  } catch {
    return undefined;
  }
}

function parse(text: string): JsonWebKey {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as JsonWebKey) : {};
  } catch {
    return {};
  }
}
