import type { Database } from '../storage/database.ts';
import type { PublicJwk } from './private-key.ts';
import { type SigningKey, SigningKeys } from './signing-key.ts';

/** A public key with its period of use, in seconds since 1970; `exp` is set once it is retired. */
export interface DatedJwk extends PublicJwk {
  readonly iat: number;
  readonly exp?: number;
}

/** A JWK Set (RFC 7517). */
export interface KeySet {
  readonly keys: readonly DatedJwk[];
}

const MAXIMUM_KEYS = 1000;

/** Returns all keys that were ever used for signing, the latest first, as published at `/.well-known/jwks.json`. */
export async function publicKeySet(database: Database): Promise<KeySet> {
  return { keys: (await allKeys(database)).map(datedJwk) };
}

/**
 * Returns the Controlled Identifier Document (W3C CID 1.0) of the issuer. Retired keys are included, so that their signatures
 * can still be verified.
 *
 * @param issuer its address, such as `https://news.example/issuer`
 */
export async function issuerDocument(database: Database, issuer: string): Promise<Record<string, unknown>> {
  const methods = (await allKeys(database)).map((key) => {
    const { iat: _iat, exp: _exp, ...publicKeyJwk } = datedJwk(key);
    return { id: `${issuer}#${key.kid}`, type: 'JsonWebKey', controller: issuer, publicKeyJwk };
  });
  return {
    '@context': ['https://www.w3.org/ns/cid/v1'],
    id: issuer,
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  };
}

function allKeys(database: Database): Promise<SigningKey[]> {
  return new SigningKeys(database).list({ orderBy: '-notBefore,-id', limit: MAXIMUM_KEYS });
}

function datedJwk({ publicJwk, notBefore, retiredAt }: SigningKey): DatedJwk {
  return {
    ...(publicJwk as unknown as PublicJwk),
    iat: Math.floor(Date.parse(notBefore) / 1000),
    ...(retiredAt === null ? {} : { exp: Math.ceil(Date.parse(retiredAt) / 1000) }),
  };
}
