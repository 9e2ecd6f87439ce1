import { hash } from 'node:crypto';
import type { Call } from '@colophon/core';
import { answerHeaders, isNotModified } from '@colophon/core/rest';
import { type KeptPages, uncompressed } from './kept-pages.ts';

/** No scripts, nothing from other sites except pictures, and forms only to this site. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' https: data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const CACHED = 'public, max-age=60';
const GZIP = /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i;

/** A page that is ready to be rendered. */
export interface Page {
  readonly status?: 200 | 400 | 404 | 410;
  /** All its data, as plain objects: two pages with the same key are the same. */
  readonly model: object;
  readonly render: () => Promise<string>;
  /** Pages with unlimited addresses, such as those of a search, are not cached. */
  readonly isKept?: boolean;
}

/** The part of a page that is needed to serve it again: its cache key. */
export interface ReadyPage extends Pick<Page, 'status' | 'isKept' | 'render'> {
  readonly key: string;
}

/** Computes the key of a page. @param stamp differs with the program that renders pages */
export function readyPage({ status = 200, isKept = true, model, render }: Page, stamp: string): ReadyPage {
  return { status, isKept, render, key: hash('sha256', `${stamp}\n${JSON.stringify(model)}`, 'base64url') };
}

/** Responds with a page: 304 if the browser has it, from the cache if it was rendered before. */
export async function answerPage(request: Request, call: Call, page: ReadyPage, kept: KeptPages): Promise<Response> {
  const { key, status = 200 } = page;
  const tag = `"${key}"`;
  const headers: Record<string, string> = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': CACHED,
    'Content-Security-Policy': PAGE_POLICY,
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    // The same for everyone, so that a piece can be checked from a page of another site.
    'Access-Control-Allow-Origin': '*',
    Vary: 'Accept-Encoding',
    ...answerHeaders(call),
  };
  if (status === 200) {
    headers['ETag'] = `W/${tag}`;
    if (isNotModified(request.headers.get('if-none-match'), tag)) {
      delete headers['Content-Type'];
      return new Response(null, { status: 304, headers });
    }
  }
  if (page.isKept === false) return new Response(await page.render(), { status, headers });
  const body = await kept.get(key, page.render);
  if (!takesGzip(request)) return new Response(bytes(uncompressed(body)), { status, headers });
  return new Response(bytes(body), { status, headers: { ...headers, 'Content-Encoding': 'gzip' } });
}

/** Whether the browser accepts compression. */
export function takesGzip(request: Request): boolean {
  return GZIP.test(request.headers.get('accept-encoding') ?? '');
}

function bytes(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return buffer as Uint8Array<ArrayBuffer>;
}

/** Redirects the browser to the current address of a page. */
export function movedTo(address: string, call: Call): Response {
  return new Response(null, { status: 301, headers: { Location: address, 'Cache-Control': CACHED, ...answerHeaders(call) } });
}
