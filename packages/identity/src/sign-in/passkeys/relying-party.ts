import { isIP } from 'node:net';
import { ConflictError } from '@colophon/core';

/** Whom passkeys are made for: the host of the application's own address, and its origin. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
  readonly name: string;
}

/**
 * The relying party of an application; undefined where browsers offer no passkeys: without HTTPS, but for localhost, and under a bare
 * IP address.
 */
export function relyingPartyOf(baseUrl: string, name: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(baseUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? { id: hostname, origin, name } : undefined;
}

/** @throws ConflictError (`passkeys_not_offered`) */
export function requireRelyingParty(party: RelyingParty | undefined): RelyingParty {
  if (party) return party;
  throw new ConflictError('Passkeys are not offered at this address.', {
    code: 'passkeys_not_offered',
    hint: 'Browsers offer them over HTTPS under a host name, and on localhost: whoever runs the server sets BASE_URL to such an address.',
  });
}
