import { DEVICE_GRANT_PATHS, isPlainObject } from '@colophon/contract';
import { ApiError, AuthError, NetworkError, RefusedError } from '../errors/errors.ts';
import { BODY_LIMITS, isBearerToken, type ServerClient } from '../http/server-client.ts';
import type { Clock } from '../io/io.ts';
import { readInterval, type StartedLogin } from './start-login.ts';

/** A token from the exchange. */
export interface GrantedToken {
  readonly token: string;
  /** Seconds from now; undefined if the server does not report it. */
  readonly expiresInSeconds: number | undefined;
}

const POLL_TIMEOUT_MILLISECONDS = 20_000;

/**
 * Polls until the login is approved, denied or expired.
 *
 * Time is taken from a monotonic clock. Server errors (5xx), a busy server (429) and network errors are transient: polling continues until
 * the login expires. Any other error ends it immediately.
 *
 * @throws AuthError `access_denied` if the user denied, `login_expired` if it was not approved in time or the code is gone (410)
 * @throws ApiError for any other 4xx; RefusedError for an invalid response
 */
export async function pollLogin(client: ServerClient, login: StartedLogin, clock: Clock, signal: AbortSignal): Promise<GrantedToken> {
  const deadline = clock.monotonic() + login.expiresInSeconds * 1000;
  let interval = login.intervalSeconds;
  for (;;) {
    const remaining = deadline - clock.monotonic();
    if (remaining <= 0) throw expired();
    await clock.sleep(Math.min(interval * 1000, remaining), signal);
    const result = await poll(client, login);
    if (result instanceof PassingFault) {
      // If the server asks for a longer wait than the remaining time, wait until the login expires, as RFC 8628 requires.
      interval = Math.max(Math.min(interval * 1.5, 30), result.waitSeconds);
      continue;
    }
    if (result['status'] === 'approved') return readGrant(result);
    if (result['status'] === 'expired') throw expired();
    if (result['status'] !== 'pending')
      throw new RefusedError('login_malformed', 'The server responded to the login with an unknown state; the login was stopped');
    interval = result['interval'] === undefined ? login.intervalSeconds : readInterval(result['interval']);
  }
}

/** A poll without information about the login; the next one may succeed. */
class PassingFault {
  readonly waitSeconds: number;

  constructor(waitSeconds = 0) {
    this.waitSeconds = waitSeconds;
  }
}

async function poll(client: ServerClient, login: StartedLogin): Promise<Readonly<Record<string, unknown>> | PassingFault> {
  try {
    const body = await client.requestJson({
      method: 'POST',
      path: DEVICE_GRANT_PATHS.token,
      json: { [login.deviceCodeName]: login.deviceCode },
      maxBytes: BODY_LIMITS.grant,
      retries: 0,
      timeoutMilliseconds: POLL_TIMEOUT_MILLISECONDS,
    });
    if (isPlainObject(body)) return body;
  } catch (error) {
    if (error instanceof NetworkError) return new PassingFault();
    if (!(error instanceof ApiError)) throw error;
    if (error.status >= 500 || error.status === 429 || error.status === 408) {
      return new PassingFault((error.retryAfterMilliseconds ?? 0) / 1000);
    }
    if (error.status === 410) throw expired();
    if (error.code === 'access_denied') throw new AuthError('access_denied', 'The login was denied in the browser', { cause: error });
    throw error;
  }
  throw new RefusedError(
    'login_malformed',
    'The server responded to the login with something that is not an object; the login was stopped',
  );
}

function readGrant(body: Readonly<Record<string, unknown>>): GrantedToken {
  const { accessToken, tokenType, expiresIn } = body;
  if (
    typeof accessToken !== 'string' ||
    !isBearerToken(accessToken) ||
    typeof tokenType !== 'string' ||
    tokenType.toLowerCase() !== 'bearer'
  ) {
    throw new RefusedError('login_malformed', 'The server approved the login without a bearer token that can be used');
  }
  const lasts = typeof expiresIn === 'number' && Number.isFinite(expiresIn) && expiresIn > 0;
  return { token: accessToken, expiresInSeconds: lasts ? expiresIn : undefined };
}

function expired(): AuthError {
  return new AuthError('login_expired', 'The login was not approved in time, or its code is no longer valid', {
    hint: 'Start again with: auth login',
  });
}
