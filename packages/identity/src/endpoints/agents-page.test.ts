import { type Database, openDatabase } from '@colophon/core';
import { TestPorts } from '@colophon/core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callerNow } from '../callers/caller-now.ts';
import { sweep } from '../grant/sweep.ts';
import { OAuthClients } from '../agents/oauth-client.ts';
import { OAuthGrants } from '../agents/oauth-grant.ts';
import { blockAgent, connectedAgents, setTenantAgents } from '../agents/manage-agents.ts';
import { pinAgent } from '../agents/pin-agent.ts';
import { REDIRECT, TestAgent, type TokenAnswer } from '../testing/agent.ts';
import type { Browser } from '../testing/browser.ts';
import { type RunningIdentity, serveIdentity } from '../testing/serve.ts';
import { signedIn } from '../testing/sign-in-as.ts';
import { makeWorld, TestClock, type World } from '../testing/world.ts';
import { ensureUser } from '../users/ensure-user.ts';
import { setMembership } from '../users/manage-memberships.ts';

const PATH = '/account/agents';

describe('the page of agents', () => {
  let database: Database;
  let world: World;
  let clock: TestClock;
  let server: RunningIdentity;
  let ada: Browser;
  let agent: TestAgent;
  let tokens: TokenAnswer;
  beforeEach(async () => {
    database = await openDatabase('sqlite::memory:', { ports: new TestPorts() });
    world = await makeWorld(database);
    clock = new TestClock();
    server = await serveIdentity(database, { clock: clock.now, oauth: {} });
    ada = await signedIn(server, database, world.ada, clock.now());
    agent = await new TestAgent(server).registered();
    tokens = await agent.exchange(await agent.code(ada, { scope: 'read write publish' }, { role: 'editor' }));
  });
  afterEach(async () => {
    await server.stop();
    await database.close();
  });

  it('is linked from the account, and shows what each may do and when it was used', async () => {
    expect((await ada.open('/account')).text).toContain(`href="${PATH}"`);
    expect((await ada.open(PATH)).text).toMatch(/Quill.*not verified.*The Gazette.*not yet.*Publish, schedule/s);
    await agent.call(tokens.access_token);
    await expect.poll(async () => (await new OAuthGrants(database).list())[0]?.lastUsedAt).toBe(clock.now().toISOString());
    expect((await ada.open(PATH)).text).not.toContain('not yet');
    expect((await server.browser().open(PATH)).path).toContain('/sign-in');
  });

  it('allows an agent less, at once, and never more', async () => {
    const page = await ada.open(PATH);
    const before = await agent.call(tokens.access_token);
    expect(before).toMatchObject({ role: 'editor', agent: { scopes: ['read', 'write', 'publish'] } });
    await ada.submit(page, 'Allow only this', { 'scope-publish': '', role: 'contributor' });
    expect(await agent.call(tokens.access_token)).toMatchObject({ role: 'contributor', agent: { scopes: ['read', 'write'] } });
    await ada.submit(await ada.open(PATH), 'Allow only this', { 'scope-publish': 'on', 'scope-admin': 'on', role: 'admin' });
    expect(await agent.call(tokens.access_token)).toMatchObject({ role: 'contributor', agent: { scopes: ['read', 'write'] } });
    expect((await agent.refresh(tokens.refresh_token)).scope).toBe('read write offline_access');
  });

  it('disconnects an agent: its tokens end, what it was doing too', async () => {
    const [grant] = await connectedAgents(database, { userId: world.ada.userId, now: clock.now() });
    const former = { kind: 'user', id: world.ada.userId, tenantId: world.tenantId, grantId: grant?.id } as const;
    expect(await callerNow(database, former, clock.now)).toMatchObject({ role: 'editor', agent: { scopes: ['read', 'write', 'publish'] } });
    await ada.submit(await ada.open(PATH), 'Disconnect');
    expect(await agent.call(tokens.access_token)).toEqual({ code: 'invalid_token' });
    expect(await agent.refresh(tokens.refresh_token)).toMatchObject({ error: 'invalid_grant' });
    expect(await callerNow(database, former, clock.now)).toBeUndefined();
    expect((await ada.open(PATH)).text).toContain('None.');
  });

  it('shows admins the agents of others in their tenant, to disconnect them, and nobody else', async () => {
    const eve = await ensureUser(database, { email: 'eve@news.example', name: 'Eve' });
    await setMembership(database, { userId: eve.id, tenantId: world.tenantId, role: 'editor' });
    const hers = await signedIn(server, database, { userId: eve.id, name: 'Eve' }, clock.now());
    const page = await hers.open(PATH);
    expect(page.text).not.toContain('Of others');
    const [adas] = await connectedAgents(database, { userId: world.ada.userId, now: clock.now() });
    const csrfToken = /name="csrfToken" value="([^"]*)"/.exec((await hers.open('/account')).text)?.[1] ?? '';
    const stolen = await hers.post(PATH, new URLSearchParams({ csrfToken, agentId: adas?.id ?? '', action: 'revoke' }));
    expect(stolen.status).toBe(404);
    const other = await new TestAgent(server).registered({ client_name: 'Feather' });
    const theirs = await other.exchange(await other.code(hers, {}, { tenantId: world.tenantId }));
    const seen = await ada.open(PATH);
    expect(seen.text).toMatch(/Of others in this tenant.*Feather.*Eve \(eve@news\.example\)/s);
    await ada.submit(seen, 'Disconnect', {}, { text: 'of Eve' });
    expect(await other.call(theirs.access_token)).toEqual({ code: 'invalid_token' });
    const bob = await signedIn(server, database, world.bob, clock.now());
    expect((await bob.open(PATH)).text).not.toContain('Quill');
  });

  it('does nothing for other sites', async () => {
    const [grant] = await connectedAgents(database, { now: clock.now() });
    const body = new URLSearchParams({ agentId: grant?.id ?? '', action: 'revoke' });
    expect((await ada.post(PATH, body, { Origin: 'https://evil.example' })).status).toBe(403);
    expect(await connectedAgents(database, { now: clock.now() })).toHaveLength(1);
  });

  it('is of no use to an agent that the operator has blocked', async () => {
    await blockAgent(database, agent.clientId);
    expect(await agent.call(tokens.access_token)).toEqual({ code: 'invalid_token' });
    expect(await agent.refresh(tokens.refresh_token)).toMatchObject({ status: 401, error: 'invalid_client' });
    expect((await agent.open(ada)).text).toContain('has blocked this program');
  });

  it('is of no use where the tenant allows no agents, or only those that are pinned', async () => {
    for (const agents of ['off', 'pinned'] as const) {
      await setTenantAgents(database, { tenantId: world.tenantId, agents });
      expect(await agent.call(tokens.access_token)).toEqual({ code: 'invalid_token' });
      const refused = await agent.decide(ada, await agent.open(ada), 'approve');
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('connected to this tenant')]);
    }
    await setTenantAgents(database, { tenantId: world.tenantId, agents: 'any' });
    expect(await agent.call(tokens.access_token)).toMatchObject({ id: world.ada.userId });
    const url = 'https://agent.example/client.json';
    await pinAgent(database, { url, document: JSON.stringify({ client_id: url, redirect_uris: [REDIRECT] }) });
    await setTenantAgents(database, { tenantId: world.tenantId, agents: 'pinned' });
    agent.clientId = url;
    const pinned = await agent.exchange(await agent.code(ada));
    expect(await agent.call(pinned.access_token)).toMatchObject({ id: world.ada.userId });
    await setTenantAgents(database, { tenantId: world.tenantId, agents: 'off' });
    expect(await agent.call(pinned.access_token)).toEqual({ code: 'invalid_token' });
  });

  it('forgets what has ended: unused registrations after a day, grants and tokens in their time', async () => {
    await new TestAgent(server).registered();
    clock.advance(23 * 3600);
    expect(await sweep(database, clock.now())).toMatchObject({ clients: 0, agentTokens: 1, agentGrants: 0 });
    clock.advance(2 * 3600);
    expect(await sweep(database, clock.now())).toMatchObject({ clients: 1, agentTokens: 1, agentGrants: 0 });
    expect(await new OAuthClients(database).count()).toBe(1);
    clock.advance(90 * 24 * 3600);
    expect(await agent.refresh(tokens.refresh_token)).toMatchObject({ error: 'invalid_grant' });
    expect(await sweep(database, clock.now())).toMatchObject({ agentTokens: 1, agentGrants: 0 });
    clock.advance(30 * 24 * 3600);
    expect(await sweep(database, clock.now())).toMatchObject({ agentGrants: 1, clients: 1 });
  });
});
