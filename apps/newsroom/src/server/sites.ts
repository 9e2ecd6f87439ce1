import { configureContentSites } from '@colophon/content';
import { siteOfTenant } from '../pages/site-of-tenant.ts';

/** Tells content the addresses of tenants' pieces: required before serving or signing. */
export function configureSites({ baseUrl }: { readonly baseUrl: string }): void {
  configureContentSites((database, tenantId) => siteOfTenant(database, tenantId, baseUrl));
}
