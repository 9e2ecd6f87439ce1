import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from './config/load-config.ts';
import { securityHeaders } from '../../../packages/app/src/server/security-headers.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

describe('every answer', () => {
  let newsroom: NewsroomProcess;
  let token = '';
  beforeAll(async () => {
    newsroom = await startNewsroom({ BASE_URL: 'https://news.example' });
    token = newsroom.run('token', 'create', '--role', 'admin').stdout.trim();
  });
  afterAll(() => newsroom.dispose());

  const JSON_BODY = { 'Content-Type': 'application/json' };
  it.each<[number, string, string, RequestInit?]>([
    [200, 'GET', '/'],
    [200, 'GET', '/healthz'],
    [200, 'GET', '/readyz'],
    [200, 'GET', '/corrections.json'],
    [200, 'GET', '/corrections.atom'],
    [200, 'GET', '/api/v1/articles'],
    [200, 'HEAD', '/api/v1/articles'],
    [200, 'GET', '/api/v1/tags?limit=1'],
    [400, 'GET', '/api/v1/articles?limit=many'],
    [404, 'GET', '/api/v1/articles/nothing'],
    [404, 'GET', '/api/v1/assets/nothing/file'],
    [404, 'GET', '/nowhere'],
    [401, 'GET', '/api/v1/members'],
    [401, 'GET', '/api/_resources', { headers: { Authorization: 'Bearer nonsense' } }],
    [200, 'GET', '/api/_resources'],
    [200, 'GET', '/api/v1/openapi.json'],
    [200, 'GET', '/api/mcp/tools'],
    [200, 'POST', '/api/mcp/call', { body: '{"name":"tag_list","arguments":{}}', headers: JSON_BODY }],
    [415, 'POST', '/api/v1/articles', { body: 'x', headers: { 'Content-Type': 'text/plain' } }],
    [200, 'GET', '/.well-known/oauth-authorization-server'],
    [201, 'POST', '/api/cli/auth/start'],
    [400, 'POST', '/api/cli/auth/token'],
    [400, 'POST', '/api/cli/auth/revoke'],
    [405, 'GET', '/api/cli/auth/revoke'],
    [405, 'DELETE', '/'],
    [405, 'OPTIONS', '/healthz'],
    [405, 'POST', '/readyz'],
    [405, 'DELETE', '/corrections.json'],
    [405, 'PUT', '/api/v1/openapi.json'],
    [405, 'DELETE', '/account'],
    [405, 'DELETE', '/.well-known/oauth-authorization-server'],
    [401, 'GET', '/api/cli/auth/session'],
    [200, 'GET', '/sign-in'],
    [303, 'GET', '/account'],
    [303, 'GET', '/terminal-login'],
    [404, 'GET', '/set-password?token=nonsense'],
  ])('says %i to %s %s with nosniff, and that HTTPS is the only way', async (status, method, path, init) => {
    const response = await fetch(newsroom.url + path, { method, redirect: 'manual', ...init });
    expect([path, response.status]).toEqual([path, status]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    await response.body?.cancel();
  });

  it('has the header on an event stream, and on a 304', async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const events = await fetch(`${newsroom.url}/api/v1/jobs/events`, { headers });
    expect([events.status, events.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
    await events.body?.cancel();
    const first = await fetch(`${newsroom.url}/api/_resources`, { headers });
    const again = await fetch(`${newsroom.url}/api/_resources`, {
      headers: { ...headers, 'If-None-Match': first.headers.get('etag') ?? '' },
    });
    expect([again.status, again.headers.get('x-content-type-options')]).toEqual([304, 'nosniff']);
  });

  it('requires HTTPS only if the public address uses it', () => {
    const { baseUrl } = loadConfig({ NEWSROOM_SECRET: 'x'.repeat(32) });
    expect(Object.keys(securityHeaders(baseUrl))).toEqual(['X-Content-Type-Options', 'Referrer-Policy']);
    const strict = (httpsOnly?: 'subdomains' | 'host' | 'off') =>
      securityHeaders('https://news.example', httpsOnly)['Strict-Transport-Security'];
    expect([strict(), strict('host'), strict('off')]).toEqual(['max-age=31536000; includeSubDomains', 'max-age=31536000', undefined]);
  });

  const JSON_OR_XML = /^(?:application\/(?:[\w.+-]+\+)?(?:json|xml)|text\/(?:xml|plain|event-stream))/;
  /** What a response lacks of what its class must have. */
  function faultsOf({ headers }: Response, isAuthenticated: boolean): string[] {
    const type = headers.get('content-type') ?? '';
    const cacheControl = headers.get('cache-control') ?? '';
    const policy = headers.get('content-security-policy') ?? '';
    const isShared = cacheControl.includes('public');
    const required: Record<string, boolean> = {
      nosniff: headers.get('x-content-type-options') === 'nosniff',
      'only HTTPS': headers.get('strict-transport-security') === 'max-age=31536000; includeSubDomains',
      'Referrer-Policy': headers.has('referrer-policy'),
      'Cross-Origin-Resource-Policy': headers.get('cross-origin-resource-policy') === (isShared ? 'cross-origin' : 'same-origin'),
      'no-store': !isAuthenticated || isShared || cacheControl === 'no-store' || policy.includes('sandbox'),
      'a policy': type.startsWith('text/html') ? policy !== '' : !JSON_OR_XML.test(type) || policy.includes("default-src 'none'"),
      'no framing': policy === '' || policy.includes('frame-ancestors') || policy.includes('sandbox'),
    };
    return Object.keys(required).filter((name) => !required[name]);
  }
  const PAGES = [
    '/',
    '/sign-in',
    '/account',
    '/desk',
    '/portal',
    '/terminal-login',
    '/developers',
    '/sitemap.xml',
    '/robots.txt',
    '/feed.xml',
    '/corrections.json',
  ];

  it('of every route has the headers of its class, for anybody and with credentials', { timeout: 120_000 }, async () => {
    const { paths } = (await (await fetch(`${newsroom.url}/api/v1/openapi.json`)).json()) as { paths: Record<string, object> };
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      'get' in methods ? [`/api/v1${path.replaceAll(/\{[^}]*\}/g, '01900000-0000-7000-8000-000000000000')}`] : [],
    );
    expect(routes.length).toBeGreaterThan(80);
    const faults: string[] = [];
    const types = new Set<string>();
    for (const path of [...routes, ...PAGES]) {
      for (const headers of [{}, { Authorization: `Bearer ${token}` }, { Cookie: `__Host-colophon_session=${'x'.repeat(43)}` }]) {
        const response = await fetch(newsroom.url + path, { headers, redirect: 'manual' });
        await response.body?.cancel();
        types.add((response.headers.get('content-type') ?? 'none').split(';')[0] ?? '');
        for (const fault of faultsOf(response, 'Authorization' in headers || 'Cookie' in headers))
          faults.push(`${path} ${response.status} ${Object.keys(headers).join('')} lacks ${fault}`);
      }
    }
    expect(faults).toEqual([]);
    expect([...types]).toEqual(expect.arrayContaining(['text/html', 'application/json', 'application/xml', 'application/problem+json']));
  });

  it('with a file keeps it for its reader, and lets other sites show it only if everybody may read it', async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const uploaded = await fetch(`${newsroom.url}/api/v1/assets/upload?name=note.txt`, {
      method: 'POST',
      body: 'Hello.',
      headers: { ...headers, 'Content-Type': 'text/plain' },
    });
    const { id } = (await uploaded.json()) as { id: string };
    const file = await fetch(`${newsroom.url}/api/v1/assets/${id}/file`, { headers });
    expect([file.status, file.headers.get('cache-control'), file.headers.get('cross-origin-resource-policy')]).toEqual([
      200,
      'private, no-cache',
      'same-origin',
    ]);
  });

  it('to a sign-out empties the cache of the browser', async () => {
    const signedOut = await fetch(`${newsroom.url}/api/v1/session`, { method: 'DELETE', headers: { Origin: 'https://news.example' } });
    expect([signedOut.status, signedOut.headers.get('clear-site-data')]).toEqual([204, '"cache"']);
  });
});
