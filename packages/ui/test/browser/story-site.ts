import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildStories } from './build-stories.ts';

/** A site that shows stories. */
export interface StorySite {
  /** Where the page of all stories is. */
  readonly url: string;
  stop(): Promise<void>;
}

/** No script but the site's own, no style but its own and what CodeMirror writes under the nonce, nothing from elsewhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'nonce-story'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta property="csp-nonce" nonce="story"><title>Story</title><link rel="stylesheet" href="/entry.css"></head><body><div id="story"></div><script type="module" src="/entry.js"></script></body></html>';

/** Serves the stories on loopback under a strict policy. */
export async function startStorySite(): Promise<StorySite> {
  const folder = await buildStories();
  const files = new Map<string, { readonly type: string; readonly body: string | Uint8Array }>([['/', { type: 'text/html', body: PAGE }]]);
  for (const name of readdirSync(folder)) files.set(`/${name}`, { type: typeOf(name), body: readFileSync(join(folder, name)) });
  const server = createServer((request, response) => {
    const found = files.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (found === undefined) return void response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': `${found.type}; charset=utf-8`, 'content-security-policy': POLICY, 'cache-control': 'no-store' })
      .end(found.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function typeOf(name: string): string {
  if (name.endsWith('.js')) return 'text/javascript';
  return name.endsWith('.css') ? 'text/css' : 'application/octet-stream';
}
