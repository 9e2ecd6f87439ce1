import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from './config/load-config.ts';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

const SITE = 'https://app.example';

describe('pages of other sites', () => {
  let newsroom: NewsroomProcess;
  beforeAll(async () => {
    newsroom = await startNewsroom({ CORS_ORIGINS: `${SITE}, https://other.example`, NEWSROOM_SEED: 'none' });
  });
  afterAll(() => newsroom.dispose());

  const ask = (path: string, origin: string, method = 'GET', headers: Record<string, string> = {}): Promise<Response> =>
    fetch(newsroom.url + path, { method, headers: { Origin: origin, ...headers } });

  it('use the API with a token, when their site is on the list', async () => {
    const token = newsroom.run('token', 'create', '--role', 'viewer').stdout.trim();
    for (const path of ['/api/v1/articles', '/api/_resources', '/api/mcp/tools']) {
      const preflight = await ask(path, SITE, 'OPTIONS', {
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization',
      });
      expect([path, preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([path, 204, SITE]);
      expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
      const answer = await ask(path, SITE, 'GET', { Authorization: `Bearer ${token}` });
      expect([answer.status, answer.headers.get('access-control-allow-origin'), answer.headers.get('vary')]).toEqual([
        200,
        SITE,
        expect.stringContaining('Origin'),
      ]);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
    const refused = await ask('/api/v1/articles/nothing', SITE);
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([404, SITE]);
  });

  it('are refused if it is not, and on pages for people', async () => {
    expect((await ask('/api/v1/articles', 'https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
    expect((await ask('/sign-in', SITE)).headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each(['*', 'app.example', 'https://app.example/', 'https://app.example/path', 'null'])('are not named by %s', (setting) => {
    expect(() => loadConfig({ CORS_ORIGINS: setting, NEWSROOM_SECRET: 'x'.repeat(32) })).toThrow(/CORS_ORIGINS must be origins/);
  });
});
