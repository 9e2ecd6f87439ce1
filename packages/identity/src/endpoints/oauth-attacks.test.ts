import { type Database, SYSTEM_CALL } from '@colophon/core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../../../core/src/testing/every-database.ts';
import { revokeAgent } from '../agents/manage-agents.ts';
import { OAuthClients } from '../agents/oauth-client.ts';
import { OAuthGrants } from '../agents/oauth-grant.ts';
import { OAuthTokens } from '../agents/oauth-token.ts';
import { requireSecondFactor } from '../users/factors/factor-rule.ts';
import { removeMembership } from '../users/manage-memberships.ts';
import { REDIRECT, TestAgent } from '../testing/agent.ts';
import type { Browser } from '../testing/browser.ts';
import { type RunningIdentity, serveIdentity } from '../testing/serve.ts';
import { signedIn } from '../testing/sign-in-as.ts';
import { makeWorld, TestClock, type World } from '../testing/world.ts';

/** The attacks of RFC 9700 §4 and what else could be tried: what each gets. */
describeOnEveryDatabase('against the authorization server', (open) => {
  let database: Database;
  let world: World;
  let clock: TestClock;
  let server: RunningIdentity;
  let browser: Browser;
  let agent: TestAgent;
  beforeAll(async () => {
    database = await open();
    world = await makeWorld(database);
    clock = new TestClock();
    server = await serveIdentity(database, { clock: clock.now, oauth: {}, trustProxy: true });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    clock.advance(7200);
    browser = await signedIn(server, database, world.ada, clock.now());
    agent = await new TestAgent(server).registered();
  });

  const grantsOf = async (of = agent) => {
    const client = await new OAuthClients(database).find({ clientId: of.clientId });
    return new OAuthGrants(database).list({ where: { clientId: client?.id ?? '' } });
  };
  const refused = { status: 400, error: 'invalid_grant' };

  it.each<[string, Record<string, string | undefined>]>([
    ['another host', { redirect_uri: 'https://evil.example/callback' }],
    ['a path below', { redirect_uri: `${REDIRECT}/more` }],
    ['a query', { redirect_uri: `${REDIRECT}?a=b` }],
    ['a fragment', { redirect_uri: `${REDIRECT}#a` }],
    ['another scheme', { redirect_uri: REDIRECT.replace('https', 'http') }],
    ['a user', { redirect_uri: REDIRECT.replace('agent.', 'agent.example@evil.') }],
    ['another port', { redirect_uri: REDIRECT.replace('.example', '.example:8443') }],
    ['the same host in capitals', { redirect_uri: REDIRECT.replace('agent', 'AGENT') }],
    ['a dot segment', { redirect_uri: 'https://agent.example/a/../callback' }],
    ['a loopback address', { redirect_uri: 'http://127.0.0.1/callback' }],
    ['none', { redirect_uri: undefined }],
    ['a client that is unknown', { client_id: 'c_unknown' }],
    ['no client', { client_id: undefined }],
    ['a client that is another address', { client_id: 'https://unreachable.example' }],
  ])('a redirect to %s is never followed: the person is told', async (_what, changes) => {
    const page = await agent.open(browser, changes);
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.text).not.toContain('<form');
  });

  it('a parameter that is sent twice is refused', async () => {
    const { status, headers } = await browser.fetch(`/oauth/authorize?${agent.request()}&redirect_uri=https%3A%2F%2Fevil.example%2F`);
    expect([status, headers.get('location')]).toEqual([400, null]);
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['PKCE without its method', { code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge that is none', { code_challenge: 'short' }, 'invalid_request'],
    ['the implicit grant', { response_type: 'token' }, 'unsupported_response_type'],
    ['a code and a token', { response_type: 'code token' }, 'unsupported_response_type'],
    ['the answer in a fragment', { response_mode: 'fragment' }, 'invalid_request'],
    ['a request object', { request: 'e30.e30.' }, 'invalid_request'],
    ['a request by reference', { request_uri: 'https://evil.example/request' }, 'invalid_request'],
    ['another resource', { resource: 'https://other.example/api/mcp' }, 'invalid_target'],
    ['the REST API', { resource: '/api/v1' }, 'invalid_target'],
    ['a resource with a fragment', { resource: '/api/mcp#x' }, 'invalid_target'],
    ['a resource with a query', { resource: '/api/mcp?x' }, 'invalid_target'],
    ['a neighbour of the resource', { resource: '/api/mcpx' }, 'invalid_target'],
  ])('%s is refused, without a redirect that nobody decided', async (_what, changes, error) => {
    const resource = changes['resource']?.startsWith('/')
      ? `${server.url}${changes['resource']}`
      : (changes['resource'] ?? `${server.url}/api/mcp`);
    const page = await agent.open(browser, { ...changes, resource });
    expect([page.status, page.location]).toEqual([400, undefined]);
    const link = new URL(/<a href="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '');
    expect([link.origin + link.pathname, link.searchParams.get('error'), link.searchParams.get('state')]).toEqual([
      REDIRECT,
      error,
      'a state',
    ]);
    // A program on the person's own computer is told at once.
    const local = await new TestAgent(server).registered({ redirect_uris: ['http://localhost/callback'] });
    const told = await local.open(browser, { ...changes, resource, redirect_uri: 'http://localhost:9/callback' });
    expect([told.status, told.location?.searchParams.get('error'), told.location?.searchParams.get('iss')]).toEqual([
      303,
      error,
      server.url,
    ]);
  });

  it.each<[string, Record<string, string>]>([
    ['another site', { Origin: 'https://evil.example' }],
    ['nowhere', {}],
    ['another site, as the browser says', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a neighbouring host', { 'Sec-Fetch-Site': 'same-site' }],
  ])('a consent that comes from %s does not count', async (_where, headers) => {
    const page = await agent.open(browser);
    const answer = await agent.decide(browser, page, 'approve', {}, headers);
    expect([answer.status, answer.location]).toEqual([403, undefined]);
    expect(await grantsOf()).toEqual([]);
  });

  it('a consent with the form of another session, or without one, does not count', async () => {
    const mallory = await signedIn(server, database, world.bob, clock.now());
    const page = await agent.open(mallory);
    expect((await agent.decide(browser, page, 'approve')).status).toBe(403);
    expect((await agent.decide(browser, await agent.open(browser), 'approve', { csrfToken: '' })).status).toBe(403);
    expect((await agent.decide(server.browser(), page, 'approve')).status).toBe(401);
    expect(await grantsOf()).toEqual([]);
  });

  it('the page cannot be framed, and sends its form nowhere else', async () => {
    const { headers } = await agent.open(browser);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toMatch(/form-action 'self' https:\/\/agent\.example; frame-ancestors 'none'/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('what a program says of itself cannot become part of the page, nor look like another host', async () => {
    const name = '<b>Claude</b>\u202e by claude.ai';
    await agent.registered({ client_name: name, redirect_uris: ['https://\u0441laude.ai/callback'] });
    const page = await agent.open(browser, { redirect_uri: 'https://\u0441laude.ai/callback' });
    expect(page.text).toContain('&lt;b&gt;Claude&lt;/b&gt; by claude.ai');
    expect(page.text).toMatch(/<p class="host">xn--/);
    expect(page.text).toContain('Not verified');
  });

  it('Enter presses Deny, nothing is focused, and the role is no more than a contributor', async () => {
    const { text } = await agent.open(browser, { scope: 'admin' });
    expect(text.indexOf('value="deny"')).toBeLessThan(text.indexOf('value="approve"'));
    expect(text).not.toContain('autofocus');
    expect(text).toMatch(/value="contributor"\s+checked/);
    expect(text).not.toMatch(/value="(?:editor|admin)"\s+checked/);
  });

  it('a code is for its client, its redirect, its verifier and its resource alone', async () => {
    const other = await new TestAgent(server).registered();
    const code = await agent.code(browser);
    expect(await agent.exchange(code, { client_id: other.clientId })).toMatchObject(refused);
    expect(await agent.exchange(code, { redirect_uri: 'https://evil.example/callback' })).toMatchObject(refused);
    expect(await agent.exchange(code, { redirect_uri: undefined })).toMatchObject(refused);
    expect(await agent.exchange(code, { code_verifier: other.verifier })).toMatchObject(refused);
    expect(await agent.exchange(code, { code_verifier: undefined })).toMatchObject({ status: 400, error: 'invalid_request' });
    expect(await agent.exchange(code, { resource: `${server.url}/api/mcp/x/all` })).toMatchObject(refused);
    expect(await agent.exchange(code, { resource: `${server.url}/api/mcp` })).toMatchObject({ status: 200 });
  });

  it('a code is valid for a minute', async () => {
    const code = await agent.code(browser);
    clock.advance(61);
    expect(await agent.exchange(code)).toMatchObject(refused);
  });

  it('a code that is sent a second time ends everything that followed from it', async () => {
    const code = await agent.code(browser);
    const tokens = await agent.exchange(code);
    expect(await agent.exchange(code)).toMatchObject(refused);
    expect(await agent.call(tokens.access_token)).toEqual({ code: 'invalid_token' });
    expect(await agent.refresh(tokens.refresh_token)).toMatchObject(refused);
    expect((await grantsOf())[0]?.revokedAt).not.toBeNull();
  });

  it('of fifty exchanges of one code at once, one gets tokens, which the others end', async () => {
    const code = await agent.code(browser);
    const answers = await Promise.all(Array.from({ length: 50 }, () => agent.exchange(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ error }) => error === 'invalid_grant')).toHaveLength(49);
    expect(await agent.call(answers.find(({ status }) => status === 200)?.access_token)).toEqual({ code: 'invalid_token' });
    expect(server.errors).toEqual([]);
  });

  it('fifty refreshes with one token at once all get the same answer', async () => {
    const first = await agent.exchange(await agent.code(browser));
    const answers = await Promise.all(Array.from({ length: 50 }, () => agent.refresh(first.refresh_token)));
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200 });
    const [grant] = await grantsOf();
    expect(await new OAuthTokens(database).count({ where: { grantId: grant?.id ?? '' } })).toBe(4);
    expect(server.errors).toEqual([]);
  });

  it('disconnecting wins against renewing, exchanging and giving back at the same moment', async () => {
    const first = await agent.exchange(await agent.code(browser));
    const code = await agent.code(browser);
    const [grant] = await grantsOf();
    const revoke = (token = '') => fetch(`${server.url}/oauth/revoke`, { method: 'POST', body: new URLSearchParams({ token }) });
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => agent.refresh(first.refresh_token)),
      agent.exchange(code),
      revokeAgent(database, grant?.id ?? ''),
      revoke(first.access_token),
      ...Array.from({ length: 10 }, () => agent.refresh(first.refresh_token)),
      revokeAgent(database, grant?.id ?? ''),
    ]);
    const tokens = answers.flatMap((each) => (each !== undefined && 'access_token' in each ? [each.access_token] : []));
    for (const token of [first.access_token, ...tokens]) expect(await agent.call(token)).toEqual({ code: 'invalid_token' });
    expect(await new OAuthTokens(database).count({ where: { grantId: grant?.id ?? '' } })).toBe(0);
    expect(server.errors).toEqual([]);
  });

  it('a refresh token is for its client and its resource, and gives no more than was granted', async () => {
    const other = await new TestAgent(server).registered();
    const { refresh_token: token } = await agent.exchange(await agent.code(browser));
    expect(await agent.refresh(token, { client_id: other.clientId })).toMatchObject(refused);
    expect(await agent.refresh(token, { client_id: 'c_unknown' })).toMatchObject({ status: 401, error: 'invalid_client' });
    expect(await agent.refresh(token, { resource: 'https://other.example/' })).toMatchObject({ error: 'invalid_target' });
    expect(await agent.refresh(token, { scope: 'read admin' })).toMatchObject({ error: 'invalid_scope' });
    expect(await agent.refresh(token, { scope: 'read' })).toMatchObject({ status: 200 });
  });

  it('a token of one kind is not one of another', async () => {
    const tokens = await agent.exchange(await agent.code(browser));
    expect(await agent.refresh(tokens.access_token)).toMatchObject(refused);
    expect(await agent.call(tokens.refresh_token)).toEqual({ code: 'invalid_token' });
  });

  it('tokens do not come back to life when the same program is connected again', async () => {
    const former = await agent.exchange(await agent.code(browser));
    const code = await agent.code(browser);
    await agent.exchange(code);
    await agent.exchange(code);
    const again = await agent.exchange(await agent.code(browser));
    expect(again.status).toBe(200);
    expect(await agent.call(former.access_token)).toEqual({ code: 'invalid_token' });
    expect(await agent.refresh(former.refresh_token)).toMatchObject(refused);
    expect(await agent.call(again.access_token)).toMatchObject({ id: world.ada.userId });
    expect(await grantsOf()).toHaveLength(1);
  });

  it('nobody lets a program into a tenant that is not theirs, or that they have left since', async () => {
    const bob = await signedIn(server, database, world.bob, clock.now());
    const answer = await agent.decide(bob, await agent.open(bob), 'approve', { tenantId: world.tenantId });
    expect(answer.status).toBe(403);
    const tokens = await agent.exchange(await agent.code(bob));
    expect(await agent.call(tokens.access_token)).toMatchObject({ tenantId: null, role: 'contributor' });
    await removeMembership(database, { userId: world.bob.userId, tenantId: null });
    expect(await agent.call(tokens.access_token)).toEqual({ code: 'invalid_token' });
  });

  it('a role that needs a second factor is not reached without one', async () => {
    const tokens = await agent.exchange(await agent.code(browser));
    await requireSecondFactor(database, { roles: ['admin'], tenantId: world.tenantId, call: SYSTEM_CALL });
    expect(await agent.call(tokens.access_token)).toEqual({ code: 'invalid_token' });
    const page = await agent.open(browser);
    expect((await agent.decide(browser, page, 'approve')).location?.pathname).toBe('/sign-in/second-factor');
    await requireSecondFactor(database, { roles: [], tenantId: world.tenantId, call: SYSTEM_CALL });
  });

  it.each<[string, unknown, string]>([
    ['no redirect', [], 'invalid_redirect_uri'],
    ['text instead of a list', 'https://agent.example/', 'invalid_redirect_uri'],
    ['a script', ['javascript:alert(1)'], 'invalid_redirect_uri'],
    ['data', ['data:text/html,x'], 'invalid_redirect_uri'],
    ['a file', ['file:///etc/passwd'], 'invalid_redirect_uri'],
    ['no HTTPS', ['http://agent.example/'], 'invalid_redirect_uri'],
    ['a loopback address in a name', ['http://127.0.0.1.evil.example/'], 'invalid_redirect_uri'],
    ['a loopback address as a user', ['http://localhost:80@evil.example/'], 'invalid_redirect_uri'],
    ['a fragment', ['https://agent.example/#a'], 'invalid_redirect_uri'],
    ['a password', ['https://a:b@agent.example/'], 'invalid_redirect_uri'],
    ['too many', Array.from({ length: 21 }, (_, index) => `https://agent.example/${index}`), 'invalid_redirect_uri'],
  ])('a registration with %s is refused', async (_what, uris, error) => {
    const answer = await new TestAgent(server).register({ redirect_uris: uris });
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, error]);
    clock.advance(600);
  });

  it('other sites can use the endpoints for programs, without the credentials of this one', async () => {
    const preflight = await fetch(`${server.url}/oauth/token`, { method: 'OPTIONS', headers: { Origin: 'https://agent.example' } });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const answer = await fetch(`${server.url}/oauth/token`, { method: 'POST', body: JSON.stringify({ grant_type: 'refresh_token' }) });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store']);
    expect((await agent.open(browser)).headers.get('access-control-allow-origin')).toBeNull();
  });
});
