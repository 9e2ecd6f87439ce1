import { type Call, type Database, makeCall } from '@colophon/core';
import { notedAddress, requestIdOf } from '@colophon/core/rest';
import type { Authenticator } from '@colophon/identity';
import { siteOfTenant } from './site-of-tenant.ts';

/** How a page is read, and the address of its site. */
export interface Reading {
  readonly call: Call;
  /** The address of the requested site, such as `https://gazette.example`: its feeds, sitemaps and links use it. */
  readonly baseUrl: string;
  /** The address of pieces that belong to no tenant: that of the settings. */
  readonly globalUrl: string;
}

/** The public address of Newsroom. */
interface ReaderOptions {
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly trustProxy: boolean;
  readonly baseUrl: string;
}

/** Creates the call for reading a page: always anonymous, in the tenant of the requested host. */
export function readerCalls(options: ReaderOptions): (request: Request) => Promise<Reading> {
  return async (request) => {
    const { authenticator, trustProxy, baseUrl } = options;
    // Cookies and tokens are ignored, so that one page serves everybody and may be stored by any cache.
    const caller = await authenticator.authenticate({ host: hostOf(request, trustProxy) });
    const call = makeCall({ caller, address: notedAddress(request), requestId: requestIdOf(request) });
    return { call, baseUrl: await siteOf(caller.tenantId, options), globalUrl: baseUrl };
  };
}

/**
 * The address of a request's site: the first host of the requested host's tenant, else the address of the settings. It contains nothing
 * from the request, so that an unknown host is never echoed.
 */
export function sitesOf(options: ReaderOptions): (request: Request) => Promise<string> {
  return async (request) => {
    const { tenantId } = await options.authenticator.authenticate({ host: hostOf(request, options.trustProxy) });
    return siteOf(tenantId, options);
  };
}

async function siteOf(tenantId: string | null, { database, baseUrl }: ReaderOptions): Promise<string> {
  return tenantId === null ? baseUrl : ((await siteOfTenant(database, tenantId, baseUrl)) ?? baseUrl);
}

function hostOf(request: Request, trustProxy: boolean): string | undefined {
  // A proxy appends its own host name to what the client sent.
  const forwarded = trustProxy ? request.headers.get('x-forwarded-host')?.split(',').at(-1)?.trim() : undefined;
  return forwarded ?? request.headers.get('host') ?? undefined;
}
