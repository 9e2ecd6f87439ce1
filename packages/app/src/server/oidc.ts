import type { OidcProvider } from '@colophon/identity';
import { createFetch, createOutbound } from '@colophon/outbound';
import type { Config } from '../settings/config.ts';
import { hostOf, userAgentOf } from './outbound.ts';

/**
 * The identity providers for sign-in, each with the guarded `fetch`: addresses in their metadata are checked like every untrusted address.
 * The operator configures the issuer, so it may be in their own network.
 */
export function identityProviders({ baseUrl, outbound = {}, oidc }: Config, version: string): readonly OidcProvider[] {
  if (!oidc) return [];
  const allowHosts = [...(outbound.allowHosts ?? []), hostOf(oidc.issuer)];
  const guarded = createOutbound({ userAgent: userAgentOf(baseUrl, version), ...outbound, allowHosts });
  return [{ ...oidc, fetch: createFetch(guarded, { allowAuthorization: true }) }];
}
