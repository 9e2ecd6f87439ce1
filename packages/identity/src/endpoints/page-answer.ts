import { ColophonError } from '@colophon/core';
import type { Context } from 'hono';
import { refusedPage } from '../pages/terminal-login-page.ts';
import { readIncoming, type Incoming, incoming, withCookies, withoutCaching } from './incoming.ts';
import type { IdentityParts } from './parts.ts';

export type PageAnswer = (parts: IdentityParts, request: Incoming) => Promise<Response>;

/** Responds with a page. Errors become a page too; internal errors reveal no details. */
export async function answerPage(parts: IdentityParts, context: Context, work: PageAnswer): Promise<Response> {
  const request = incoming(context, parts);
  try {
    const complete = await readIncoming(context, parts);
    return withoutCaching(withCookies(await work(parts, complete), complete), request.requestId);
  } catch (error) {
    if (!(error instanceof ColophonError) || error.status >= 500) parts.onError(error, request.requestId);
    const publicError = error instanceof ColophonError && (error.status < 500 || error.status === 503) ? error : undefined;
    const message = publicError?.message ?? `Something went wrong on our side (request ${request.requestId}).`;
    const refused = await refusedPage({ appName: parts.appName, status: publicError?.status ?? 500 }, message, publicError?.hint);
    for (const [name, value] of Object.entries(publicError?.headers ?? {})) refused.headers.set(name, value);
    return withoutCaching(refused, request.requestId);
  }
}
