import { isPlainObject } from '@colophon/contract';
import { base64url, type CryptoKey, importJWK } from 'jose';
import { Refusal } from './verdict.ts';

/** A verification key, and its period of use in seconds since 1970. */
export interface KnownKey {
  readonly key: CryptoKey;
  readonly from: number;
  readonly until: number;
  /** Since when it is revoked, because it was compromised. */
  readonly revoked: number | undefined;
}

const MAXIMUM_KEYS = 1000;

/**
 * Reads a JWK Set as served by the publisher. Keys of other algorithms are skipped: no account is signed with them.
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
    const { kid, x, iat, exp, revoked } = jwk;
    const since = isPlainObject(revoked) ? revoked['revoked_at'] : undefined;
    if (typeof kid !== 'string' || typeof x !== 'string') continue;
    if (known.has(kid)) throw new Refusal('keys_unusable', `The key ${kid.slice(0, 100)} is listed twice.`);
    try {
      // Decoders accept several encodings of the same bytes; only the canonical one is valid for a key.
      if (base64url.encode(base64url.decode(x)) !== x) throw new TypeError('not the base64url of a key');
      // Only its public part: additional members are ignored.
      const key = (await importJWK({ kty: 'OKP', crv: 'Ed25519', x }, 'Ed25519')) as CryptoKey;
      known.set(kid, {
        key,
        from: typeof iat === 'number' ? iat : -Infinity,
        until: typeof exp === 'number' ? exp : Infinity,
        // A revocation without a readable time revokes everything.
        revoked: revoked === undefined ? undefined : typeof since === 'number' ? since : -Infinity,
      });
    } catch {
      throw new Refusal('keys_unusable', `The key ${kid.slice(0, 100)} is damaged.`);
    }
  }
  if (known.size === 0) throw new Refusal('keys_unusable', 'The keys contain no Ed25519 key.');
  return known;
}
