import { configureContentSites } from '@colophon/content';
import type { Database } from '@colophon/core';
import { hostnameOfTenant } from '@colophon/identity';

/** The address of a tenant's site, with the scheme and the port of the settings; null for a tenant without a host name. */
export async function siteOfTenant(database: Database, tenantId: string, baseUrl: string): Promise<string | null> {
  const hostname = await hostnameOfTenant(database, tenantId);
  if (hostname === null) return null;
  const url = new URL(baseUrl);
  url.hostname = hostname;
  return url.origin;
}

/** Tells content the addresses of tenants' pieces: required before serving or signing. */
export function configureSites({ baseUrl }: { readonly baseUrl: string }): void {
  configureContentSites((database, tenantId) => siteOfTenant(database, tenantId, baseUrl));
}
