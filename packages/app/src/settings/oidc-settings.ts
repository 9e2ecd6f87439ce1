import { type GroupRole, type OidcProvider, providerFaults } from '@colophon/identity';
import { isRole, ROLES } from '@colophon/core';
import type { SharedVariables } from './environment.ts';

/** The identity provider for sign-in, without its `fetch` port. */
export type OidcSettings = Omit<OidcProvider, 'fetch'>;

/** Part of the redirect URI: `<BASE_URL>/oidc/sso/callback`. */
const KEY = 'sso';

/** The environment variables of the provider's settings. */
const VARIABLE: Readonly<Record<string, string>> = {
  name: 'OIDC_NAME',
  issuer: 'OIDC_ISSUER',
  clientId: 'OIDC_CLIENT_ID',
  algorithm: 'OIDC_ALGORITHM',
  trustedDomains: 'OIDC_TRUSTED_DOMAINS',
  groups: 'OIDC_GROUPS',
};

/** Returns the provider in the environment, if any, and its faults. */
export function readOidc(environment: SharedVariables): { settings?: OidcSettings; faults: string[] } {
  const { OIDC_ISSUER: issuer, ...otherVariables } = environment;
  const oidcSettings = Object.entries(otherVariables).filter(
    ([name, value]) => name.startsWith('OIDC_') && value !== undefined && value !== '',
  );
  if (!issuer) return { faults: oidcSettings.map(([name]) => `${name} has no effect without OIDC_ISSUER`) };
  const { groups, faults } = readGroups(environment.OIDC_GROUPS ?? '');
  const settings: OidcSettings = {
    key: KEY,
    name: environment.OIDC_NAME || (URL.canParse(issuer) ? new URL(issuer).host : issuer),
    issuer,
    clientId: environment.OIDC_CLIENT_ID ?? '',
    clientSecret: environment.OIDC_CLIENT_SECRET || undefined,
    scope: environment.OIDC_SCOPE || undefined,
    algorithm: environment.OIDC_ALGORITHM || undefined,
    trustedDomains: wordsOf(environment.OIDC_TRUSTED_DOMAINS ?? '').map((each) => each.toLowerCase()),
    groupsClaim: environment.OIDC_GROUPS_CLAIM || undefined,
    groups,
  };
  for (const fault of providerFaults(settings)) {
    const [name = '', detail = ''] = fault.split(/: (.*)/s);
    faults.push(`${VARIABLE[name] ?? name} ${detail}`);
  }
  if (settings.scope !== undefined && !settings.scope.split(' ').includes('openid')) faults.push('OIDC_SCOPE must contain openid');
  return faults.length > 0 ? { faults } : { settings, faults };
}

/** `desk=gazette:editor,staff=:viewer`: the roles of the provider's groups by tenant; an empty tenant means the global records. */
function readGroups(text: string): { groups: GroupRole[]; faults: string[] } {
  const groups: GroupRole[] = [];
  const faults: string[] = [];
  for (const word of wordsOf(text)) {
    const [, group = '', tenant = '', role = ''] = /^(.+)=([a-z0-9-]*):([a-z]+)$/.exec(word) ?? [];
    if (isRole(role)) groups.push({ group, tenant: tenant === '' ? null : tenant, role });
    else
      faults.push(
        `OIDC_GROUPS must be like desk=gazette:editor,staff=:viewer, with roles among ${ROLES.join(', ')}; not ${word.slice(0, 100)}`,
      );
  }
  return { groups, faults };
}

function wordsOf(text: string): string[] {
  return text.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]));
}
