import { isPlainObject } from '@colophon/contract';
import { base64url, type CryptoKey, importJWK } from 'jose';
import { Refusal } from './verdict.ts';

/** A key that an account may be signed with, and when it was signed with, in seconds since 1970. */
export interface KnownKey {
  readonly key: CryptoKey;
  readonly from: number;
  readonly until: number;
}

const MAXIMUM_KEYS = 1000;

/**
 * Reads a JWK Set as the publisher serves it. Keys of other algorithms are passed over: no account is signed with them.
 *
 * @throws Refusal `keys_unusable`
 */
export async function readKeySet(value: unknown): Promise<ReadonlyMap<string, KnownKey>> {
  const keys = isPlainObject(value) ? value['keys'] : undefined;
  if (!Array.isArray(keys) || keys.length > MAXIMUM_KEYS)
    throw new Refusal('keys_unusable', 'The keys are not a JWK Set: an object with a list of at most 1,000 "keys".');
  const known = new Map<string, KnownKey>();
  for (const jwk of keys as unknown[]) {
    if (!isPlainObject(jwk) || jwk['kty'] !== 'OKP' || jwk['crv'] !== 'Ed25519') continue;
    const { kid, x, iat, exp } = jwk;
    if (typeof kid !== 'string' || typeof x !== 'string') continue;
    if (known.has(kid)) throw new Refusal('keys_unusable', `The keys name ${kid.slice(0, 100)} twice.`);
    try {
      // Decoders take several texts for the same bytes; a key is written in one way.
      if (base64url.encode(base64url.decode(x)) !== x) throw new TypeError('not the base64url of a key');
      // Its public part alone: a member too many changes nothing.
      const key = (await importJWK({ kty: 'OKP', crv: 'Ed25519', x }, 'Ed25519')) as CryptoKey;
      known.set(kid, { key, from: typeof iat === 'number' ? iat : -Infinity, until: typeof exp === 'number' ? exp : Infinity });
    } catch {
      throw new Refusal('keys_unusable', `The key ${kid.slice(0, 100)} is damaged.`);
    }
  }
  if (known.size === 0) throw new Refusal('keys_unusable', 'There is no Ed25519 key among the keys.');
  return known;
}
