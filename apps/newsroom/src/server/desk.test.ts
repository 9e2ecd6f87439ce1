import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anonymous, type Caller, type Role } from '@colophon/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskRoutes } from './desk.ts';
import { readDeskFiles } from './desk-files.ts';

const MANIFEST = {
  'src/desk.tsx': { file: 'assets/desk-1a.js', imports: ['_shared.js'], dynamicImports: ['src/list.tsx'] },
  'src/portal.tsx': { file: 'assets/portal-2b.js', imports: ['_shared.js'] },
  'src/list.tsx': { file: 'assets/list-3c.js', imports: ['src/desk.tsx'] },
  '_shared.js': { file: 'assets/shared-4d.js', css: ['assets/shared-5e.css'] },
};
const CALLERS: Readonly<Record<string, Caller>> = Object.fromEntries(
  (['viewer', 'contributor', 'editor', 'admin'] as const).map((role: Role) => [
    role,
    { kind: 'user', id: role, name: role, tenantId: null, role },
  ]),
);

/** A small built desk, requested by the role in the header `X-Test-Role`. */
describe('the desk', () => {
  let folder: string;
  const faults: unknown[] = [];
  const routes = (files = () => readDeskFiles(folder)) =>
    deskRoutes({
      authenticate: (request) => {
        if (request.headers.has('X-Broken')) throw new Error('a token that is over');
        return CALLERS[request.headers.get('X-Test-Role') ?? ''] ?? anonymous();
      },
      files,
      onError: (error) => faults.push(error),
    });
  const app = routes();
  const ask = async (path: string, role = 'editor', init: RequestInit = {}): Promise<Response> =>
    app.request(path, { ...init, headers: { 'X-Test-Role': role, ...(init.headers as Record<string, string>) } });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'desk-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(MANIFEST));
    await Promise.all(
      ['desk-1a.js', 'portal-2b.js', 'list-3c.js', 'shared-4d.js', 'shared-5e.css'].map((name) =>
        writeFile(join(folder, 'assets', name), `/* ${name} */`),
      ),
    );
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('redirects anonymous users to sign in, and back to the same address', async () => {
    const answer = await ask('/desk/pieces?status=draft&q=a%20b', 'nobody');
    expect([answer.status, answer.headers.get('Location'), answer.headers.get('Cache-Control')]).toEqual([
      303,
      '/sign-in?next=%2Fdesk%2Fpieces%3Fstatus%3Ddraft%26q%3Da%2520b',
      'no-store',
    ]);
    expect((await ask('/portal', 'nobody')).headers.get('Location')).toBe('/sign-in?next=%2Fportal');
    expect((await ask('/desk', 'admin', { headers: { 'X-Broken': '1' } })).status).toBe(303);
  });

  it.each(['/desk', '/desk/', '/desk/pieces/1/versions'])('serves %s as a page that is not cached', async (path) => {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(await answer.text()).toContain('<script type="module" src="/desk/assets/desk-1a.js">');
  });

  it('preloads only what the page needs at once', async () => {
    const page = await (await ask('/desk')).text();
    expect([...page.matchAll(/(?:href|src)="(\/desk\/[^"]*)"/g)].map(([, address]) => address)).toEqual([
      '/desk/assets/shared-5e.css',
      '/desk/assets/shared-4d.js',
      '/desk/assets/desk-1a.js',
    ]);
    expect(await (await ask('/portal', 'contributor')).text()).toContain('src="/desk/assets/portal-2b.js"');
  });

  it('allows only its own scripts, and styles with a new nonce each time', async () => {
    const [first, second] = [await ask('/desk'), await ask('/desk')];
    const policy = first.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
    expect(policy).toContain("base-uri 'none'; frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none';
    const page = await first.text();
    expect(page).toContain(`<meta property="csp-nonce" nonce="${nonce}">`);
    expect(page).not.toMatch(/<script(?![^>]* src=)/);
    expect(second.headers.get('Content-Security-Policy')).not.toBe(policy);
  });

  it('sends viewers and contributors to the portal', async () => {
    for (const role of ['viewer', 'contributor']) {
      const answer = await ask('/desk/pieces', role);
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/portal']);
      // The channel that tells a tab that its user has signed in again.
      expect((await ask('/desk/signed-in', role)).status).toBe(200);
    }
  });

  it('serves scripts and styles to anyone, cacheable forever, compressed if accepted', async () => {
    const answer = await ask('/desk/assets/desk-1a.js', 'nobody');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      vary: 'Accept-Encoding',
    });
    expect(await answer.text()).toBe('/* desk-1a.js */');
    const etag = answer.headers.get('ETag') ?? '';
    const known = await ask('/desk/assets/desk-1a.js', 'nobody', { headers: { 'If-None-Match': `"other", W/${etag}` } });
    expect([known.status, await known.text()]).toEqual([304, '']);
    const packed = await ask('/desk/assets/shared-5e.css', 'nobody', { headers: { 'Accept-Encoding': 'br, gzip' } });
    expect([packed.headers.get('Content-Encoding'), packed.headers.get('Content-Type')]).toEqual(['gzip', 'text/css; charset=utf-8']);
    const plain = await ask('/desk/assets/shared-5e.css', 'nobody', { headers: { 'Accept-Encoding': 'gzip;q=0' } });
    expect(plain.headers.get('Content-Encoding')).toBeNull();
  });

  it.each(['/desk/assets/none.js', '/desk/assets/..%2Fmanifest.json', '/desk/assets/manifest.json'])(
    'responds with 404 at %s',
    async (path) => {
      expect((await ask(path)).status).toBe(404);
    },
  );

  it('responds to HEAD as to GET without a body, and to other methods with the allowed ones', async () => {
    const head = await ask('/desk', 'editor', { method: 'HEAD' });
    expect([head.status, await head.text(), head.headers.get('Content-Type')]).toEqual([200, '', 'text/html; charset=utf-8']);
    const posted = await ask('/desk/pieces', 'editor', { method: 'POST' });
    expect([posted.status, posted.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('reports the build command if it is not built, and tries again', async () => {
    let isBuilt = false;
    const later = routes(() => (isBuilt ? readDeskFiles(folder) : Promise.reject(new Error('no bundler'))));
    const asked = () => later.request('/desk', { headers: { 'X-Test-Role': 'editor' } });
    const answer = await asked();
    expect([answer.status, await answer.text(), String(faults.at(-1))]).toEqual([
      503,
      expect.stringContaining('npm run build -- newsroom'),
      'Error: no bundler',
    ]);
    isBuilt = true;
    expect((await asked()).status).toBe(200);
  });
});
