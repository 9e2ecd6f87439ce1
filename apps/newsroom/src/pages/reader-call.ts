import { type Call, type Database, makeCall } from '@colophon/core';
import { requestIdOf } from '@colophon/core/rest';
import type { Authenticator } from '@colophon/identity';
import { siteOfTenant } from '../server/sites.ts';

/** How a page is read, and where its site stands. */
export interface Reading {
  readonly call: Call;
  /** Where the site that was asked for stands, such as `https://gazette.example`: its feeds, sitemaps and links lead there. */
  readonly baseUrl: string;
  /** Where pieces that belong to no tenant are read: the address of the settings. */
  readonly globalUrl: string;
}

/** Where readers reach Newsroom. */
interface ReaderOptions {
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly trustProxy: boolean;
  readonly baseUrl: string;
}

/** Makes the call that a page reads by: nobody in particular, in the tenant whose host was asked, whoever asks. */
export function readerCalls(options: ReaderOptions): (request: Request) => Promise<Reading> {
  return async (request) => {
    const { authenticator, trustProxy, baseUrl } = options;
    // Neither a cookie nor a token is looked at, so that one page serves all and may be kept by any cache.
    const caller = await authenticator.authenticate({ host: hostOf(request, trustProxy) });
    const call = makeCall({ caller, requestId: requestIdOf(request) });
    return { call, baseUrl: await siteOf(caller.tenantId, options), globalUrl: baseUrl };
  };
}

/**
 * Where the site of a request stands: at the first host of the tenant whose host was asked for, else at the address of the settings.
 * Nothing that a request says is in it, so that a host that nobody owns is never answered with.
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
  // A proxy adds its own name of the host behind what the client sent.
  const forwarded = trustProxy ? request.headers.get('x-forwarded-host')?.split(',').at(-1)?.trim() : undefined;
  return forwarded ?? request.headers.get('host') ?? undefined;
}
