import { DEVICE_GRANT_PATHS, isPlainObject } from '@colophon/contract';
import { ApiError, RefusedError } from '../errors.ts';
import { BODY_LIMITS, type ServerClient } from '../http/server-client.ts';

/**
 * Reads from the server's metadata (RFC 8414) who it says it is. No token is sent.
 *
 * @throws RefusedError `no_issuer` when it does not say; then no token can be bound to it
 */
export async function readIssuer(client: ServerClient): Promise<string> {
  let metadata: unknown;
  try {
    metadata = await client.requestJson({ method: 'GET', path: DEVICE_GRANT_PATHS.metadata, maxBytes: BODY_LIMITS.grant });
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw noIssuer(client);
    throw error;
  }
  const issuer = isPlainObject(metadata) ? metadata['issuer'] : undefined;
  if (typeof issuer !== 'string' || issuer === '' || issuer.length > 2048) throw noIssuer(client);
  return issuer;
}

function noIssuer(client: ServerClient): RefusedError {
  return new RefusedError('no_issuer', `${client.baseUrl} does not say who issues its tokens, so none is sent to it`, {
    hint: `Check the address: the server should answer ${client.baseUrl}${DEVICE_GRANT_PATHS.metadata}.`,
  });
}
