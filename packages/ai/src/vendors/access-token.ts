import { AuthenticationError } from '../errors/errors.ts';
import type { Call } from '../provider/call.ts';

/** The authentication header of an expiring token; none if the client has no `accessToken`. */
export async function authorizeByToken(call: Call): Promise<Record<string, string>> {
  const { accessToken } = call.settings.options;
  if (accessToken === undefined) return {};
  return bearer(call, typeof accessToken === 'function' ? accessToken : () => accessToken);
}

/**
 * Gets a token and returns its header.
 *
 * @throws AuthenticationError if there is no token. The source's own error is not repeated: it may contain a secret.
 */
export async function bearer(call: Call, source: () => string | null | undefined | Promise<string | null | undefined>) {
  const provider = call.settings.kind;
  let token: string | null | undefined;
  try {
    token = await source();
  } catch {
    throw new AuthenticationError(`${provider}: the access token could not be obtained. Check its source.`, {
      code: 'AUTH_ERROR',
      provider,
    });
  }
  if (typeof token === 'string' && token.trim() !== '') return { authorization: `Bearer ${token.trim()}` };
  throw new AuthenticationError(`${provider}: the access token is empty. Check its source.`, { code: 'AUTH_ERROR', provider });
}
