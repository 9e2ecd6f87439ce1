import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

const PASSWORD = 'correct horse battery staple';

describe('the session of a browser', () => {
  let newsroom: NewsroomProcess;
  let cookie = '';
  let ada = '';
  beforeAll(async () => {
    newsroom = await startNewsroom({ NEWSROOM_SEED: 'none', CORS_ORIGINS: 'https://app.example' });
    const made = newsroom.run('user', 'create', '--email', 'ada@news.example', '--role', 'admin').stdout;
    const link = /https?:\S+token=(\S+)/.exec(made)?.[1] ?? '';
    const answer = await send('/set-password', 'POST', { body: new URLSearchParams({ token: link, password: PASSWORD }) });
    cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    ada = ((await (await send('/api/v1/session')).json()) as { user: { id: string } }).user.id;
  });
  afterAll(() => newsroom.dispose());

  const send = (
    path: string,
    method = 'GET',
    init: { body?: URLSearchParams | string; headers?: Record<string, string> } = {},
  ): Promise<Response> =>
    fetch(newsroom.url + path, {
      ...init,
      method,
      redirect: 'manual',
      headers: {
        cookie,
        Origin: newsroom.url,
        ...(typeof init.body === 'string' ? { 'Content-Type': 'application/json' } : {}),
        ...init.headers,
      },
    });

  it('includes the features of this Newsroom', async () => {
    const session = (await (await send('/api/v1/session')).json()) as Record<string, unknown>;
    expect(session).toMatchObject({
      user: { email: 'ada@news.example' },
      tenant: null,
      role: 'admin',
      features: { ai: false, chat: false },
    });
  });

  it('refuses requests for another user than expected, on every surface', async () => {
    const paths = ['/api/v1/articles', '/api/v1/session', '/api/_resources', '/api/mcp/tools', '/api/v1/jobs/events'];
    for (const path of paths) {
      const refused = await send(path, 'GET', { headers: { 'X-Expect-User': 'somebody-else' } });
      expect([path, refused.status, ((await refused.json()) as { code: string }).code]).toEqual([path, 401, 'session_over']);
    }
    const body = JSON.stringify({ title: 'Not mine' });
    expect((await send('/api/v1/articles', 'POST', { body, headers: { 'X-Expect-User': 'somebody-else' } })).status).toBe(401);
    expect((await send('/api/v1/articles', 'POST', { body, headers: { 'X-Expect-User': ada } })).status).toBe(201);
    expect(await (await send('/api/v1/articles', 'GET', { headers: { 'X-Expect-User': ada } })).json()).toMatchObject({ count: 1 });
  });

  it('makes tokens and invitations, whose secrets are shown once', async () => {
    const body = JSON.stringify({ name: 'Importer', role: 'editor' });
    const { token } = (await (await send('/api/v1/tokens', 'POST', { body })).json()) as { token: string };
    expect(await (await send('/api/v1/tokens')).text()).not.toContain(token);
    expect((await fetch(`${newsroom.url}/api/v1/articles`, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200);
    const invited = await send('/api/v1/members/invitations', 'POST', {
      body: JSON.stringify({ email: 'bob@news.example', role: 'viewer' }),
    });
    const { url } = (await invited.json()) as { url: string };
    expect((await fetch(url.replace(/^https?:\/\/[^/]+/, newsroom.url))).status).toBe(200);
  });

  it('is in the OpenAPI document, and pages of other sites can send the expected user', async () => {
    const { paths } = (await (await send('/api/v1/openapi.json')).json()) as { paths: Record<string, object> };
    expect(Object.keys(paths['/session'] ?? {})).toEqual(['get', 'delete']);
    expect(paths).toHaveProperty(['/session/tenant', 'post']);
    const preflight = await send('/api/v1/articles', 'OPTIONS', {
      headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'x-expect-user' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('X-Expect-User');
  });

  it('is ended by DELETE', async () => {
    expect((await send('/api/v1/session', 'DELETE')).status).toBe(204);
    expect((await send('/api/v1/session')).status).toBe(401);
  });
});
