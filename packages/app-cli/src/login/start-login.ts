import { DEVICE_GRANT_PATHS, DEVICE_POLL_INTERVAL_SECONDS, formatUserCode, isPlainObject, UserCodeError } from '@colophon/contract';
import { RefusedError } from '../errors.ts';
import { BODY_LIMITS, type ServerClient } from '../http/server-client.ts';
import { readIssuer } from './issuer.ts';
import { checkVerificationUrl } from './verification-url.ts';

/** A login attempt that waits for a person. */
export interface StartedLogin {
  readonly deviceCode: string;
  /** `XXXX-XXXX`. */
  readonly userCode: string;
  readonly verificationUrl: URL;
  /** With the code filled in; the same as above where the server offers none. */
  readonly verificationUrlComplete: URL;
  /** Whether both addresses are where the issuer lives; elsewhere they are shown and not opened. */
  readonly isAtIssuer: boolean;
  readonly expiresInSeconds: number;
  readonly intervalSeconds: number;
  readonly issuer: string;
}

const MAX_LIFETIME_SECONDS = 3600;

/**
 * Starts a login at a server and checks everything that it says, before any of it is shown or opened.
 *
 * @throws RefusedError naming what is wrong; `issuer_mismatch` when the start names another issuer than the server's metadata
 */
export async function startLogin(client: ServerClient, clientName: string): Promise<StartedLogin> {
  const known = await readIssuer(client);
  const answer = await client.requestJson({
    method: 'POST',
    path: DEVICE_GRANT_PATHS.start,
    json: { clientName },
    maxBytes: BODY_LIMITS.grant,
    retries: 0,
  });
  if (!isPlainObject(answer)) throw malformed('it is not an object');
  const issuer = text(answer, 'issuer');
  if (issuer !== known) {
    throw new RefusedError(
      'issuer_mismatch',
      `The login names the issuer ${issuer}, the server's metadata ${known}; the login was stopped`,
    );
  }
  const deviceCode = text(answer, 'deviceCode');
  if (!/^[\u0021-\u007e]{8,512}$/.test(deviceCode)) throw malformed('deviceCode cannot be one');
  const verificationUrl = checkVerificationUrl(text(answer, 'verificationUrl'));
  const complete = answer['verificationUrlComplete'];
  const verificationUrlComplete = typeof complete === 'string' ? checkVerificationUrl(complete) : verificationUrl;
  return {
    deviceCode,
    userCode: readUserCode(text(answer, 'userCode')),
    verificationUrl,
    verificationUrlComplete,
    isAtIssuer: [verificationUrl, verificationUrlComplete].every((url) => isAt(url, issuer) || isAt(url, client.baseUrl)),
    expiresInSeconds: seconds(answer['expiresIn'], 1, MAX_LIFETIME_SECONDS, 600),
    intervalSeconds: readInterval(answer['interval']),
    issuer,
  };
}

/** How long to wait between polls, in seconds: what the server says, within reason. */
export function readInterval(value: unknown): number {
  return seconds(value, 1, 60, DEVICE_POLL_INTERVAL_SECONDS);
}

function seconds(value: unknown, least: number, most: number, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, least), most) : otherwise;
}

function readUserCode(value: string): string {
  try {
    return formatUserCode(value);
  } catch (error) {
    if (error instanceof UserCodeError) throw malformed('userCode is not a user code');
    throw error;
  }
}

function text(answer: Readonly<Record<string, unknown>>, name: string): string {
  const value = answer[name];
  if (typeof value !== 'string' || value === '' || value.length > 4096) throw malformed(`${name} is missing`);
  return value;
}

function isAt(url: URL, base: string): boolean {
  return URL.canParse(base) && new URL(base).origin === url.origin;
}

function malformed(reason: string): RefusedError {
  return new RefusedError('login_malformed', `The server did not start a login: ${reason}`);
}
