import { configureContentSites } from '@colophon/content';
import type { Database } from '@colophon/core';
import { hostnameOfTenant } from '@colophon/identity';

/** Where the site of a tenant stands, by the scheme and the port of the settings; null for a tenant without a host name. */
export async function siteOfTenant(database: Database, tenantId: string, baseUrl: string): Promise<string | null> {
  const hostname = await hostnameOfTenant(database, tenantId);
  if (hostname === null) return null;
  const url = new URL(baseUrl);
  url.hostname = hostname;
  return url.origin;
}

/** Has content know where pieces of tenants are read: whoever serves or signs says so first. */
export function configureSites({ baseUrl }: { readonly baseUrl: string }): void {
  configureContentSites((database, tenantId) => siteOfTenant(database, tenantId, baseUrl));
}
