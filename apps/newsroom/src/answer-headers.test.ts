import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from './config/load-config.ts';
import { securityHeaders } from './server/security-headers.ts';
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
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000');
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
    expect(Object.keys(securityHeaders(baseUrl))).toEqual(['X-Content-Type-Options']);
    expect(Object.keys(securityHeaders('https://news.example'))).toEqual(['X-Content-Type-Options', 'Strict-Transport-Security']);
  });
});
