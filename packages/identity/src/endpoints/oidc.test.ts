import { createHash } from 'node:crypto';
import { AuditEntries, type Database, makeCall, openDatabase } from '@colophon/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sweep } from '../grant/sweep.ts';
import { issueLink } from '../links/issue-link.ts';
import { setSecondFactorRoles } from '../people/manage-users.ts';
import { OidcStates } from '../sign-in/oidc/oidc-state.ts';
import { type OidcProvider, providerFaults } from '../sign-in/oidc/provider.ts';
import type { Browser, Seen } from '../testing/browser.ts';
import { ForgingProvider, type Forgery } from '../testing/forging-provider.ts';
import { type RunningIdentity, serveIdentity } from '../testing/serve.ts';
import { givePassword, signedIn } from '../testing/sign-in-as.ts';
import { makeWorld, type World } from '../testing/world.ts';
import { disableUser } from '../users/disable-user.ts';
import { ensureUser } from '../users/ensure-user.ts';
import { removeMembership, setMembership } from '../users/manage-memberships.ts';
import { Memberships } from '../users/membership.ts';
import { UserIdentities } from '../users/user-identity.ts';
import { Users } from '../users/user.ts';
import { verdictsOf } from '../verdicts/verdict-cache.ts';

describe('signing in with an identity provider', () => {
  let database: Database;
  let world: World;
  let server: RunningIdentity;
  let sso: ForgingProvider;
  let otherProvider: ForgingProvider;
  let count = 0;
  const now = () => new Date();

  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:');
    world = await makeWorld(database);
    [sso, otherProvider] = await Promise.all([ForgingProvider.start(), ForgingProvider.start()]);
    const about = (key: string, { issuer, clientId, clientSecret }: ForgingProvider): OidcProvider => ({
      key,
      name: `The ${key}`,
      issuer,
      clientId,
      clientSecret,
      fetch: globalThis.fetch,
      trustedDomains: ['sso.example'],
      groups: [
        { group: 'desk', tenant: 'gazette', role: 'editor' },
        { group: 'chiefs', tenant: 'gazette', role: 'admin' },
        { group: 'staff', tenant: null, role: 'viewer' },
        { group: 'ghosts', tenant: 'no-such-tenant', role: 'admin' },
      ],
    });
    server = await serveIdentity(database, { oidc: [about('sso', sso), about('other', otherProvider)] });
  });
  afterAll(async () => {
    await server.stop();
    sso.stop();
    otherProvider.stop();
    await database.close();
  });
  /** A separate user for each test, known to both providers. */
  beforeEach(async () => {
    count += 1;
    // All tests sign in from one address.
    await database.run(database.dialect.builder.deleteFrom('attempts').compile());
    for (const provider of [sso, otherProvider]) {
      provider.forgery = {};
      provider.person = { sub: `subject-${count}`, email: `eve-${count}@sso.example`, email_verified: true, name: 'Eve', groups: ['desk'] };
    }
  });

  /** Starts a sign-in, and returns the parameters sent to the provider. */
  async function atProvider(browser: Browser, path = '/sign-in/oidc/sso?next=%2Faccount', provider = sso): Promise<URLSearchParams> {
    const response = await browser.fetch(path);
    const cookie = /colophon_oidc=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1];
    if (cookie !== undefined) browser.cookies.set('colophon_oidc', cookie);
    const parameters = new URL(response.headers.get('location') ?? '', server.url).searchParams;
    provider.nonce = parameters.get('nonce') ?? '';
    return parameters;
  }
  const back = (parameters: URLSearchParams, more: Record<string, string> = {}, issuer = sso.issuer): string =>
    `?${new URLSearchParams({ code: 'a-code', state: parameters.get('state') ?? '', iss: issuer, ...more }).toString()}`;
  async function signIn(browser = server.browser(), path?: string): Promise<{ browser: Browser; page: Seen }> {
    const parameters = await atProvider(browser, path);
    return { browser, page: await browser.open(`/oidc/sso/callback${back(parameters)}`) };
  }
  const fault = ({ status, text }: Seen) => [status, /role="alert">([^<]+)/.exec(text)?.[1]];
  const whoami = async (browser: Browser) => {
    verdictsOf(database).forget();
    return (await (await browser.fetch('/whoami')).json()) as Record<string, unknown>;
  };
  const email = () => `eve-${count}@sso.example`;

  it('uses PKCE, state, nonce and the exact redirect URI, and opens a session', async () => {
    const browser = server.browser();
    expect((await browser.open('/sign-in?next=%2Faccount')).text).toContain('href="/sign-in/oidc/sso?next=%2Faccount"');
    const parameters = await atProvider(browser);
    expect(Object.fromEntries(parameters)).toMatchObject({
      response_type: 'code',
      client_id: 'newsroom',
      scope: 'openid email profile',
      redirect_uri: `${server.url}/oidc/sso/callback`,
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const page = await browser.open(`/oidc/sso/callback${back(parameters)}`);
    expect(page.path).toBe('/account');
    expect(browser.cookieNames).toEqual(['colophon_session']);
    expect(await whoami(browser)).toMatchObject({ kind: 'user', name: 'Eve', tenantId: world.tenantId, role: 'editor' });
    const verifier = sso.tokenRequest?.get('code_verifier') ?? '';
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(parameters.get('code_challenge'));
    expect(sso.tokenRequest?.get('redirect_uri')).toBe(`${server.url}/oidc/sso/callback`);
    const stored = await new OidcStates(database).list({ limit: 10 });
    expect(JSON.stringify(stored)).not.toContain(parameters.get('state'));
  });

  it.each<[string, Forgery]>([
    ['no algorithm (alg: none)', { alg: 'none' }],
    ['the client secret as a key', { alg: 'HS256' }],
    ['a key that is not the provider’s', { unknownKey: true }],
    ['another nonce', { claims: { nonce: 'replayed' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'somebody-else' } }],
    ['several audiences and another authorized party', { claims: { aud: ['newsroom', 'x'], azp: 'x' } }],
    ['a past expiry', { claims: { exp: 1_700_000_000 } }],
    ['no subject', { claims: { sub: undefined } }],
    ['another subject in the userinfo', { userinfo: { sub: 'somebody-else' } }],
  ])('rejects a token with %s', async (_what, forgery) => {
    sso.forgery = forgery;
    const { browser, page } = await signIn();
    expect(fault(page)).toEqual([401, expect.stringContaining('is not valid')]);
    expect((await whoami(browser))['kind']).toBe('anonymous');
    expect(await new Users(database).find({ email: email() })).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['a word', 'garbage'],
    ['three words', 'a.b.c'],
    ['bytes', `${'%'.repeat(40)}.e30.x`],
    ['no claims', `${Buffer.from('{"alg":"RS256"}').toString('base64url')}.${Buffer.from('[]').toString('base64url')}.x`],
    ['encrypted', 'a.b.c.d.e'],
    ['a number', 7],
  ])('says that an ID token cannot be read: %s', async (_what, idToken) => {
    sso.forgery = { idToken };
    const { browser, page } = await signIn();
    expect(fault(page)).toEqual([401, expect.stringContaining('The sso sent an ID token that cannot be read.')]);
    expect((await whoami(browser))['kind']).toBe('anonymous');
  });

  it.each([['iat'], ['nbf']])('says that the clocks differ if `%s` is in the future, beyond a tolerance', async (claim) => {
    const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
    sso.forgery = { claims: { [claim]: inSeconds(3600), exp: inSeconds(7200) } };
    const { browser, page } = await signIn();
    expect(fault(page)).toEqual([401, expect.stringContaining('The clocks of The sso and of this server differ')]);
    expect((await whoami(browser))['kind']).toBe('anonymous');
    sso.forgery = { claims: { [claim]: inSeconds(15) } };
    expect((await signIn()).page.path).toBe('/account');
  });

  it('names the provider with which an existing account is not linked yet', async () => {
    await ensureUser(database, { email: `eve-${count}@elsewhere.example`, name: 'Eve' });
    sso.person = { ...sso.person, email: `eve-${count}@elsewhere.example` };
    const { page } = await signIn();
    expect(page.text).toContain('link The sso on your account page');
  });

  it('rejects a response of another issuer than the one that was asked', async () => {
    const browser = server.browser();
    const parameters = await atProvider(browser);
    // The honest client at the attacker's provider, with a code of the other one (RFC 9207).
    expect((await browser.open(`/oidc/sso/callback${back(parameters, {}, otherProvider.issuer)}`)).status).toBe(401);
    const again = await atProvider(browser);
    expect((await browser.open(`/oidc/other/callback${back(again, {}, otherProvider.issuer)}`)).status).toBe(401);
    const without = await atProvider(browser);
    const noIssuer = new URLSearchParams({ code: 'a-code', state: without.get('state') ?? '' });
    expect((await browser.open(`/oidc/sso/callback?${noIssuer.toString()}`)).status).toBe(401);
  });

  it('rejects a response that is repeated, late, from another browser, or with duplicate parameters', async () => {
    const browser = server.browser();
    const parameters = await atProvider(browser);
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.fetch(`/oidc/sso/callback${back(parameters)}`)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    const otherBrowser = await atProvider(server.browser());
    expect((await server.browser().open(`/oidc/sso/callback${back(otherBrowser)}`)).status).toBe(401);
    expect((await browser.open(`/oidc/sso/callback${back(otherBrowser)}`)).status).toBe(401);
    const twice = await atProvider(browser);
    expect((await browser.open(`/oidc/sso/callback${back(twice)}&code=another`)).status).toBe(401);
    const late = await atProvider(browser);
    const past = new Date(Date.now() - 1000).toISOString();
    const [open] = await new OidcStates(database).list({ orderBy: '-created_at', limit: 1 });
    await new OidcStates(database).update(open?.id ?? '', { expiresAt: past });
    expect((await browser.open(`/oidc/sso/callback${back(late)}`)).status).toBe(401);
    await sweep(database);
  });

  it('reports a denial and an unavailable provider, and retries a provider that is back', async () => {
    const browser = server.browser();
    const parameters = await atProvider(browser);
    const denied = new URLSearchParams({ error: 'access_denied', state: parameters.get('state') ?? '', iss: sso.issuer });
    expect(fault(await browser.open(`/oidc/sso/callback?${denied.toString()}`))).toEqual([401, expect.stringContaining('denied')]);
    const before = await atProvider(browser);
    sso.forgery = { down: 503 };
    const down = await browser.open(`/oidc/sso/callback${back(before)}`);
    expect([...fault(down), down.headers.get('retry-after')]).toEqual([503, expect.stringContaining('cannot be reached'), '60']);
    sso.forgery = {};
    expect((await signIn()).page.path).toBe('/account');
  });

  it('reads the new keys of a provider', async () => {
    expect((await signIn()).page.path).toBe('/account');
    await sso.rotate();
    // An unverifiable token is rejected, and the keys are then read again.
    expect((await signIn()).page.status).toBe(401);
    expect((await signIn()).page.path).toBe('/account');
  });

  it('identifies users by issuer and subject, whatever address the provider reports', async () => {
    await signIn();
    const { id } = (await new Users(database).find({ email: email() })) ?? {};
    sso.person = { ...sso.person, email: 'renamed@sso.example' };
    expect(await whoami((await signIn()).browser)).toMatchObject({ id });
    // The same subject at another issuer is another user.
    otherProvider.person = { ...otherProvider.person, email: `other-${count}@elsewhere.example` };
    const browser = server.browser();
    const parameters = await atProvider(browser, '/sign-in/oidc/other', otherProvider);
    await browser.open(`/oidc/other/callback${back(parameters, {}, otherProvider.issuer)}`);
    expect((await whoami(browser))['id']).not.toBe(id);
  });

  it('finds an account by its address only if it is verified and its domain is trusted', async () => {
    const holder = await ensureUser(database, { email: email(), name: 'Held' });
    await setMembership(database, { userId: holder.id, tenantId: world.tenantId, role: 'viewer' });
    sso.person = { ...sso.person, email_verified: false };
    expect(fault((await signIn()).page)).toEqual([403, expect.stringContaining('have no account here yet')]);
    sso.person = { ...sso.person, email_verified: 'true' };
    expect((await signIn()).page.status).toBe(403);
    sso.person = { ...sso.person, email: `eve-${count}@unlisted.example`, email_verified: true };
    await ensureUser(database, { email: `eve-${count}@unlisted.example` });
    expect(fault((await signIn()).page)).toEqual([403, expect.stringContaining('There is an account with your address')]);
    sso.person = { ...sso.person, email: `EVE-${count}@SSO.example` };
    expect(await whoami((await signIn()).browser)).toMatchObject({ id: holder.id });
  });

  it('does not combine an address of the ID token with the verification of userinfo', async () => {
    await ensureUser(database, { email: `boss-${count}@sso.example`, name: 'Boss' });
    sso.forgery = { claims: { email: `boss-${count}@sso.example` } };
    expect(fault((await signIn()).page)).toEqual([403, expect.stringContaining('have no account here yet')]);
  });

  it('sanitizes the name of a user', async () => {
    sso.person = { ...sso.person, name: `\u202e${'a'.repeat(198)}\u{1f600}` };
    const { browser, page } = await signIn();
    expect([page.path, (await whoami(browser))['name']]).toEqual(['/account', 'a'.repeat(198)]);
  });

  describe('when a new sign-in is requested', () => {
    const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
    const begin = async (browser: Browser) =>
      (
        await browser.fetch('/api/v1/session/second-factor/begin', {
          method: 'POST',
          headers: { Origin: server.url, 'Content-Type': 'application/json' },
          body: '{}',
        })
      ).status;

    it('keeps the age of an earlier sign-in that the provider reuses', async () => {
      sso.forgery = { claims: { auth_time: ago(30 * 86_400) } };
      const { browser, page } = await signIn();
      expect(page.path).toBe('/account');
      expect(await begin(browser)).toBe(403);
      sso.forgery = { claims: { auth_time: undefined } };
      const unsaid = await signIn();
      expect([unsaid.page.path, await begin(unsaid.browser)]).toEqual(['/account', 403]);
      // A provider's clock that is ahead makes no sign-in newer than now.
      sso.forgery = { claims: { auth_time: ago(-86_400) } };
      const ahead = await signIn();
      const { authenticatedAt } = (await (await ahead.browser.fetch('/api/v1/session')).json()) as { authenticatedAt: string };
      expect([await begin(ahead.browser), Date.parse(authenticatedAt) <= Date.now()]).toEqual([201, true]);
    });

    it('makes the provider ask again, and requires that it confirms this', async () => {
      sso.forgery = { claims: { auth_time: ago(3600) } };
      const { browser } = await signIn();
      const parameters = await atProvider(browser);
      expect([parameters.get('max_age'), parameters.get('prompt')]).toEqual(['0', 'login']);
      const silent = await browser.open(`/oidc/sso/callback${back(parameters)}`);
      expect(fault(silent)).toEqual([403, expect.stringContaining('did not ask you to sign in again')]);
      sso.forgery = { claims: { auth_time: undefined } };
      expect((await signIn(browser)).page.status).toBe(403);
      expect(await begin(browser)).toBe(403);
      sso.forgery = { claims: { auth_time: ago(1) } };
      expect((await signIn(browser)).page.path).toBe('/account');
      expect(await begin(browser)).toBe(201);
    });

    it('does not ask users again who are new or have just signed in', async () => {
      const { browser } = await signIn();
      for (const each of [browser, server.browser()]) {
        const parameters = await atProvider(each);
        expect([parameters.get('max_age'), parameters.get('prompt')]).toEqual(['1209600', null]);
      }
    });

    it('does not approve a terminal or set up a required second factor with an old sign-in', async () => {
      await setSecondFactorRoles({ database, tenant: 'gazette', roles: ['editor'] });
      sso.forgery = { claims: { auth_time: ago(3600) } };
      const { browser, page } = await signIn();
      expect(page.path).toBe('/sign-in?next=%2Faccount');
      // While signing in too: the sign-in that waits for its second factor is too old.
      expect((await atProvider(browser)).get('max_age')).toBe('0');
      await setSecondFactorRoles({ database, tenant: 'gazette', roles: [] });
      sso.forgery = { claims: { auth_time: ago(2 * 86_400) } };
      const old = await signIn();
      expect((await old.browser.open('/terminal-login')).path).toBe('/sign-in?next=%2Fterminal-login');
    });
  });

  it('creates an account only for users of a group with a role here', async () => {
    sso.person = { ...sso.person, groups: ['strangers', 'ghosts'] };
    expect((await signIn()).page.status).toBe(403);
    sso.person = { ...sso.person, groups: 'desk' };
    expect((await signIn()).page.status).toBe(403);
    expect(await new Users(database).find({ email: email() })).toBeUndefined();
    sso.person = { ...sso.person, groups: ['desk', 'chiefs', 'staff'] };
    expect((await signIn()).page.path).toBe('/account');
    const user = await new Users(database).find({ email: email() });
    const roles = (await new Memberships(database).list({ where: { userId: user?.id ?? '' } })).map(({ tenantId, role }) => [
      tenantId,
      role,
    ]);
    expect(roles).toEqual(
      expect.arrayContaining([
        [world.tenantId, 'admin'],
        [null, 'viewer'],
      ]),
    );
  });

  it('removes the roles of lost groups with all sessions, and keeps roles given by an administrator', async () => {
    sso.person = { ...sso.person, groups: ['chiefs', 'staff'] };
    const { browser } = await signIn();
    const user = await new Users(database).find({ email: email() });
    const userId = user?.id ?? '';
    sso.person = { ...sso.person, groups: ['staff'] };
    const after = await signIn();
    expect(await whoami(browser)).toMatchObject({ kind: 'anonymous' });
    expect(await whoami(after.browser)).toMatchObject({ role: 'viewer', tenantId: null });
    await setMembership(database, { userId, tenantId: null, role: 'editor' });
    sso.person = { ...sso.person, groups: [] };
    expect(await whoami((await signIn()).browser)).toMatchObject({ role: 'editor', tenantId: null });
    sso.person = { ...sso.person, groups: ['desk'] };
    await signIn();
    sso.person = { ...sso.person, groups: ['chiefs'] };
    await signIn();
    const roles = (await new Memberships(database).list({ where: { userId } })).map(({ role, grantedBy }) => [role, grantedBy]);
    expect(roles).toEqual(
      expect.arrayContaining([
        ['editor', null],
        ['admin', sso.issuer],
      ]),
    );
  });

  it('does not bypass a second factor, and rejects a disabled account', async () => {
    await setSecondFactorRoles({ database, tenant: 'gazette', roles: ['editor'] });
    const { browser, page } = await signIn();
    expect(page.path).toBe('/sign-in/second-factor?next=%2Faccount');
    expect((await whoami(browser))['kind']).toBe('anonymous');
    await setSecondFactorRoles({ database, tenant: 'gazette', roles: [] });
    const user = await new Users(database).find({ email: email() });
    await disableUser(database, user?.id ?? '');
    expect(fault((await signIn()).page)).toEqual([401, expect.stringContaining('account is disabled')]);
  });

  it('accepts an invitation once; another invitation cannot take over the account', async () => {
    const call = makeCall({ now });
    const invite = async () =>
      new URL(
        await issueLink(database, {
          purpose: 'invitation',
          email: `guest-${count}@guests.example`,
          role: 'viewer',
          tenantId: world.tenantId,
          call,
        }),
        server.url,
      );
    const link = await invite();
    const browser = server.browser();
    const page = await browser.open(link.pathname + link.search);
    const href = /href="(\/sign-in\/oidc\/sso\?invitation=[^"]+)"/.exec(page.text)?.[1] ?? '';
    sso.person = { ...sso.person, groups: [], email_verified: false };
    expect((await signIn(browser, href)).page.path).toBe('/account');
    expect(await whoami(browser)).toMatchObject({ role: 'viewer', tenantId: world.tenantId });
    expect((await server.browser().fetch(href)).status).toBe(404);
    const again = await invite();
    const token = again.searchParams.get('token') ?? '';
    const takeover = await server
      .browser()
      .post('/invitation', new URLSearchParams({ token, name: 'Mallory', password: 'a password of mine' }));
    expect(fault(takeover)).toEqual([403, expect.stringContaining('already has an account')]);
  });

  describe('linked by the user', () => {
    async function person() {
      const { id: userId } = await ensureUser(database, { email: `link-${count}@news.example`, name: 'Lin' });
      await setMembership(database, { userId, tenantId: world.tenantId, role: 'viewer' });
      await givePassword(database, userId);
      return { userId, browser: await signedIn(server, database, { userId, name: 'Lin' }, now()) };
    }
    async function link(browser: Browser): Promise<Seen> {
      const shown = await browser.submit(await browser.open('/account/identities'), 'Link The sso');
      const url = new URL((/<a href="(http:[^"]+authorize[^"]*)"/.exec(shown.text)?.[1] ?? '').replaceAll('&amp;', '&'));
      sso.nonce = url.searchParams.get('nonce') ?? '';
      return browser.open(`/oidc/sso/callback${back(url.searchParams)}`);
    }

    it('signs in to the account until it is unlinked, which ends all sessions', async () => {
      const { userId, browser } = await person();
      const page = await link(browser);
      expect([page.path, page.text.includes('The sso')]).toEqual(['/account/identities', true]);
      const { browser: elsewhere } = await signIn();
      expect(await whoami(elsewhere)).toMatchObject({ id: userId, role: 'viewer' });
      await browser.submit(await browser.open('/account/identities'), 'Unlink');
      expect([(await whoami(browser))['kind'], (await whoami(elsewhere))['kind']]).toEqual(['user', 'anonymous']);
      expect(await new UserIdentities(database).count({ where: { userId } })).toBe(0);
    });

    it('is never linked to two accounts, nor to a user who signed in meanwhile', async () => {
      await signIn();
      const { browser } = await person();
      expect(fault(await link(browser))).toEqual([403, expect.stringContaining('Another account is linked')]);
      sso.person = { ...sso.person, sub: `fresh-${count}` };
      const shown = await browser.submit(await browser.open('/account/identities'), 'Link The sso');
      const url = new URL((/<a href="(http:[^"]+authorize[^"]*)"/.exec(shown.text)?.[1] ?? '').replaceAll('&amp;', '&'));
      sso.nonce = url.searchParams.get('nonce') ?? '';
      count += 1000;
      const somebody = await person();
      count -= 1000;
      browser.cookies.set('colophon_session', somebody.browser.cookies.get('colophon_session') ?? '');
      expect((await browser.open(`/oidc/sso/callback${back(url.searchParams)}`)).status).toBe(401);
    });

    it('is linked and unlinked over REST, except the last sign-in method', async () => {
      const { browser, userId } = await person();
      const headers = { Origin: server.url, 'Content-Type': 'application/json' };
      const path = '/api/v1/session/identities';
      const evil = await browser.fetch(path, {
        method: 'POST',
        headers: { ...headers, Origin: 'https://evil.example' },
        body: '{"provider":"sso"}',
      });
      expect(evil.status).toBe(403);
      expect((await browser.fetch(path, { method: 'POST', headers, body: '{"provider":"nobody"}' })).status).toBe(404);
      const response = await browser.fetch(path, { method: 'POST', headers, body: '{"provider":"sso"}' });
      expect(((await response.json()) as { url: string }).url).toContain(`${sso.issuer}/authorize?`);
      await link(browser);
      const listed = (await (await browser.fetch(path)).json()) as { items: { id: string }[]; providers: unknown[] };
      expect(listed).toEqual({
        items: [{ id: expect.any(String), issuer: sso.issuer, createdAt: expect.any(String), lastUsedAt: expect.any(String) }],
        providers: [
          { key: 'sso', name: 'The sso', issuer: sso.issuer },
          { key: 'other', name: 'The other', issuer: otherProvider.issuer },
        ],
      });
      await new Users(database).update(userId, { passwordHash: null });
      const id = listed.items[0]?.id ?? '';
      const last = await browser.fetch(`${path}/${id}`, { method: 'DELETE', headers });
      expect([last.status, await last.json()]).toEqual([409, expect.objectContaining({ code: 'last_way_in' })]);
      expect((await whoami(browser))['kind']).toBe('user');
    });
  });

  describe('ends the session here', () => {
    const send = (token: string, headers: Record<string, string> = {}) =>
      fetch(`${server.url}/oidc/backchannel-logout`, { method: 'POST', headers, body: new URLSearchParams({ logout_token: token }) });

    it('by subject and by session, including terminal sessions', async () => {
      sso.forgery = { claims: { sid: `session-${count}` } };
      const [first, second] = [await signIn(), await signIn()];
      expect((await whoami(first.browser))['kind']).toBe('user');
      const response = await send(await sso.logoutToken());
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect([(await whoami(first.browser))['kind'], (await whoami(second.browser))['kind']]).toEqual(['anonymous', 'anonymous']);
      const three = await signIn();
      expect((await send(await sso.logoutToken({ sub: undefined, sid: `session-${count}` }))).status).toBe(200);
      expect((await whoami(three.browser))['kind']).toBe('anonymous');
      expect((await send(await sso.logoutToken({ sub: 'nobody-here' }))).status).toBe(200);
      const entries = await new AuditEntries(database).list({ where: { operation: 'oidc.backchannelLogout' } });
      expect(entries.length).toBeGreaterThanOrEqual(2);
    });

    it.each<[string, Record<string, unknown>, Record<string, unknown>, Forgery]>([
      ['another type', {}, { typ: 'JWT' }, {}],
      ['a nonce', { nonce: 'x' }, {}, {}],
      ['an invalid subject', { sub: { a: 1 } }, {}, {}],
      ['an invalid session', { sid: 5 }, {}, {}],
      ['no event', { events: { 'http://schemas.example/other': {} } }, {}, {}],
      ['an invalid event', { events: { 'http://schemas.openid.net/event/backchannel-logout': 'x' } }, {}, {}],
      ['neither subject nor session', { sub: undefined }, {}, {}],
      ['another audience', { aud: 'somebody-else' }, {}, {}],
      ['another issuer', { iss: 'https://evil.example' }, {}, {}],
      ['no id', { jti: undefined }, {}, {}],
      ['no end', { exp: undefined }, {}, {}],
      ['a past expiry', { exp: 1_700_000_000 }, {}, {}],
      ['a beginning long ago', { iat: 1_700_000_000 }, {}, {}],
      ['a beginning to come', { iat: Math.floor(Date.now() / 1000) + 3600 }, {}, {}],
      ['no algorithm (alg: none)', {}, {}, { alg: 'none' }],
      ['the client secret as a key', {}, {}, { alg: 'HS256' }],
      ['a key that is not the provider’s', {}, {}, { unknownKey: true }],
    ])('but not with a token with %s', async (_what, claims, header, forgery) => {
      const { browser } = await signIn();
      sso.forgery = forgery;
      const response = await send(await sso.logoutToken(claims, header));
      expect([response.status, response.headers.get('cache-control'), await response.json()]).toEqual([
        400,
        'no-store',
        expect.objectContaining({ error: 'invalid_request' }),
      ]);
      expect((await whoami(browser))['kind']).toBe('user');
    });

    it('also by a token whose processing failed before', async () => {
      const { browser } = await signIn();
      const token = await sso.logoutToken();
      const broken = vi.spyOn(Users.prototype, 'getForUpdate').mockRejectedValueOnce(new Error('the database is down'));
      expect((await send(token)).status).toBe(500);
      broken.mockRestore();
      expect((await whoami(browser))['kind']).toBe('user');
      expect((await send(token)).status).toBe(200);
      expect((await whoami(browser))['kind']).toBe('anonymous');
    });

    it('also by a session whose id is longer than the stored length', async () => {
      const sid = 'x'.repeat(300);
      sso.forgery = { claims: { sid } };
      const { browser } = await signIn();
      expect((await send(await sso.logoutToken({ sub: undefined, sid: `${'x'.repeat(299)}y` }))).status).toBe(200);
      expect((await whoami(browser))['kind']).toBe('user');
      expect((await send(await sso.logoutToken({ sub: undefined, sid }))).status).toBe(200);
      expect((await whoami(browser))['kind']).toBe('anonymous');
    });

    it('but not by a repeated token, also ten times concurrently, nor by an empty one', async () => {
      await signIn();
      const token = await sso.logoutToken();
      const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await send(token)).status));
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      const { browser } = await signIn();
      expect((await send(token)).status).toBe(400);
      expect((await whoami(browser))['kind']).toBe('user');
      for (const invalid of ['', 'x', 'a.b.c', 'x'.repeat(30_000)]) expect((await send(invalid)).status).toBe(400);
      expect((await fetch(`${server.url}/oidc/backchannel-logout`)).headers.get('allow')).toBe('POST');
    });

    it('when the user signs out here: they get a link to sign out there', async () => {
      const { browser } = await signIn();
      const page = await browser.submit(await browser.open('/account'), 'Sign out');
      expect([browser.cookieNames, page.text.includes('href="/sign-in/oidc/sso/end"')]).toEqual([[], true]);
      const led = await browser.fetch('/sign-in/oidc/sso/end');
      const url = new URL(led.headers.get('location') ?? '');
      expect([url.origin + url.pathname, url.searchParams.get('post_logout_redirect_uri'), url.searchParams.get('client_id')]).toEqual([
        `${sso.issuer}/end`,
        `${server.url}/sign-in`,
        'newsroom',
      ]);
    });
  });

  it('accepts valid provider settings, and reports all faults of others', () => {
    const right = { key: 'sso', name: 'SSO', issuer: 'https://login.example', clientId: 'x' };
    expect(providerFaults(right)).toEqual([]);
    expect(providerFaults({ ...right, issuer: 'http://localhost:9000/realms/x' })).toEqual([]);
    const wrong = { key: 'S S', name: ' ', issuer: 'http://login.example', clientId: '', algorithm: 'none', trustedDomains: ['x'] };
    expect(providerFaults(wrong).map((each) => each.split(':')[0])).toEqual([
      'key',
      'name',
      'issuer',
      'clientId',
      'algorithm',
      'trustedDomains',
    ]);
    for (const issuer of ['x', 'https://login.example/?a=b', 'https://u:p@login.example', 'http://192.0.2.1'])
      expect(providerFaults({ ...right, issuer })).toHaveLength(1);
  });

  it('leaves a user without roles after losing their tenant', async () => {
    const { browser } = await signIn();
    const { id } = (await whoami(browser)) as { id: string };
    await removeMembership(database, { userId: id, tenantId: world.tenantId });
    expect((await whoami(browser))['kind']).toBe('anonymous');
  });
});
