import { DEVICE_GRANT_PATHS, DEVICE_POLL_INTERVAL_SECONDS, isPlainObject } from '@colophon/contract';
import { ApiError, RefusedError } from '../errors/errors.ts';
import { BODY_LIMITS, type ServerClient } from '../http/server-client.ts';
import { sanitizeText } from '../io/sanitize.ts';
import { readIssuer } from './issuer.ts';
import { checkVerificationUrl } from './verification-url.ts';

/** A pending login attempt. */
export interface StartedLogin {
  readonly deviceCode: string;
  /** The name under which the server sent the device code, and receives it back. */
  readonly deviceCodeName: string;
  /** As sent by the server. */
  readonly userCode: string;
  readonly verificationUrl: URL;
  /** With the code filled in; equal to `verificationUrl` if the server offers none. */
  readonly verificationUrlComplete: URL;
  /** Whether both URLs are on the issuer's origin; others are shown but not opened. */
  readonly isAtIssuer: boolean;
  readonly expiresInSeconds: number;
  readonly intervalSeconds: number;
  /**
   * The issuer that the token will be bound to: from the start response, else from the server's metadata, else the server's own
   * address.
   */
  readonly issuer: string;
  /** Whether the server publishes its issuer in its metadata. */
  readonly hasMetadata: boolean;
}

const MAX_LIFETIME_SECONDS = 3600;
const MAX_TEXT = 4096;
const MAX_USER_CODE = 256;

/**
 * Starts a login at a server and validates the response before any of it is shown or opened.
 *
 * Only the codes and `verificationUrl` are required; the names of RFC 8628 are supported in addition to Colophon's.
 *
 * @throws RefusedError naming the fault; `issuer_mismatch` if the start response names another issuer than the server's metadata
 */
export async function startLogin(client: ServerClient, clientName: string): Promise<StartedLogin> {
  const published = await readIssuer(client);
  const answer = await requestStart(client, clientName);
  if (!isPlainObject(answer)) throw malformed('it is not an object');
  const issuer = chooseIssuer(answer['issuer'], published, client);
  const deviceCodeName = 'deviceCode' in answer ? 'deviceCode' : 'device_code';
  // Opaque, of any length: it is only sent back as it came (RFC 8628 §3.2).
  const deviceCode = text(answer, deviceCodeName);
  if (!isOneLine(deviceCode)) throw malformed(`${deviceCodeName} cannot be one`);
  const verificationUrl = checkVerificationUrl(text(answer, 'verificationUrl', 'verification_uri'), client.baseUrl);
  const complete = answer['verificationUrlComplete'] ?? answer['verification_uri_complete'];
  const verificationUrlComplete = typeof complete === 'string' ? checkVerificationUrl(complete, client.baseUrl) : verificationUrl;
  return {
    deviceCode,
    deviceCodeName,
    userCode: readUserCode(text(answer, 'userCode', 'user_code')),
    verificationUrl,
    verificationUrlComplete,
    isAtIssuer: [verificationUrl, verificationUrlComplete].every((url) => isAt(url, issuer) || isAt(url, client.baseUrl)),
    expiresInSeconds: seconds(answer['expiresIn'] ?? answer['expires_in'], 1, MAX_LIFETIME_SECONDS, 600),
    intervalSeconds: readInterval(answer['interval']),
    issuer,
    hasMetadata: published !== undefined,
  };
}

/** The interval between polls, in seconds: that of the server, within limits. */
export function readInterval(value: unknown): number {
  return seconds(value, 1, 60, DEVICE_POLL_INTERVAL_SECONDS);
}

/** The body is optional, so the request is repeated without it if a server rejects it. */
async function requestStart(client: ServerClient, clientName: string): Promise<unknown> {
  const start = (json?: { readonly clientName: string }): Promise<unknown> =>
    client.requestJson({ method: 'POST', path: DEVICE_GRANT_PATHS.start, json, maxBytes: BODY_LIMITS.grant, retries: 0 });
  try {
    return await start({ clientName });
  } catch (error) {
    if (error instanceof ApiError && [400, 415, 422].includes(error.status)) return start();
    throw error;
  }
}

function chooseIssuer(named: unknown, published: string | undefined, client: ServerClient): string {
  if (named === undefined || named === null) return published ?? client.baseUrl;
  if (typeof named !== 'string' || named === '' || named.length > 2048) throw malformed('issuer cannot be one');
  if (published === undefined || named === published) return named;
  throw new RefusedError(
    'issuer_mismatch',
    `The login names the issuer ${named}, the server's metadata ${published}; the login was stopped`,
  );
}

function seconds(value: unknown, minimum: number, maximum: number, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, minimum), maximum) : otherwise;
}

/** Any code that can be read on one line is accepted; its format is up to the server. */
function readUserCode(value: string): string {
  const shown = value.trim();
  const isReadable = /[\p{L}\p{N}\p{P}\p{S}]/u.test(shown) && isOneLine(shown);
  if (!isReadable || shown.length > MAX_USER_CODE) throw malformed('userCode cannot be read by a person');
  return shown;
}

/** Whether a text has no characters that control a terminal, reorder it or end a line. */
function isOneLine(value: string): boolean {
  return sanitizeText(value) === value && !/[\t\n]/.test(value);
}

function text(answer: Readonly<Record<string, unknown>>, ...names: readonly string[]): string {
  const value = names.map((name) => answer[name]).find((candidate) => candidate !== undefined);
  const name = names[0] ?? '';
  if (value === undefined || value === '') throw malformed(`${name} is missing`);
  if (typeof value !== 'string') throw malformed(`${name} is not a text`);
  if (value.length > MAX_TEXT) throw malformed(`${name} is longer than ${MAX_TEXT} characters`);
  return value;
}

function isAt(url: URL, base: string): boolean {
  return URL.canParse(base) && new URL(base).origin === url.origin;
}

function malformed(reason: string): RefusedError {
  return new RefusedError('login_malformed', `The server did not start a login: ${reason}`);
}
