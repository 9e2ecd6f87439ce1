import { isLoopbackHost } from '@colophon/base';
import { isRole, type Role, UsageError } from '@colophon/core';

/** The role of a group of an identity provider. */
export interface GroupRole {
  /** The provider's name of the group. */
  readonly group: string;
  /** The tenant's slug; null is the global records. */
  readonly tenant: string | null;
  readonly role: Role;
}

/** An identity provider for signing in (OpenID Connect). */
export interface OidcProvider {
  /** Used in paths: lower-case letters, digits and hyphens. The redirect URI is `<base URL>/oidc/<key>/callback`. */
  readonly key: string;
  /** The display name. */
  readonly name: string;
  /** Exactly as the provider states it; https, or http on loopback. */
  readonly issuer: string;
  readonly clientId: string;
  /** Absent for a public client. */
  readonly clientSecret?: string | undefined;
  /** Default: `openid email profile`. */
  readonly scope?: string | undefined;
  /** The only accepted signature algorithm of its tokens. Default: `RS256`. */
  readonly algorithm?: string | undefined;
  /** Domains of e-mail addresses for which it is trusted: a verified address in one of them finds the account with that address. */
  readonly trustedDomains?: readonly string[] | undefined;
  /** The claim with the groups. Default: `groups`. */
  readonly groupsClaim?: string | undefined;
  readonly groups?: readonly GroupRole[] | undefined;
  /** The `fetch` for requests to it: a guarded one, since its metadata contains addresses. It must not follow redirects. */
  readonly fetch: typeof globalThis.fetch;
}

const KEY = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;
/** Asymmetric algorithms only: `none` and shared-secret signatures are never accepted. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'Ed25519', 'EdDSA'];
const DOMAIN = /^(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

/** Whether an address is http on this machine itself. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && isLoopbackHost(hostname);
}

/** Validates the settings of a provider and returns the faults, each naming its setting; none if all are valid. */
export function providerFaults(provider: Omit<OidcProvider, 'fetch'>): string[] {
  const { key, name, issuer, clientId, algorithm = 'RS256', trustedDomains = [], groups = [] } = provider;
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isIssuer = url && (url.protocol === 'https:' || isLoopback(url)) && url.search === '' && url.hash === '' && url.username === '';
  return [
    ...(KEY.test(key) ? [] : ['key: must be lower-case letters, digits and hyphens, 40 at most']),
    ...(name.trim() === '' ? ['name: must be the display name of the provider'] : []),
    ...(isIssuer ? [] : ['issuer: must be an https address such as https://login.example, without a query; or http on loopback']),
    ...(clientId === '' ? ['clientId: must be the client id that the provider gave this application'] : []),
    ...(ALGORITHMS.includes(algorithm) ? [] : [`algorithm: must be one of ${ALGORITHMS.join(', ')}`]),
    ...trustedDomains.filter((each) => !DOMAIN.test(each)).map((each) => `trustedDomains: ${each} is not a domain such as news.example`),
    ...groups.filter(({ role }) => !isRole(role)).map(({ group }) => `groups: ${group} must have a role`),
  ];
}

/** @throws UsageError naming every fault */
export function requireProviders(providers: readonly OidcProvider[]): readonly OidcProvider[] {
  const faults = providers.flatMap((each) => providerFaults(each).map((fault) => `oidc ${each.key}: ${fault}`));
  for (const part of ['key', 'issuer'] as const) {
    if (new Set(providers.map((each) => each[part])).size < providers.length) faults.push(`oidc: two providers have one ${part}`);
  }
  if (faults.length > 0) throw new UsageError(`${faults.join('. ')}.`);
  return providers;
}
