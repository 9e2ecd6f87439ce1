import { port } from '@colophon/core';
import { type ClientMetadata, clientMetadataOf, metadataObject, refused } from './client-metadata.ts';
import { isLoopback } from './redirect-uri.ts';

/** The largest metadata document, in bytes. */
export const LARGEST_CLIENT_DOCUMENT = 5 * 1024;
/** The longest time to fetch one, in milliseconds. */
export const CLIENT_DOCUMENT_TIMEOUT = 3000;

const SHORTEST_FRESH_MS = 300_000;
const LONGEST_FRESH_MS = 24 * 3_600_000;

/** A metadata document, as its host sent it. */
export interface FetchedClientDocument {
  /** 200, or 304 if it still has the `ETag` that was sent. */
  readonly status: 200 | 304;
  readonly contentType: string | undefined;
  readonly text: string;
  readonly etag: string | undefined;
  readonly cacheControl: string | undefined;
}

/**
 * Fetches the metadata document of a client, from an address that a stranger chose: over HTTPS, from public addresses only, without
 * following a redirect, within `CLIENT_DOCUMENT_TIMEOUT` and `LARGEST_CLIENT_DOCUMENT`. Rejects if that is not possible.
 */
export type FetchClientDocument = (url: string, etag: string | undefined) => Promise<FetchedClientDocument>;

/** Without it, clients are known only if they registered or the operator named them. */
export const fetchClientDocument = port<FetchClientDocument | undefined>('fetchClientDocument', undefined);

/** Whether an id of a client is the address of its metadata document, in the only form in which it is written. */
export function isClientDocumentUrl(clientId: string): boolean {
  if (clientId.length > 2000 || !URL.canParse(clientId)) return false;
  const { protocol, username, password, hash, pathname, href } = new URL(clientId);
  // Another spelling of the same address (a dot segment, an upper-case host) would be another client.
  return protocol === 'https:' && username === '' && password === '' && hash === '' && pathname !== '/' && href === clientId;
}

/** The host that vouches for a client: that of its document. */
export function hostOfDocument(url: string): string {
  return new URL(url).host;
}

/**
 * Reads a metadata document: it must name its own address, byte for byte, and lead back to its host or to a program on the person's
 * computer.
 *
 * @throws OAuthError `invalid_client_metadata`, `invalid_redirect_uri`
 */
export function readClientDocument(url: string, text: string): ClientMetadata {
  const values = metadataObject(text);
  if (values['client_id'] !== url) throw refused('Its client_id is not its own address.');
  const method = values['token_endpoint_auth_method'] ?? 'none';
  if (method !== 'none') throw refused('token_endpoint_auth_method must be none: clients with a metadata document have no secret.');
  const metadata = clientMetadataOf(values);
  const host = hostOfDocument(url);
  if (!metadata.redirectUris.some((uri) => isLoopback(uri) || new URL(uri).host === host))
    throw refused('None of its redirect_uris is on its own host, or on a loopback address.');
  return metadata;
}

/** Whether a media type is one of a metadata document. */
export function isJsonType(contentType: string | undefined): boolean {
  return /^application\/(?:json|[a-z0-9.-]+\+json)(?:\s*;|$)/i.test(contentType ?? '');
}

/** How long a document is used without asking again, in milliseconds: as its host says, between five minutes and a day. */
export function freshnessOf(cacheControl: string | undefined): number {
  const said = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(cacheControl ?? '')?.[1];
  const milliseconds = said === undefined || /(?:^|[\s,])no-(?:store|cache)\b/i.test(cacheControl ?? '') ? 0 : Number(said) * 1000;
  return Math.min(Math.max(milliseconds, SHORTEST_FRESH_MS), LONGEST_FRESH_MS);
}
