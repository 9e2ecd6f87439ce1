import { DEVICE_GRANT_PATHS, isPlainObject } from '@colophon/contract';
import { AuthError, RefusedError } from '../errors/errors.ts';
import { BODY_LIMITS, type ServerClient } from '../http/server-client.ts';

/** The session of a token as reported by the server. Other servers than Colophon's may omit members or add some. */
export interface ReportedSession {
  readonly user: Readonly<Record<string, unknown>> | undefined;
  readonly tenant: unknown;
  readonly roles: readonly string[];
  readonly issuer: string | undefined;
  /** ISO 8601; null for a token that does not expire; undefined if the server does not report it. */
  readonly expiresAt: string | null | undefined;
  /** The complete response. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/**
 * Fetches the session of a token from the server.
 *
 * @param issuer the issuer that the token is bound to; undefined for a token from the environment, which is not bound
 * @throws ApiError 401 for an invalid token; AuthError `not_signed_in` if the server reports an anonymous session @throws
 * RefusedError `issuer_mismatch` if the session belongs to another issuer, `session_malformed` if the response is not an object
 */
export async function readSession(client: ServerClient, token: string, issuer: string | undefined): Promise<ReportedSession> {
  const answer = await client.requestJson({ method: 'GET', path: DEVICE_GRANT_PATHS.session, token, maxBytes: BODY_LIMITS.grant });
  if (!isPlainObject(answer)) throw new RefusedError('session_malformed', 'The server responded with something that is not a session');
  if (answer['authenticated'] === false) {
    throw new AuthError('not_signed_in', `${client.baseUrl} reports that this token is not valid`, { hint: 'Sign in with: auth login' });
  }
  const reported = readAnswer(answer);
  if (issuer !== undefined && reported.issuer !== undefined && reported.issuer !== issuer) {
    throw new RefusedError(
      'issuer_mismatch',
      `The session belongs to the issuer ${reported.issuer}, the login to ${issuer}; it is not used`,
    );
  }
  return reported;
}

function readAnswer(answer: Readonly<Record<string, unknown>>): ReportedSession {
  const { user, tenant, roles, issuer, session } = answer;
  const expiresAt = isPlainObject(session) ? session['expiresAt'] : undefined;
  return {
    user: isPlainObject(user) ? user : undefined,
    tenant,
    roles: Array.isArray(roles) ? roles.filter((role): role is string => typeof role === 'string') : [],
    issuer: typeof issuer === 'string' ? issuer : undefined,
    expiresAt: typeof expiresAt === 'string' || expiresAt === null ? expiresAt : undefined,
    answer,
  };
}

/** Returns the user of a session in one line, e.g. `Ada Lovelace <ada@news.example>`; undefined if the server does not report it. */
export function describeUser({ user }: ReportedSession): string | undefined {
  const text = (name: string): string | undefined => {
    const value = user?.[name];
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
  };
  const name = text('name') ?? text('id');
  const email = text('email');
  if (name === undefined) return email;
  return email === undefined ? name : `${name} <${email}>`;
}
