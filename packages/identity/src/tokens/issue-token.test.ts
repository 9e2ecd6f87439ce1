import { AuditEntries, makeCall } from '@colophon/core';
import { restRoutes } from '@colophon/core/rest';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import type { Hono } from 'hono';
import { beforeAll, expect, it } from 'vitest';
import { createAuthenticator } from '../callers/authenticator.ts';
import { openBrowserSession } from '../sign-in/password-sign-in.ts';
import { makeWorld, testTable, type World } from '../testing/world.ts';
import { currentEpoch } from '../users/end-access.ts';
import { ApiTokens } from './api-token.ts';
import { createToken } from './manage-tokens.ts';

const BASE_URL = 'http://news.example';

describeOnEveryDatabase('tokens created over REST', (open) => {
  let world: World;
  let routes: Hono;
  let ada: string;
  let bob: string;
  beforeAll(async () => {
    world = await makeWorld(await open());
    const { database } = world;
    const { authenticateRequest } = createAuthenticator(database, { baseUrl: BASE_URL });
    routes = restRoutes({ table: testTable, database, authenticate: authenticateRequest }) as unknown as Hono;
    ada = await cookieOf(world.ada);
    bob = await cookieOf(world.bob);
  });

  async function cookieOf({ userId, name }: World['ada']): Promise<string> {
    const accessEpoch = (await currentEpoch(world.database, userId)) ?? 0;
    const opened = { userId, userName: name, accessEpoch, agent: null, address: '127.0.0.1', now: new Date() };
    return `colophon_session=${await openBrowserSession(world.database, opened)}`;
  }
  const issue = async (body: unknown, headers: Readonly<Record<string, string>> = { cookie: ada }): Promise<Response> =>
    routes.request('/tokens', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: BASE_URL, ...headers },
      body: JSON.stringify(body),
    });

  it('are returned once, in the tenant of their creator, and are valid', async () => {
    const answer = await issue({ name: ' Importer ', role: 'editor', expiresAt: '2999-01-01T00:00:00+01:00' });
    const made = (await answer.json()) as { id: string; token: string };
    expect(answer.status).toBe(201);
    expect(made).toEqual({
      id: made.id,
      token: expect.stringMatching(/^colophon_/) as string,
      name: 'Importer',
      role: 'editor',
      prefix: made.token.slice(0, (await new ApiTokens(world.database).require(made.id)).prefix.length),
      expiresAt: '2998-12-31T23:00:00.000Z',
    });
    const { authenticate } = createAuthenticator(world.database);
    expect(await authenticate({ authorization: `Bearer ${made.token}` })).toMatchObject({ role: 'editor', tenantId: world.tenantId });
    const again = await routes.request(`/tokens/${made.id}`, { headers: { cookie: ada } });
    expect([again.status, (await again.text()).includes(made.token)]).toEqual([200, false]);
  });

  it('are in the audit log with their creator, without their secret', async () => {
    const { id, token } = (await (await issue({ name: 'Audited', role: 'viewer' })).json()) as { id: string; token: string };
    const entries = await new AuditEntries(world.database).list({ where: { objectId: id } });
    expect(entries).toMatchObject([{ callerId: world.ada.userId, tenantId: world.tenantId }]);
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  it('are not stored for replay: an Idempotency-Key is rejected', async () => {
    const before = await new ApiTokens(world.database).count();
    const answer = await issue({ name: 'Twice', role: 'viewer' }, { cookie: ada, 'Idempotency-Key': 'one' });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([422, 'idempotency_not_offered']);
    expect(await new ApiTokens(world.database).count()).toBe(before);
  });

  it('are created only by signed-in admins, not by tokens, editors, anonymous callers or foreign pages', async () => {
    const { token } = await createToken({ database: world.database, role: 'admin', tenantId: world.tenantId });
    const body = { name: 'x', role: 'viewer' };
    expect((await issue(body, { Authorization: `Bearer ${token}` })).status).toBe(403);
    expect((await issue(body, { cookie: bob })).status).toBe(403);
    expect((await issue(body, {})).status).toBe(401);
    expect((await issue(body, { cookie: ada, Origin: 'https://evil.example' })).status).toBe(403);
  });

  it.each([
    ['/name', { role: 'viewer' }],
    ['/name', { name: '  ', role: 'viewer' }],
    ['/name', { name: 'x'.repeat(201), role: 'viewer' }],
    ['/role', { name: 'x', role: 'owner' }],
    ['/expiresAt', { name: 'x', role: 'viewer', expiresAt: 'soon' }],
    ['/expiresAt', { name: 'x', role: 'viewer', expiresAt: '2001-01-01T00:00:00Z' }],
    ['/tenantId', { name: 'x', role: 'viewer', tenantId: 'other' }],
  ])('need a right %s', async (pointer, body) => {
    const answer = await issue(body);
    expect(answer.status).toBe(422);
    expect(((await answer.json()) as { errors: { pointer: string }[] }).errors.map((fault) => fault.pointer)).toContain(pointer);
  });

  it('can be created in process by the system, on global rows', async () => {
    const call = makeCall({ caller: { kind: 'system', id: null, name: null, tenantId: null, role: 'admin' } as never });
    expect(await new ApiTokens(world.database).issue({ name: 'Cron', role: 'viewer' }, call)).toMatchObject({
      name: 'Cron',
      expiresAt: null,
    });
  });
});
