import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTenant } from '../tenants/tenant.ts';
import type { Browser } from '../testing/browser.ts';
import { type RunningIdentity, serveIdentity } from '../testing/serve.ts';
import { signedIn } from '../testing/sign-in-as.ts';
import { makeWorld, TestClock, type World } from '../testing/world.ts';
import { createToken } from '../tokens/manage-tokens.ts';
import { removeMembership, setMembership } from '../users/manage-memberships.ts';

const SESSION = '/api/v1/session';

describeOnEveryDatabase('the session of a browser, as JSON', (open) => {
  let world: World;
  let server: RunningIdentity;
  let ada: Browser;
  const clock = new TestClock();
  beforeAll(async () => {
    world = await makeWorld(await open());
    server = await serveIdentity(world.database, { clock: clock.now, features: { ai: true, chat: false }, timeZone: 'Europe/Oslo' });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    clock.advance(1000);
    ada = await signedIn(server, world.database, world.ada, clock.now());
  });

  const page = (more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({ Origin: server.url, ...more });
  const json = async (response: Response): Promise<Record<string, unknown>> => (await response.json()) as Record<string, unknown>;
  const keep = (browser: Browser, response: Response): void => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
    browser.cookies.set(name, value);
  };

  it('returns the user, tenant, role, expiry and features', async () => {
    const response = await ada.fetch(SESSION);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const tenant = { id: world.tenantId, slug: 'gazette', name: 'The Gazette' };
    expect(await json(response)).toEqual({
      user: { id: world.ada.userId, name: 'Ada', email: 'ada@news.example' },
      tenant,
      role: 'admin',
      tenants: [{ tenant, role: 'admin' }],
      authenticatedAt: clock.now().toISOString(),
      secondFactor: { shownAt: null, isMissing: false },
      expiresAt: new Date(clock.now().getTime() + 14 * 24 * 3600 * 1000).toISOString(),
      timeZone: 'Europe/Oslo',
      features: { ai: true, chat: false },
    });
    expect((await ada.fetch('/api/session')).status).toBe(200);
    expect(await (await ada.fetch(SESSION)).text()).not.toContain(ada.cookies.get('colophon_session'));
  });

  it('is 401 without a cookie, with an expired cookie, and with a bearer token', async () => {
    expect(await json(await server.browser().fetch(SESSION))).toMatchObject({ status: 401, code: 'unauthenticated' });
    const { token } = await createToken({ database: world.database, role: 'admin', tenantId: world.tenantId });
    expect((await server.browser().fetch(SESSION, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(401);
    clock.advance(15 * 24 * 3600);
    expect((await ada.fetch(SESSION)).status).toBe(401);
  });

  it('rejects unsupported methods', async () => {
    const refused = await ada.fetch(SESSION, { method: 'PUT', headers: page() });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, DELETE']);
    const read = await ada.fetch(`${SESSION}/tenant`);
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('ends with DELETE, in the browser and on the server, idempotently', async () => {
    const response = await ada.fetch(SESSION, { method: 'DELETE', headers: page() });
    expect([response.status, response.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    expect((await ada.fetch(SESSION)).status).toBe(401);
    expect((await ada.fetch(SESSION, { method: 'DELETE', headers: page() })).status).toBe(204);
  });

  it('is ended and switched only from pages of this site', async () => {
    for (const headers of [{}, { Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site', Origin: server.url }] as Record<
      string,
      string
    >[]) {
      expect((await ada.fetch(SESSION, { method: 'DELETE', headers })).status).toBe(403);
      expect((await ada.fetch(`${SESSION}/tenant`, { method: 'POST', headers, body: '{}' })).status).toBe(403);
    }
    expect((await ada.fetch(SESSION)).status).toBe(200);
  });

  it('continues in another tenant with a new secret, and the earlier session ends', async () => {
    const other = await createTenant({ database: world.database, slug: `courier-${clock.now().getTime()}`, name: 'The Courier' });
    await setMembership(world.database, { userId: world.ada.userId, tenantId: other.id, role: 'viewer' });
    const before = new Map(ada.cookies);
    const headers = page({ 'Content-Type': 'application/json' });
    const response = await ada.fetch(`${SESSION}/tenant`, { method: 'POST', headers, body: JSON.stringify({ tenantId: other.id }) });
    expect(await json(response)).toMatchObject({ tenant: { id: other.id }, role: 'viewer', tenants: [{}, {}] });
    expect((await ada.fetch(SESSION)).status).toBe(401);
    keep(ada, response);
    expect(ada.cookies.get('colophon_session')).not.toBe(before.get('colophon_session'));
    expect(await json(await ada.fetch(SESSION))).toMatchObject({ tenant: { id: other.id }, authenticatedAt: clock.now().toISOString() });
    await removeMembership(world.database, { userId: world.ada.userId, tenantId: other.id });
  });

  it('cannot switch to a tenant without membership, or without a valid tenant', async () => {
    const send = async (body: unknown): Promise<number> => {
      const headers = page({ 'Content-Type': 'application/json' });
      return (await ada.fetch(`${SESSION}/tenant`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
    };
    const foreign = await createTenant({ database: world.database, slug: `foreign-${clock.now().getTime()}` });
    expect([await send({ tenantId: foreign.id }), await send({ tenantId: null })]).toEqual([403, 403]);
    expect([await send({}), await send({ tenantId: 5 }), await send({ tenantId: '' }), await send([])]).toEqual([400, 400, 400, 400]);
    expect((await ada.fetch(SESSION)).status).toBe(200);
  });

  it('has no role after its tenant was lost, and can switch to another one', async () => {
    const lost = await createTenant({ database: world.database, slug: `lost-${clock.now().getTime()}` });
    await world.database.run(
      world.database.dialect.builder.updateTable('sessions').set({ tenantId: lost.id }).where('userId', '=', world.ada.userId).compile(),
    );
    expect(await json(await ada.fetch(SESSION))).toMatchObject({ tenant: null, role: null, tenants: [{ tenant: { id: world.tenantId } }] });
    const headers = page({ 'Content-Type': 'application/json' });
    const body = JSON.stringify({ tenantId: world.tenantId });
    expect(await json(await ada.fetch(`${SESSION}/tenant`, { method: 'POST', headers, body }))).toMatchObject({ role: 'admin' });
  });

  it('is not returned, ended or switched if the page expects another user', async () => {
    const wrong = page({ 'X-Expect-User': world.bob.userId, 'Content-Type': 'application/json' });
    expect(await json(await ada.fetch(SESSION, { headers: wrong }))).toMatchObject({ status: 401, code: 'session_over' });
    expect((await ada.fetch(SESSION, { method: 'DELETE', headers: wrong })).status).toBe(401);
    const body = JSON.stringify({ tenantId: world.tenantId });
    expect((await ada.fetch(`${SESSION}/tenant`, { method: 'POST', headers: wrong, body })).status).toBe(401);
    expect((await ada.fetch(SESSION, { headers: { 'X-Expect-User': world.ada.userId } })).status).toBe(200);
    expect(await json(await server.browser().fetch(SESSION, { headers: wrong }))).toMatchObject({ code: 'session_over' });
  });
});
