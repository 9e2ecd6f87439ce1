import { restRoutes } from '@colophon/core/rest';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import type { Hono } from 'hono';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createAuthenticator } from '../callers/authenticator.ts';
import { identityRoutes } from '../endpoints/identity-routes.ts';
import { findLink } from '../links/open-links.ts';
import { openBrowserSession } from '../sign-in/password-sign-in.ts';
import { createTenant } from '../tenants/tenant.ts';
import { makeWorld, testTable, type World } from '../testing/world.ts';
import { createToken } from '../tokens/manage-tokens.ts';
import { currentEpoch } from './end-access.ts';
import { ensureUser } from './ensure-user.ts';
import { setMembership } from './manage-memberships.ts';
import { tenantsOf } from './standing.ts';

const BASE_URL = 'https://news.example';

interface Person {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly disabledAt: string | null;
}

describeOnEveryDatabase('the people of a tenant, over REST', (open) => {
  let world: World;
  let routes: Hono;
  let admin = '';
  let editor = '';
  let operator = '';
  let eve = { id: '', email: '' };
  let count = 0;
  beforeAll(async () => {
    world = await makeWorld(await open());
    const { database, tenantId } = world;
    identityRoutes({ database, baseUrl: BASE_URL, secret: 's'.repeat(32), appName: 'Newsroom' });
    const { authenticateRequest } = createAuthenticator(database, { baseUrl: BASE_URL });
    routes = restRoutes({ table: testTable, database, authenticate: authenticateRequest }) as unknown as Hono;
    admin = (await createToken({ database, role: 'admin', tenantId })).token;
    editor = (await createToken({ database, role: 'editor', tenantId })).token;
    operator = (await createToken({ database, role: 'admin' })).token;
  });
  beforeEach(async () => {
    count += 1;
    eve = await ensureUser(world.database, { email: `eve-${count}@news.example`, name: 'Eve' });
    await setMembership(world.database, { userId: eve.id, tenantId: world.tenantId, role: 'viewer' });
  });

  const ask = async (method: string, path: string, token = admin, body?: unknown): Promise<Response> =>
    routes.request(path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Origin: BASE_URL },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const people = async (token = admin): Promise<Person[]> =>
    ((await (await ask('GET', '/members?limit=1000', token)).json()) as { items: Person[] }).items;
  const membershipOf = async (userId: string): Promise<string> => (await people()).find((each) => each.userId === userId)?.id ?? '';

  it('are listed with address, name and role only to admins of that tenant', async () => {
    const members = await people();
    expect(members.find(({ email }) => email === 'ada@news.example')).toMatchObject({ name: 'Ada', role: 'admin', disabledAt: null });
    expect(members.map(({ email }) => email)).not.toContain('bob@news.example');
    expect((await people(operator)).map(({ email }) => email)).toEqual(['bob@news.example']);
    expect((await ask('GET', '/members', editor)).status).toBe(403);
    expect((await ask('GET', `/members/${members[0]?.id}`, operator)).status).toBe(404);
    expect(JSON.stringify(members)).not.toContain('password');
  });

  it('are given another role', async () => {
    const changed = await ask('PATCH', `/members/${await membershipOf(eve.id)}`, admin, { role: 'editor' });
    expect([changed.status, ((await changed.json()) as Person).role]).toEqual([200, 'editor']);
    expect(await tenantsOf(world.database, eve.id)).toMatchObject([{ role: 'editor' }]);
    expect((await ask('PATCH', `/members/${await membershipOf(eve.id)}`, editor, { role: 'admin' })).status).toBe(403);
    const moved = await ask('PATCH', `/members/${await membershipOf(eve.id)}`, admin, { userId: world.bob.userId });
    expect(moved.status).toBe(422);
  });

  it('are removed from it, and signed out', async () => {
    const epoch = await currentEpoch(world.database, eve.id);
    expect((await ask('DELETE', `/members/${await membershipOf(eve.id)}`)).status).toBe(204);
    expect(await tenantsOf(world.database, eve.id)).toEqual([]);
    expect(await currentEpoch(world.database, eve.id)).toBe((epoch ?? 0) + 1);
  });

  it('cannot remove, change or disable themselves, so that an admin is left', async () => {
    const accessEpoch = (await currentEpoch(world.database, world.ada.userId)) ?? 0;
    const now = new Date();
    const secret = await openBrowserSession(world.database, { ...world.ada, userName: 'Ada', accessEpoch, agent: null, address: '', now });
    const id = await membershipOf(world.ada.userId);
    for (const [method, path, body] of [
      ['DELETE', `/members/${id}`, undefined],
      ['PATCH', `/members/${id}`, { role: 'viewer' }],
      ['POST', `/members/${id}/disable`, undefined],
    ] as const) {
      const response = await routes.request(path, {
        method,
        headers: { Cookie: `__Host-colophon_session=${secret}`, Origin: BASE_URL, 'Content-Type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      expect(response.status).toBe(403);
    }
  });

  it('are managed by admins who have signed in, as by their tokens', async () => {
    const accessEpoch = (await currentEpoch(world.database, world.ada.userId)) ?? 0;
    const now = new Date();
    const secret = await openBrowserSession(world.database, { ...world.ada, userName: 'Ada', accessEpoch, agent: null, address: '', now });
    const response = await routes.request(`/members/${await membershipOf(eve.id)}`, {
      method: 'PATCH',
      headers: { Cookie: `__Host-colophon_session=${secret}`, Origin: BASE_URL, 'Content-Type': 'application/json' },
      body: JSON.stringify({ role: 'editor' }),
    });
    expect([response.status, ((await response.json()) as Person).role]).toEqual([200, 'editor']);
  });

  it('keep their second factors, and what is demanded of them, from programs: only people decide on either', async () => {
    const refusal = async (response: Promise<Response>) => {
      const { status } = await response;
      return [status, ((await (await response).json()) as { detail: string }).detail];
    };
    const refused = [403, expect.stringContaining('Only people can do this')];
    expect(await refusal(ask('POST', `/members/${await membershipOf(eve.id)}/reset-factor`))).toEqual(refused);
    expect(await refusal(ask('PUT', '/members/second-factor', admin, { roles: ['editor'] }))).toEqual(refused);
    expect(await refusal(ask('PUT', '/members/second-factor', admin, { roles: [] }))).toEqual(refused);
    const many = Array.from({ length: 9 }, () => 'editor');
    expect((await ask('PUT', '/members/second-factor', admin, { roles: many })).status).toBe(422);
    expect(await (await ask('GET', '/members/second-factor')).json()).toEqual({ roles: [] });
  });

  it('are disabled and enabled again', async () => {
    const id = await membershipOf(eve.id);
    expect((await ask('POST', `/members/${id}/disable`)).status).toBe(200);
    expect(await tenantsOf(world.database, eve.id)).toEqual([]);
    expect((await people()).find(({ userId }) => userId === eve.id)?.disabledAt).not.toBeNull();
    expect((await ask('POST', `/members/${id}/disable`)).status).toBe(409);
    expect((await ask('PUT', `/members/${id}/reset-password`)).status).toBe(409);
    expect((await ask('POST', `/members/${id}/enable`)).status).toBe(200);
    expect(await tenantsOf(world.database, eve.id)).toMatchObject([{ role: 'viewer' }]);
  });

  it('get a link to set a password, which is not stored', async () => {
    const response = await routes.request(`/members/${await membershipOf(eve.id)}/reset-password`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${admin}`, 'Idempotency-Key': 'a key of a client' },
    });
    expect(response.status).toBe(200);
    const { email, setPasswordUrl } = (await response.json()) as { email: string; setPasswordUrl: string };
    expect([email, setPasswordUrl.startsWith(`${BASE_URL}/set-password?token=`)]).toEqual([eve.email, true]);
    const secret = new URL(setPasswordUrl).searchParams.get('token') ?? '';
    expect(await findLink(world.database, { purpose: 'password', secret, now: new Date() })).toMatchObject({ email: eve.email });
    for (const { name } of testTable.schema) {
      const rows = await world.database.all(world.database.dialect.builder.selectFrom(name).selectAll().compile());
      expect([name, JSON.stringify(rows).includes(secret)]).toEqual([name, false]);
    }
  });

  it('can have their account changed only if they belong to no other tenant', async () => {
    const otherTenant = await createTenant({ database: world.database, slug: `other-${count}` });
    await setMembership(world.database, { userId: eve.id, tenantId: otherTenant.id, role: 'editor' });
    const id = await membershipOf(eve.id);
    for (const [method, path] of [
      ['POST', 'disable'],
      ['POST', 'enable'],
      ['PUT', 'reset-password'],
    ] as const) {
      const refused = await ask(method, `/members/${id}/${path}`);
      expect([path, refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
        path,
        403,
        expect.stringContaining('other tenants'),
      ]);
    }
    expect(await tenantsOf(world.database, eve.id)).toHaveLength(2);
  });
});
