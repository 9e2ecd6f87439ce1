import { AuditEntries } from '@colophon/core';
import { restRoutes } from '@colophon/core/rest';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import type { Hono } from 'hono';
import { beforeAll, expect, it } from 'vitest';
import { createAuthenticator } from '../callers/authenticator.ts';
import { identityRoutes } from '../endpoints/identity-routes.ts';
import { findLink } from '../links/open-links.ts';
import { acceptInvitation } from '../people/accept-link.ts';
import { makeWorld, testTable, type World } from '../testing/world.ts';
import { createToken } from '../tokens/manage-tokens.ts';
import { tenantsOf } from './standing.ts';

const BASE_URL = 'https://news.example';

interface Sent {
  readonly id: string;
  readonly url: string;
}

describeOnEveryDatabase('invitations, over REST', (open) => {
  let world: World;
  let routes: Hono;
  let admin = '';
  let editor = '';
  let operator = '';
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

  const ask = async (
    method: string,
    path = '',
    { token = admin, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Response> =>
    routes.request(`/members/invitations${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const send = async (email: string): Promise<Sent> => (await (await ask('POST', '', { body: { email, role: 'editor' } })).json()) as Sent;
  const open_ = async (token = admin): Promise<{ id: string; email: string }[]> =>
    ((await (await ask('GET', '', { token })).json()) as { items: { id: string; email: string }[] }).items;
  const secretOf = ({ url }: Sent): string => new URL(url).searchParams.get('token') ?? '';

  it('are returned with their link once, and can be accepted', async () => {
    const sent = await send(' New@News.Example ');
    expect(sent).toMatchObject({
      email: 'new@news.example',
      role: 'editor',
      url: expect.stringMatching(/^https:\/\/news\.example\/invitation\?token=/) as string,
    });
    expect(await open_()).toMatchObject([{ id: sent.id, email: 'new@news.example', role: 'editor' }]);
    expect(JSON.stringify(await open_())).not.toContain(secretOf(sent));
    const user = await acceptInvitation(world.database, {
      secret: secretOf(sent),
      now: new Date(),
      as: { name: 'New', password: 'correct horse battery staple' },
    });
    expect(await tenantsOf(world.database, user.id)).toMatchObject([{ tenant: { id: world.tenantId }, role: 'editor' }]);
    expect(await open_()).toEqual([]);
    const entries = await new AuditEntries(world.database).list({ where: { objectId: sent.id } });
    expect(JSON.stringify(entries)).not.toContain(secretOf(sent));
  });

  it('cancel the earlier one for the same address', async () => {
    const [first, second] = [await send('twice@news.example'), await send('twice@news.example')];
    expect((await open_()).map(({ id }) => id)).toEqual([second.id]);
    expect(await findLink(world.database, { purpose: 'invitation', secret: secretOf(first), now: new Date() })).toBeUndefined();
    await ask('POST', `/${second.id}/withdraw`);
  });

  it('are withdrawn idempotently', async () => {
    const sent = await send('gone@news.example');
    expect((await ask('POST', `/${sent.id}/withdraw`)).status).toBe(200);
    expect((await ask('POST', `/${sent.id}/withdraw`)).status).toBe(200);
    expect(await open_()).toEqual([]);
    expect(await findLink(world.database, { purpose: 'invitation', secret: secretOf(sent), now: new Date() })).toBeUndefined();
  });

  it('are accessible only to admins of the tenant', async () => {
    const sent = await send('secret@news.example');
    for (const [method, path, body] of [
      ['POST', '', { email: 'a@b.example', role: 'admin' }],
      ['GET', ''],
      ['POST', `/${sent.id}/withdraw`],
    ] as const) {
      expect((await ask(method, path, { token: editor, ...(body && { body }) })).status).toBe(403);
    }
    expect(await open_(operator)).toEqual([]);
    expect((await ask('POST', `/${sent.id}/withdraw`, { token: operator })).status).toBe(404);
    expect((await ask('POST', '/nothing/withdraw')).status).toBe(404);
    expect((await open_()).map(({ id }) => id)).toEqual([sent.id]);
  });

  it('are not stored for replay, and require an address and a role', async () => {
    const keyed = await ask('POST', '', { body: { email: 'a@b.example', role: 'viewer' }, headers: { 'Idempotency-Key': 'one' } });
    expect(((await keyed.json()) as { code: string }).code).toBe('idempotency_not_offered');
    for (const [pointer, body] of [
      ['/email', { email: 'nobody', role: 'viewer' }],
      ['/email', { email: 'a b@c', role: 'viewer' }],
      ['/role', { email: 'a@b.example', role: 'owner' }],
    ] as const) {
      const answer = await ask('POST', '', { body });
      expect([answer.status, ((await answer.json()) as { errors: { pointer: string }[] }).errors[0]?.pointer]).toEqual([422, pointer]);
    }
  });
});
