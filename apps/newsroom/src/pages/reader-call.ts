import { type Call, makeCall } from '@colophon/core';
import { requestIdOf } from '@colophon/core/rest';
import type { Authenticator } from '@colophon/identity';

/** How a page is read, and where its site stands. */
export interface Reading {
  readonly call: Call;
  /** Such as `https://news.example`: links, feeds and sitemaps of the page lead there. */
  readonly baseUrl: string;
}

/** Where readers reach Newsroom. */
interface ReaderOptions {
  readonly authenticator: Authenticator;
  readonly trustProxy: boolean;
  readonly baseUrl: string;
}

/** Makes the call that a page reads by: nobody in particular, in the tenant whose host was asked, whoever asks. */
export function readerCalls({ authenticator, trustProxy, baseUrl }: ReaderOptions): (request: Request) => Promise<Reading> {
  return async (request) => {
    const host = hostOf(request, trustProxy);
    // Neither a cookie nor a token is looked at, so that one page serves all and may be kept by any cache.
    const call = makeCall({ caller: await authenticator.authenticate({ host }), requestId: requestIdOf(request) });
    return { call, baseUrl: call.caller.tenantId === null || host === undefined ? baseUrl : siteAt(host, baseUrl) };
  };
}

/**
 * Where the site of a request stands: at the host that was asked for, where a tenant owns it, else at the address of the settings.
 * A host that nobody owns is never answered with.
 */
export function sitesOf({ authenticator, trustProxy, baseUrl }: ReaderOptions): (request: Request) => Promise<string> {
  return async (request) => {
    const host = hostOf(request, trustProxy);
    const { tenantId } = await authenticator.authenticate({ host });
    return tenantId === null || host === undefined ? baseUrl : siteAt(host, baseUrl);
  };
}

function hostOf(request: Request, trustProxy: boolean): string | undefined {
  // A proxy adds its own name of the host behind what the client sent.
  const forwarded = trustProxy ? request.headers.get('x-forwarded-host')?.split(',').at(-1)?.trim() : undefined;
  return forwarded ?? request.headers.get('host') ?? undefined;
}

/** The address of a tenant's host: by the scheme and the port that people reach this application by. */
export function siteAt(host: string, baseUrl: string): string {
  const url = new URL(baseUrl);
  url.hostname = host
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '');
  return url.origin;
}
