import { TestPorts } from '@colophon/core/testing';
import { openDatabase } from '@colophon/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityRoutes } from '../endpoints/identity-routes.ts';
import { createAuthenticator } from '../callers/authenticator.ts';
import { makeWorld, type World } from '../testing/world.ts';
import { createToken } from '../tokens/manage-tokens.ts';
import { tenantsOf } from '../users/standing.ts';
import type { SignIn } from './port.ts';

const BASE_URL = 'https://news.example';

describe('an application with its own sign-in', () => {
  let world: World;
  let signIn: SignIn;
  beforeAll(async () => {
    world = await makeWorld(await openDatabase('sqlite::memory:', { ports: new TestPorts() }));
    signIn = {
      // Simulates a company's own sign-on: a header set by its gateway.
      async currentUser({ headers }) {
        if (headers.get('x-employee') !== 'ada') return undefined;
        const user = { id: world.ada.userId, name: 'Ada', email: 'ada@news.example' };
        return {
          sessionId: 'company',
          user,
          tenantId: headers.get('x-works-in') ?? world.tenantId,
          authenticatedAt: new Date().toISOString(),
        };
      },
      tenantsOf: (userId) => tenantsOf(world.database, userId),
      signInPath: (returnTo) => `/company-sign-on?back=${encodeURIComponent(returnTo)}`,
    };
  });
  afterAll(() => world.database.close());

  const routes = () => identityRoutes({ database: world.database, baseUrl: BASE_URL, secret: 's'.repeat(32), appName: 'Newsroom', signIn });

  it('lets its users approve terminals', async () => {
    const app = routes();
    const asked = await app.request('/terminal-login?code=BCDF-GHJK');
    expect(asked.headers.get('location')).toBe('/company-sign-on?back=%2Fterminal-login%3Fcode%3DBCDF-GHJK');
    const login = (await (await app.request('/api/cli/auth/start', { method: 'POST' })).json()) as {
      userCode: string;
      deviceCode: string;
      issuer: string;
    };
    expect(login.issuer).toBe(BASE_URL);
    const page = await (await app.request('/terminal-login', { headers: { 'X-Employee': 'ada' } })).text();
    const csrfToken = /name="csrfToken" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const approved = await app.request('/terminal-login', {
      method: 'POST',
      headers: { 'X-Employee': 'ada', Origin: BASE_URL, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrfToken, userCode: login.userCode, tenantId: world.tenantId, action: 'approve' }).toString(),
    });
    expect(approved.status).toBe(200);
    const polled = await app.request('/api/cli/auth/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ deviceCode: login.deviceCode }),
    });
    expect(await polled.json()).toMatchObject({ status: 'approved' });
  });

  it('has no sign-in pages of identity', async () => {
    for (const path of ['/sign-in', '/account', '/set-password', '/invitation']) expect((await routes().request(path)).status).toBe(404);
  });

  it('authenticates its users on every surface, with writes only from its own pages', async () => {
    const { authenticateRequest } = createAuthenticator(world.database, { baseUrl: BASE_URL, signIn });
    const ask = (init: RequestInit) => authenticateRequest(new Request(`${BASE_URL}/api/v1/contents`, init));
    const ada = { kind: 'user', id: world.ada.userId, name: 'Ada', tenantId: world.tenantId, role: 'admin' };
    expect(await ask({ headers: { 'X-Employee': 'ada' } })).toEqual(ada);
    expect(await ask({ method: 'POST', headers: { 'X-Employee': 'ada', Origin: BASE_URL } })).toEqual(ada);
    await expect(ask({ method: 'POST', headers: { 'X-Employee': 'ada' } })).rejects.toMatchObject({ status: 403 });
    expect(await ask({ headers: { 'X-Employee': 'ada', 'X-Works-In': 'elsewhere' } })).toMatchObject({ kind: 'anonymous' });
    expect(await ask({})).toMatchObject({ kind: 'anonymous' });
    const { token } = await createToken({ database: world.database, role: 'viewer' });
    expect(await ask({ headers: { 'X-Employee': 'ada', Authorization: `Bearer ${token}` } })).toMatchObject({
      kind: 'token',
      role: 'viewer',
    });
  });

  it('fails at start with an invalid secret or address', () => {
    const options = { database: world.database, appName: 'Newsroom', signIn };
    expect(() => identityRoutes({ ...options, baseUrl: BASE_URL, secret: 'short' })).toThrow(/^secret: /);
    for (const baseUrl of [
      'news.example',
      'ftp://news.example',
      'https://news.example/sub',
      'https://ada@news.example',
      'https://news.example/?x',
    ]) {
      expect(() => identityRoutes({ ...options, baseUrl, secret: 's'.repeat(32) })).toThrow(/^baseUrl: /);
    }
  });
});
