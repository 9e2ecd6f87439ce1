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
