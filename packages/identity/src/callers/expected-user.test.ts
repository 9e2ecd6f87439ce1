import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
import { openBrowserSession } from '../sign-in/password-sign-in.ts';
import { makeWorld, type World } from '../testing/world.ts';
import { createToken } from '../tokens/manage-tokens.ts';
import { currentEpoch } from '../users/end-access.ts';
import { createAuthenticator } from './authenticator.ts';

const BASE_URL = 'http://news.example';

describeOnEveryDatabase('X-Expect-User', (open) => {
  let world: World;
  let cookie: string;
  beforeAll(async () => {
    world = await makeWorld(await open());
    const { userId, name } = world.ada;
    const accessEpoch = (await currentEpoch(world.database, userId)) ?? 0;
    const opened = { userId, userName: name, accessEpoch, agent: null, address: '127.0.0.1', now: new Date() };
    cookie = `colophon_session=${await openBrowserSession(world.database, opened)}`;
  });

  const ask = async (headers: Readonly<Record<string, string>>, method = 'GET'): Promise<unknown> => {
    const { authenticateRequest } = createAuthenticator(world.database, { baseUrl: BASE_URL });
    const request = new Request(`${BASE_URL}/api/v1/articles`, { method, headers: { Origin: BASE_URL, ...headers } });
    return authenticateRequest(request).then(
      ({ kind }) => kind,
      ({ status, code }: { status: number; code: string }) => `${status} ${code}`,
    );
  };

  it('accepts the expected user', async () => {
    expect(await ask({ cookie, 'X-Expect-User': world.ada.userId })).toBe('user');
    expect(await ask({ cookie, 'X-Expect-User': world.ada.userId }, 'POST')).toBe('user');
    expect(await ask({ cookie })).toBe('user');
  });

  it('rejects other users, and anonymous callers with an expired cookie', async () => {
    expect(await ask({ cookie, 'X-Expect-User': world.bob.userId })).toBe('401 session_over');
    expect(await ask({ cookie: `colophon_session=${'x'.repeat(43)}`, 'X-Expect-User': world.ada.userId })).toBe('401 session_over');
    expect(await ask({ 'X-Expect-User': world.ada.userId })).toBe('401 session_over');
    expect(await ask({ cookie, 'X-Expect-User': '' })).toBe('401 session_over');
  });

  it('applies to bearer tokens too, after their own validation', async () => {
    const { id, token } = await createToken({ database: world.database, role: 'viewer', tenantId: world.tenantId });
    expect(await ask({ Authorization: `Bearer ${token}`, 'X-Expect-User': id })).toBe('token');
    expect(await ask({ Authorization: `Bearer ${token}`, 'X-Expect-User': world.ada.userId })).toBe('401 session_over');
    expect(await ask({ Authorization: 'Bearer nonsense', 'X-Expect-User': id })).toBe('401 invalid_token');
  });

  it('applies to an application with its own sign-in', async () => {
    const { userId, name } = world.ada;
    const user = { id: userId, name, email: 'ada@news.example' };
    const session = { sessionId: 's', user, tenantId: world.tenantId, authenticatedAt: new Date().toISOString() };
    const signIn = {
      currentUser: async () => session,
      tenantsOf: async () => [{ tenant: { id: world.tenantId, slug: 'gazette', name: 'The Gazette' }, role: 'admin' as const }],
      signInPath: () => '/login',
    };
    const { authenticateRequest } = createAuthenticator(world.database, { baseUrl: BASE_URL, signIn });
    const request = (expected: string): Request => new Request(BASE_URL, { headers: { 'X-Expect-User': expected } });
    expect(await authenticateRequest(request(userId))).toMatchObject({ id: userId });
    await expect(authenticateRequest(request(world.bob.userId))).rejects.toMatchObject({ code: 'session_over' });
  });
});
