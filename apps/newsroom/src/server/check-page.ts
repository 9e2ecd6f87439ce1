import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isNotModified, otherMethods } from '@colophon/core/rest';
import { Hono } from 'hono';
import { isFresh } from '../../bin/fresh-build.js';
import { runBuild } from './run-build.ts';

const NAME = 'colophon-check.html';

/** The page that checks a piece, as it is served. */
interface CheckPage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly packed: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  readonly policy: string;
}

/**
 * `/check` and `/check/colophon-check.html`: one file with its script, which checks a piece in the browser of a reader. It has no data of anybody, and is
 * the same for everyone.
 */
export function checkRoutes({ onError }: { readonly onError: (error: unknown) => void }): Hono {
  const app = new Hono();
  let opened: Promise<CheckPage> | undefined;
  for (const path of ['/check', `/check/${NAME}`]) {
    app.get(path, async (context) => {
      try {
        return answer(await (opened ??= openCheckPage()), context.req.raw);
      } catch (error) {
        // The next request tries again.
        opened = undefined;
        onError(error);
        return context.text('The page is not built. Run `npm run build -- newsroom` in the project and reload it.', 503, {
          'Cache-Control': 'no-store',
          'Retry-After': '30',
        });
      }
    });
    app.all(path, otherMethods(['GET', 'HEAD']));
  }
  return app;
}

/** From source, it is built if one of its sources is newer. */
async function openCheckPage(): Promise<CheckPage> {
  const beside = join(import.meta.dirname, 'check', NAME);
  if (existsSync(beside)) return readCheckPage(beside);
  const root = resolve(import.meta.dirname, '../../../..');
  const file = join(root, 'apps/newsroom/dist/check', NAME);
  const sources = ['apps/newsroom/check', 'packages/verify/src', 'packages/contract/src', 'package-lock.json'];
  const isBuilt = isFresh(
    file,
    sources.map((each) => join(root, each)),
  );
  if (!isBuilt) await runBuild(root, 'apps/newsroom/check/build.ts', file);
  return readCheckPage(file);
}

async function readCheckPage(file: string): Promise<CheckPage> {
  const bytes = new Uint8Array(await readFile(file));
  const packed = new Uint8Array(await promisify(gzip)(bytes, { level: 9 }));
  const [, policy = "default-src 'none'"] =
    /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(new TextDecoder().decode(bytes)) ?? [];
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { bytes, packed, etag: `"${hash}"`, policy: `${policy}; frame-ancestors 'none'` };
}

function answer({ bytes, packed, etag, policy }: CheckPage, request: Request): Response {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'public, max-age=300',
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ETag: etag,
    Vary: 'Accept-Encoding',
  };
  if (isNotModified(request.headers.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers });
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(request.headers.get('Accept-Encoding') ?? '');
  return takesGzip ? new Response(packed, { headers: { ...headers, 'Content-Encoding': 'gzip' } }) : new Response(bytes, { headers });
}
