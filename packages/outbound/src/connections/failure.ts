import { fetchFailed, type FetchFailure, fetchTimeout, OutboundError } from '../errors/errors.ts';
import type { OutboundLimits } from '../exchange/limits.ts';

const BY_CODE = new Map<string, FetchFailure>([
  ['ECONNREFUSED', 'connect'],
  ['EHOSTUNREACH', 'connect'],
  ['ENETUNREACH', 'connect'],
  ['EADDRNOTAVAIL', 'connect'],
  ['ETIMEDOUT', 'connect'],
  ['UND_ERR_HEADERS_OVERFLOW', 'headers'],
  ['UND_ERR_REQ_CONTENT_LENGTH_MISMATCH', 'length'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'length'],
  ['HPE_HEADER_OVERFLOW', 'headers'],
]);

const MESSAGES: Readonly<Record<FetchFailure, string>> = {
  redirect: 'The URL redirects to an address that is not allowed.',
  resolve: 'The host does not exist, or its name servers do not respond.',
  status: 'The server responded with an error.',
  connect: 'The server does not accept connections.',
  headers: 'The headers of the response are too large.',
  length: 'The response does not have its declared length.',
  tls: 'The certificate of the server is not valid for this host, or the TLS handshake failed.',
  connection: 'The connection ended before the response was complete, or the response is not HTTP.',
};

/**
 * Describes a connection failure without its details, which contain the resolved address.
 *
 * @param signal of the request: if it was aborted, its reason is the failure
 */
export function failureOf(error: unknown, signal: AbortSignal, { connectTimeout }: OutboundLimits): unknown {
  if (signal.aborted) return signal.reason;
  if (OutboundError.isInstance(error)) return error;
  // A local fault, such as a package that is not installed, rather than one of the server.
  if (error instanceof TypeError || (error as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND') return error;
  if ((error as { code?: unknown }).code === 'UND_ERR_CONNECT_TIMEOUT') return fetchTimeout('connect', connectTimeout);
  const reason = reasonOf(error);
  return fetchFailed(reason, MESSAGES[reason]);
}

function reasonOf(error: unknown): FetchFailure {
  const { code, cause } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown; cause?: unknown };
  const text = typeof code === 'string' ? code : '';
  const knownFailure = BY_CODE.get(text);
  if (knownFailure) return knownFailure;
  if (/^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|ERR_OSSL)/.test(text)) return 'tls';
  return cause === undefined ? 'connection' : reasonOf(cause);
}
