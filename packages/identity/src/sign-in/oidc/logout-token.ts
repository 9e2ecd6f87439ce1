import type { createRemoteJWKSet, JWTPayload } from 'jose';
import { isPlainObject } from '@colophon/base';
import { MalformedError } from '@colophon/core';
import { isSubject, providerSessionOf } from './claims.ts';
import type { OidcClient } from './client.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** The maximum age of a logout token, in seconds. */
const OLDEST_SECONDS = 600;
const TOLERANCE_SECONDS = 30;
const LONGEST_TOKEN = 20_000;

/** The user and session that the provider has ended. */
export interface LogoutToken {
  readonly subject: string | null;
  readonly providerSession: string | null;
  readonly id: string;
  /** When it expires. */
  readonly until: Date;
}

/** The issuer in a token, unverified: it decides whose keys are used to verify it. */
export async function issuerOf(token: string): Promise<string | undefined> {
  const { decodeJwt } = await import('jose');
  try {
    return token.length <= LONGEST_TOKEN ? decodeJwt(token).iss : undefined;
  } catch {
    return undefined;
  }
}

type Keys = ReturnType<typeof createRemoteJWKSet>;
const keysOf = new WeakMap<OidcClient, { readonly uri: string; readonly keys: Keys }>();

/**
 * Validates a logout token (OpenID Connect Back-Channel Logout 1.0 §2.6): its type, the configured signature algorithm, issuer, audience,
 * times, the event, a subject or a session, and that it has no nonce.
 *
 * @throws MalformedError for an invalid token
 * @throws ProviderUnavailableError if the provider's keys cannot be fetched
 */
export async function readLogoutToken(client: OidcClient, token: string, now: Date): Promise<LogoutToken> {
  const { issuer, clientId, algorithm = 'RS256' } = client.provider;
  const { jwtVerify } = await import('jose');
  const keys = await remoteKeys(client);
  let claims: JWTPayload;
  try {
    ({ payload: claims } = await jwtVerify(token, keys, {
      typ: 'logout+jwt',
      algorithms: [algorithm],
      issuer,
      audience: clientId,
      maxTokenAge: OLDEST_SECONDS,
      clockTolerance: TOLERANCE_SECONDS,
      requiredClaims: ['iat', 'exp', 'jti', 'events'],
      currentDate: now,
    }));
  } catch (cause) {
    throw refused(cause);
  }
  const { sub, sid, jti: id, events, nonce } = claims as Readonly<Record<string, unknown>>;
  const isEvent = isPlainObject(events) && isPlainObject(events[EVENT]);
  const subject = isSubject(sub) ? sub : null;
  const providerSession = providerSessionOf(sid);
  if ((sub !== undefined && subject === null) || (sid !== undefined && providerSession === null)) throw refused();
  if (!isEvent || nonce !== undefined || typeof id !== 'string' || (subject === null && providerSession === null)) throw refused();
  return { subject, providerSession, id, until: new Date(now.getTime() + (OLDEST_SECONDS + TOLERANCE_SECONDS) * 2000) };
}

async function remoteKeys(client: OidcClient): Promise<Keys> {
  const { jwks_uri: uri } = (await client.configuration()).serverMetadata();
  if (uri === undefined) throw refused();
  const existing = keysOf.get(client);
  if (existing?.uri === uri) return existing.keys;
  const { createRemoteJWKSet, customFetch } = await import('jose');
  const keys = createRemoteJWKSet(new URL(uri), { [customFetch]: client.provider.fetch as never, timeoutDuration: 10_000 });
  keysOf.set(client, { uri, keys });
  return keys;
}

function refused(cause?: unknown): MalformedError {
  return new MalformedError('logout_token: is invalid.', { code: 'invalid_request', ...(cause === undefined ? {} : { cause }) });
}
