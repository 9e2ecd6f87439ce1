import type { OidcProvider } from '@colophon/identity';
import { createFetch, createOutbound } from '@colophon/outbound';
import type { Config } from '../config/load-config.ts';
import { VERSION } from './describe.ts';
import { hostOf } from './outbound.ts';

/**
 * The identity providers that people sign in with, each with the one way out: what their metadata names is judged like every address
 * that somebody else named. The operator names the issuer, so it may be of their own network.
 */
export function identityProviders({ baseUrl, outbound = {}, oidc }: Config): readonly OidcProvider[] {
  if (!oidc) return [];
  const allowHosts = [...(outbound.allowHosts ?? []), hostOf(oidc.issuer)];
  const guarded = createOutbound({ userAgent: `Colophon/${VERSION} (+${baseUrl})`, ...outbound, allowHosts });
  return [{ ...oidc, fetch: createFetch(guarded, { allowAuthorization: true }) }];
}
