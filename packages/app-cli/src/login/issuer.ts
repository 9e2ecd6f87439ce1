import { DEVICE_GRANT_PATHS, isPlainObject } from '@colophon/contract';
import { readApiError } from '../http/api-error.ts';
import { RefusedError } from '../errors/errors.ts';
import { BODY_LIMITS, type ServerClient } from '../http/server-client.ts';

/** Statuses of transient errors, after which it is unknown whether there is metadata. 501 means that there is none. */
const isPassingFault = (status: number): boolean => (status >= 500 && status !== 501) || status === 429 || status === 408;

/**
 * Reads the issuer from the server's metadata (RFC 8414). No token is sent.
 *
 * @returns undefined if the server publishes no metadata: it responds with 4xx, redirects, or sends a page instead of JSON
 * @throws RefusedError `no_issuer` if the metadata contains no issuer
 * @throws ApiError for a transient error of the server
 */
export async function readIssuer(client: ServerClient): Promise<string | undefined> {
  const response = await client.request({
    method: 'GET',
    path: DEVICE_GRANT_PATHS.metadata,
    maxBytes: BODY_LIMITS.grant,
    anyStatus: true,
    anyRedirect: true,
  });
  if (isPassingFault(response.status)) throw readApiError(response);
  if (response.status !== 200) return undefined;
  const metadata = parseObject(response.body);
  if (metadata === undefined) return undefined;
  const { issuer } = metadata;
  if (typeof issuer === 'string' && issuer !== '' && issuer.length <= 2048) return issuer;
  throw new RefusedError('no_issuer', `${client.baseUrl} does not name its token issuer, so no token is sent to it`, {
    hint: `Check the address: the response of ${DEVICE_GRANT_PATHS.metadata} names no issuer.`,
  });
}

function parseObject(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
