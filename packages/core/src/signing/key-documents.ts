import type { Database } from '../storage/database.ts';
import type { PublicJwk } from './private-key.ts';
import type { SigningKey } from './signing-key.ts';

/** A public key with its period of use, in seconds since 1970; `exp` is set once it is retired, `revoked` if it was compromised. */
export interface DatedJwk extends PublicJwk {
  readonly iat: number;
  readonly exp?: number;
  /** As in the historical keys of OpenID Federation 1.0 (§8.7). */
  readonly revoked?: { readonly revoked_at: number; readonly reason: 'compromised' };
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
 * can still be verified, with `expires` or `revoked`.
 *
 * @param issuer its address, such as `https://news.example/issuer`
 */
export async function issuerDocument(database: Database, issuer: string): Promise<Record<string, unknown>> {
  const methods = (await allKeys(database)).map((key) => {
    const { iat: _iat, exp: _exp, revoked: _revoked, ...publicKeyJwk } = datedJwk(key);
    return {
      id: verificationMethod(issuer, key.kid),
      type: 'JsonWebKey',
      controller: issuer,
      publicKeyJwk,
      ...(key.retiredAt === null ? {} : { expires: secondsIn(key.retiredAt) }),
      ...(key.revokedAt === null ? {} : { revoked: secondsIn(key.revokedAt) }),
    };
  });
  return {
    '@context': ['https://www.w3.org/ns/cid/v1'],
    id: issuer,
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  };
}

/** Returns the address of a key in the document of its issuer. */
export function verificationMethod(issuer: string, kid: string): string {
  return `${issuer}#${kid}`;
}

type KeyDates = Pick<SigningKey, 'kid' | 'publicJwk' | 'notBefore' | 'retiredAt' | 'revokedAt'>;

/** Reads the columns that there are: the backup of an older version is made before its schema is migrated. */
async function allKeys(database: Database): Promise<readonly KeyDates[]> {
  const { dialect } = database;
  const latest = dialect.builder.selectFrom('signing_keys').selectAll().orderBy('notBefore', 'desc').orderBy('id', 'desc');
  const rows = await database.all(latest.limit(MAXIMUM_KEYS).compile());
  const time = (value: unknown): string | null => (value === undefined ? null : (dialect.decode('datetime', value) as string | null));
  return rows.map((row) => ({
    kid: String(row['kid']),
    publicJwk: dialect.decode('json', row['publicJwk']) as KeyDates['publicJwk'],
    notBefore: String(time(row['notBefore'])),
    retiredAt: time(row['retiredAt']),
    revokedAt: time(row['revokedAt']),
  }));
}

/** Times of a controlled identifier document are whole seconds (XMLSchema `dateTimeStamp`). */
function secondsIn(time: string): string {
  return `${new Date(Math.ceil(Date.parse(time) / 1000) * 1000).toISOString().slice(0, 19)}Z`;
}

function datedJwk({ publicJwk, notBefore, retiredAt, revokedAt }: KeyDates): DatedJwk {
  return {
    ...(publicJwk as unknown as PublicJwk),
    iat: Math.floor(Date.parse(notBefore) / 1000),
    ...(retiredAt === null ? {} : { exp: Math.ceil(Date.parse(retiredAt) / 1000) }),
    ...(revokedAt === null ? {} : { revoked: { revoked_at: Math.floor(Date.parse(revokedAt) / 1000), reason: 'compromised' as const } }),
  };
}
