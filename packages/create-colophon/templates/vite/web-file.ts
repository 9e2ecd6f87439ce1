import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';

/** What `npm run build` makes. */
const DIST = join(import.meta.dirname, 'dist');

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Only what the application itself consists of runs on its pages. */
const POLICY = "default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

/** Answers with a file of the browser application; any other address is a page of it. Undefined for the API, and before it was built. */
export async function webFile(request: Request, _parts: unknown, folder = DIST): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  if ((request.method !== 'GET' && request.method !== 'HEAD') || /^\/api(?:\/|$)/.test(pathname)) return undefined;
  const isPage = extname(pathname) === '';
  const path = normalize(join(folder, isPage ? 'index.html' : decodeURIComponent(pathname)));
  const type = TYPES[extname(path)];
  if (type === undefined || !path.startsWith(folder + sep)) return undefined;
  const bytes = await readFile(path).catch(() => undefined);
  // The names of the other files contain a digest of their content.
  const cache = path.includes(`${sep}assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache';
  return bytes && new Response(bytes, { headers: { 'Content-Type': type, 'Cache-Control': cache, 'Content-Security-Policy': POLICY } });
}
