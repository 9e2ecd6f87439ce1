import { DEVICE_GRANT_PATHS, isPlainObject, type SessionResponse } from '@colophon/contract';
import { RefusedError } from '../errors.ts';
import { BODY_LIMITS, type ServerClient } from '../http/server-client.ts';

/**
 * Asks the server whose token this is.
 *
 * @param issuer what the token is bound to; undefined for a token from the environment, which is bound to nothing
 * @throws ApiError 401 for a dead token; RefusedError `issuer_mismatch` when the session is another issuer's
 */
export async function readSession(client: ServerClient, token: string, issuer: string | undefined): Promise<SessionResponse> {
  const answer = await client.requestJson({ method: 'GET', path: DEVICE_GRANT_PATHS.session, token, maxBytes: BODY_LIMITS.grant });
  if (
    !isPlainObject(answer) ||
    answer['authenticated'] !== true ||
    !isPlainObject(answer['user']) ||
    typeof answer['issuer'] !== 'string'
  ) {
    throw new RefusedError('session_malformed', 'The server answered with something that is not a session');
  }
  if (issuer !== undefined && answer['issuer'] !== issuer) {
    throw new RefusedError(
      'issuer_mismatch',
      `The session belongs to the issuer ${answer['issuer']}, the login to ${issuer}; it is not used`,
    );
  }
  return answer as unknown as SessionResponse;
}

/** Who a session belongs to, in one line, e.g. `Ada Lovelace <ada@news.example>`. */
export function describeUser(session: SessionResponse): string {
  const { user } = session;
  const name = typeof user.name === 'string' && user.name !== '' ? user.name : String(user.id);
  return typeof user.email === 'string' && user.email !== '' ? `${name} <${user.email}>` : name;
}
