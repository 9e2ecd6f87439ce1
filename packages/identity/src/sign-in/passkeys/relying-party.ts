import { ConflictError } from '@colophon/core';
import { partyIdOf } from '../../users/factors/party-id.ts';

/** The relying party of passkeys: the host of the application's own address, and its origin. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
  readonly name: string;
}

/** The relying party of an application; undefined if browsers support no passkeys for it. */
export function relyingPartyOf(baseUrl: string, name: string): RelyingParty | undefined {
  const id = partyIdOf(baseUrl);
  return id === undefined ? undefined : { id, origin: new URL(baseUrl).origin, name };
}

/** @throws ConflictError (`passkeys_not_offered`) */
export function requireRelyingParty(party: RelyingParty | undefined): RelyingParty {
  if (party) return party;
  throw new ConflictError('Passkeys are not available at this URL.', {
    code: 'passkeys_not_offered',
    hint: 'Browsers offer them over HTTPS under a host name, and on localhost: the operator has to set BASE_URL to such a URL.',
  });
}
