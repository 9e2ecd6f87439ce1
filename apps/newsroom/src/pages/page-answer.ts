import { hash } from 'node:crypto';
import type { Call } from '@colophon/core';
import { answerHeaders, isNotModified } from '@colophon/core/rest';
import { type KeptPages, uncompressed } from './kept-pages.ts';

/** Nothing runs, nothing comes from elsewhere but pictures, and forms go to this site alone. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' https: data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const CACHED = 'public, max-age=60';
const GZIP = /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i;

/** A page that is ready to be made. */
export interface Page {
  readonly status?: 200 | 400 | 404 | 410;
  /** Everything that it is made of, as plain data: two pages of one key are the same. */
  readonly model: object;
  readonly render: () => Promise<string>;
  /** Pages that anyone can ask for without end, such as those of a search, are not kept. */
  readonly isKept?: boolean;
}

/** A page as far as it has to be known to be answered again: by its key it is kept. */
export interface ReadyPage extends Pick<Page, 'status' | 'isKept' | 'render'> {
  readonly key: string;
}

/** Gives a page its key. @param stamp differs with the program that makes pages */
export function readyPage({ status = 200, isKept = true, model, render }: Page, stamp: string): ReadyPage {
  return { status, isKept, render, key: hash('sha256', `${stamp}\n${JSON.stringify(model)}`, 'base64url') };
}

/** Answers with a page: 304 where the browser has it, from what is kept where it was made before. */
export async function answerPage(request: Request, call: Call, page: ReadyPage, kept: KeptPages): Promise<Response> {
  const { key, status = 200 } = page;
  const tag = `"${key}"`;
  const headers: Record<string, string> = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': CACHED,
    'Content-Security-Policy': PAGE_POLICY,
    'Referrer-Policy': 'strict-origin-when-cross-origin',
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

/** Whether the browser takes what is compressed. */
export function takesGzip(request: Request): boolean {
  return GZIP.test(request.headers.get('accept-encoding') ?? '');
}

function bytes(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return buffer as Uint8Array<ArrayBuffer>;
}

/** Sends the browser to where a page stands. */
export function movedTo(address: string, call: Call): Response {
  return new Response(null, { status: 301, headers: { Location: address, 'Cache-Control': CACHED, ...answerHeaders(call) } });
}
