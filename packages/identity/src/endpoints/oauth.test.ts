import { AuditEntries, type Database } from '@colophon/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../../../core/src/testing/every-database.ts';
import { OAuthGrants } from '../agents/oauth-grant.ts';
import { SecurityEvents } from '../security/security-event.ts';
import { REDIRECT, TestAgent } from '../testing/agent.ts';
import type { Browser } from '../testing/browser.ts';
import { type RunningIdentity, serveIdentity } from '../testing/serve.ts';
import { signedIn } from '../testing/sign-in-as.ts';
import { makeWorld, TestClock, type World } from '../testing/world.ts';
import { endAccess } from '../users/end-access.ts';
import { setMembership } from '../users/manage-memberships.ts';
import { verdictsOf } from '../verdicts/verdict-cache.ts';

describeOnEveryDatabase('an agent', (open) => {
  let database: Database;
  let world: World;
  let clock: TestClock;
  let server: RunningIdentity;
  let browser: Browser;
  let agent: TestAgent;
  beforeEach(async () => {
    database = await open();
    world = await makeWorld(database);
    clock = new TestClock();
    server = await serveIdentity(database, { clock: clock.now, oauth: {} });
    browser = await signedIn(server, database, world.ada, clock.now());
    agent = await new TestAgent(server).registered();
  });
  afterEach(() => server.stop());

  it('is let in by a person, and acts as them at the MCP endpoint alone', async () => {
    const page = await agent.open(browser);
    expect(page.text).toContain('agent.example');
    expect(page.text).toContain('Not verified');
    const { location, status } = await agent.decide(browser, page, 'approve');
    expect([status, location?.origin, location?.searchParams.get('state'), location?.searchParams.get('iss')]).toEqual([
      303,
      'https://agent.example',
      'a state',
      server.url,
    ]);
    const tokens = await agent.exchange(location?.searchParams.get('code') ?? '');
    expect(tokens).toMatchObject({ status: 200, token_type: 'Bearer', expires_in: 3600, scope: 'read write offline_access' });
    expect(tokens.access_token).toMatch(/^colophon_agt_/);
    const caller = { kind: 'user', id: world.ada.userId, tenantId: world.tenantId, role: 'contributor' };
    expect(await agent.call(tokens.access_token)).toMatchObject({
      ...caller,
      agent: { clientId: agent.clientId, name: 'Quill', verifiedHost: null, scopes: ['read', 'write'], role: 'contributor' },
    });
    expect(await agent.call(tokens.access_token, '/api/mcp/x/reviewing')).toMatchObject(caller);
    for (const path of ['/whoami', '/api/mcpx', '/whoami?/api/mcp', '/api/mcp/%2e%2e/whoami', '/api/mcp/..%2fwhoami'])
      expect([path, await agent.call(tokens.access_token, path).catch(() => ({ code: 'wrong_audience' }))]).toEqual([
        path,
        { code: 'wrong_audience' },
      ]);
    const [grant] = await new OAuthGrants(database).list();
    const [event] = await new SecurityEvents(database).list({ where: { kind: 'agent.connected' } });
    expect(event).toMatchObject({
      userId: world.ada.userId,
      tenantId: world.tenantId,
      data: { grantId: grant?.id, name: 'Quill', host: 'agent.example' },
    });
    const audited = await new AuditEntries(database).list({ where: { objectType: 'oauth_grants' } });
    expect(audited).toMatchObject([{ action: 'create', operation: 'oauth_grants.approve', callerId: world.ada.userId }]);
    expect(server.errors).toEqual([]);
  });

  it('renews its tokens, each once, and gets the same answer again within ten seconds', async () => {
    const first = await agent.exchange(await agent.code(browser));
    const second = await agent.refresh(first.refresh_token);
    expect(second.status).toBe(200);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    clock.advance(9);
    expect(await agent.refresh(first.refresh_token)).toEqual(second);
    expect(await agent.call(second.access_token)).toMatchObject({ id: world.ada.userId });
    clock.advance(2);
    expect(await agent.refresh(first.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
    // Somebody has a copy: nothing of the family is left.
    expect(await agent.refresh(second.refresh_token)).toMatchObject({ error: 'invalid_grant' });
    expect(await agent.call(second.access_token)).toEqual({ code: 'invalid_token' });
  });

  it('has no more than the person, at any time', async () => {
    await setMembership(database, { userId: world.ada.userId, tenantId: world.tenantId, role: 'admin' });
    const tokens = await agent.exchange(await agent.code(browser, { scope: 'read write admin' }, { role: 'admin' }));
    expect(await agent.call(tokens.access_token)).toMatchObject({ role: 'admin', agent: { scopes: ['read', 'write', 'admin'] } });
    await setMembership(database, { userId: world.ada.userId, tenantId: world.tenantId, role: 'viewer' });
    expect(await agent.call(tokens.access_token)).toMatchObject({ role: 'viewer', agent: { role: 'viewer' } });
    await endAccess(database, world.ada.userId);
    expect(await agent.call(tokens.access_token)).toEqual({ code: 'invalid_token' });
    expect(await agent.refresh(tokens.refresh_token)).toMatchObject({ error: 'invalid_grant' });
  });

  it('is at most an editor without the scope of admins', async () => {
    const tokens = await agent.exchange(await agent.code(browser, { scope: 'read write' }, { role: 'admin' }));
    expect(await agent.call(tokens.access_token)).toMatchObject({ role: 'editor', agent: { role: 'admin' } });
  });

  it('is refused by the person', async () => {
    const { location } = await agent.decide(browser, await agent.open(browser), 'deny');
    expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject({ error: 'access_denied', state: 'a state', iss: server.url });
    expect(await new OAuthGrants(database).count()).toBe(0);
  });

  it('ends with its time, and unless it is used', async () => {
    const tokens = await agent.exchange(await agent.code(browser, {}, {}));
    clock.advance(3599);
    expect(await agent.call(tokens.access_token)).toMatchObject({ id: world.ada.userId });
    clock.advance(2);
    // The cache has a clock of its own.
    verdictsOf(database).forget();
    expect(await agent.call(tokens.access_token)).toEqual({ code: 'invalid_token' });
    clock.advance(30 * 24 * 3600);
    expect(await agent.refresh(tokens.refresh_token)).toMatchObject({ error: 'invalid_grant' });
  });

  it('does not stay connected unless the person leaves that', async () => {
    const page = await agent.open(browser);
    const fields = { 'scope-offline_access': '', 'scope-write': '' };
    const { location } = await agent.decide(browser, page, 'approve', fields);
    const tokens = await agent.exchange(location?.searchParams.get('code') ?? '');
    expect(tokens).toMatchObject({ status: 200, scope: 'read' });
    expect(tokens.refresh_token).toBeUndefined();
  });

  it('gives its tokens back', async () => {
    const tokens = await agent.exchange(await agent.code(browser));
    const revoke = (token: string) => fetch(`${server.url}/oauth/revoke`, { method: 'POST', body: new URLSearchParams({ token }) });
    expect((await revoke(tokens.refresh_token ?? '')).status).toBe(200);
    expect((await revoke(tokens.refresh_token ?? '')).status).toBe(200);
    expect(await agent.call(tokens.access_token)).toEqual({ code: 'invalid_token' });
  });

  it('sends people who are not signed in to sign in first, and back', async () => {
    const stranger = server.browser();
    const { location } = await agent.open(stranger);
    expect(location?.pathname).toBe('/sign-in');
    expect(location?.searchParams.get('next')).toBe(`/oauth/authorize?${agent.request()}`);
  });

  it('needs a sign-in of the last ten minutes for what has consequences', async () => {
    clock.advance(599);
    expect((await agent.open(browser, { scope: 'publish' })).status).toBe(200);
    const page = await agent.open(browser, { scope: 'publish' });
    clock.advance(2);
    expect((await agent.open(browser, { scope: 'publish' })).location?.pathname).toBe('/sign-in');
    expect((await agent.decide(browser, page, 'approve')).location?.pathname).toBe('/sign-in');
    expect((await agent.open(browser, { scope: 'write' })).status).toBe(200);
  });

  it('is told in the metadata where everything is', async () => {
    const get = async (path: string) => {
      const response = await fetch(`${server.url}${path}`);
      return { status: response.status, ...((await response.json()) as object) };
    };
    const resource = { status: 200, resource: `${server.url}/api/mcp`, authorization_servers: [server.url], scopes_supported: ['read'] };
    expect(await get('/.well-known/oauth-protected-resource')).toMatchObject(resource);
    expect(await get('/.well-known/oauth-protected-resource/api/mcp')).toMatchObject(resource);
    expect((await get('/.well-known/oauth-protected-resource/api/v1')).status).toBe(404);
    expect((await fetch(`${server.url}/.well-known/openid-configuration`)).status).toBe(404);
    expect(await get('/.well-known/oauth-authorization-server')).toMatchObject({
      issuer: server.url,
      authorization_endpoint: `${server.url}/oauth/authorize`,
      token_endpoint: `${server.url}/oauth/token`,
      registration_endpoint: `${server.url}/oauth/register`,
      revocation_endpoint: `${server.url}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
  });

  it('registers at most twenty times an hour from one address', async () => {
    for (let count = 1; count < 20; count += 1) expect((await agent.register()).status).toBe(201);
    const refused = await agent.register();
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([429, 'temporarily_unavailable']);
  });

  it('returns to the address that it registered, on any port of the same computer', async () => {
    await agent.registered({ redirect_uris: ['http://127.0.0.1/callback'] });
    const code = await agent.code(browser, { redirect_uri: 'http://127.0.0.1:49152/callback' });
    expect(await agent.exchange(code, { redirect_uri: 'http://127.0.0.1:49152/callback' })).toMatchObject({ status: 200 });
    expect(REDIRECT).not.toContain('127.0.0.1');
  });
});
