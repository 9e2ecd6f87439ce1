import { ColophonError } from '@colophon/core';
import type { Context } from 'hono';
import { refusedPage } from '../pages/terminal-login-page.ts';
import { type Incoming, incoming, unkept } from './incoming.ts';
import type { IdentityParts } from './parts.ts';

export type PageAnswer = (parts: IdentityParts, request: Incoming) => Promise<Response>;

/** Answers with a page; what the work throws becomes one too, and what is our own fault says nothing of itself. */
export async function answerPage(parts: IdentityParts, context: Context, work: PageAnswer): Promise<Response> {
  const request = incoming(context, parts);
  try {
    return unkept(await work(parts, request), request.requestId);
  } catch (error) {
    if (!(error instanceof ColophonError) || error.status >= 500) parts.onError(error, request.requestId);
    const known = error instanceof ColophonError && (error.status < 500 || error.status === 503) ? error : undefined;
    const message = known?.message ?? `Something went wrong on our side (request ${request.requestId}).`;
    const refused = await refusedPage({ appName: parts.appName, status: known?.status ?? 500 }, message, known?.hint);
    for (const [name, value] of Object.entries(known?.headers ?? {})) refused.headers.set(name, value);
    return unkept(refused, request.requestId);
  }
}
