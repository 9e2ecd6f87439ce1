import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTenant } from '../tenants/tenant.ts';
import type { Browser } from '../testing/browser.ts';
import { type RunningIdentity, serveIdentity } from '../testing/serve.ts';
import { givePassword, PASSWORD, signedIn, signInAs } from '../testing/sign-in-as.ts';
import { makeWorld, TestClock, type World } from '../testing/world.ts';
import { createUser } from '../people/create-user.ts';
import { resetPassword, setRole } from '../people/manage-users.ts';
import { disableUser } from '../users/disable-user.ts';
import { removeMembership, setMembership } from '../users/manage-memberships.ts';
import { tenantsOf } from '../users/standing.ts';
import { approveLogin } from '../grant/decide.ts';
import { reserveSignIn } from '../throttle/sign-in-throttle.ts';

describeOnEveryDatabase('the account pages', (open) => {
  let world: World;
  let server: RunningIdentity;
  const clock = new TestClock();
  const whoami = async (browser: Browser, init: Parameters<Browser['fetch']>[1] = {}) => {
    const response = await browser.fetch('/whoami', init);
    return (await response.json()) as Record<string, unknown>;
  };
  beforeAll(async () => {
    world = await makeWorld(await open());
    await givePassword(world.database, world.ada.userId);
    server = await serveIdentity(world.database, { clock: clock.now });
  });
  afterAll(() => server.stop());
  beforeEach(() => clock.advance(1000));

  it('sign in and out; the session ends on the server too', async () => {
    const browser = server.browser();
    const account = await signInAs(browser, ' Ada@News.Example ');
    expect(account.path).toBe('/account');
    expect(account.text).toContain('ada@news.example');
    expect(await whoami(browser)).toEqual({ kind: 'user', id: world.ada.userId, name: 'Ada', tenantId: world.tenantId, role: 'admin' });
    const cookiesBefore = new Map(browser.cookies);
    await browser.submit(account, 'Sign out');
    expect(browser.cookieNames).toEqual([]);
    cookiesBefore.forEach((value, name) => browser.cookies.set(name, value));
    expect(await whoami(browser)).toMatchObject({ kind: 'anonymous' });
    expect((await browser.open('/account')).path).toContain('/sign-in');
  });

  it('set a cookie that scripts cannot read and other sites do not send', async () => {
    const response = await fetch(`${server.url}/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ email: 'ada@news.example', password: PASSWORD }),
      headers: { Origin: server.url },
    });
    expect(response.headers.getSetCookie().find((each) => each.startsWith('colophon_session'))).toMatch(
      /^colophon_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/,
    );
  });

  it('create a new secret at every sign-in, against session fixation', async () => {
    const browser = server.browser();
    await signInAs(browser, 'ada@news.example');
    const first = browser.cookies.get('colophon_session') ?? '';
    await signInAs(browser, 'ada@news.example');
    expect(browser.cookies.get('colophon_session')).not.toBe(first);
    browser.cookies.set('colophon_session', first);
    expect(await whoami(browser)).toMatchObject({ kind: 'anonymous' });
    browser.cookies.set('colophon_session', 'x'.repeat(43));
    const planted = await signInAs(browser, 'ada@news.example');
    expect(planted.path).toBe('/account');
    expect(browser.cookies.get('colophon_session')).not.toBe('x'.repeat(43));
  });

  it('respond alike to a wrong password, an unknown address and a disabled account, and stop after ten', async () => {
    const { id } = await createUser({ database: world.database, email: 'zoe@news.example', role: 'viewer', baseUrl: server.url });
    await givePassword(world.database, id);
    await disableUser(world.database, id);
    const browser = server.browser();
    const wrong = await signInAs(browser, 'ada@news.example', { password: 'wrong wrong wrong' });
    const unknown = await signInAs(browser, 'nobody@news.example');
    const closed = await signInAs(browser, 'zoe@news.example');
    expect([wrong.status, unknown.status, closed.status]).toEqual([401, 401, 401]);
    expect(unknown.text.replaceAll('nobody@', 'ada@')).toBe(wrong.text);
    // Each password check takes a tenth of a second; checking the throttle does not.
    const attempt = { account: 'nobody@news.example', address: '127.0.0.1', now: clock.now() };
    for (let tries = 0; tries < 9; tries += 1) await (await reserveSignIn(world.database, attempt)).settle(false);
    const stopped = await signInAs(browser, 'nobody@news.example');
    expect([stopped.status, stopped.headers.get('retry-after')]).toEqual([429, '600']);
    expect((await signInAs(browser, 'ada@news.example')).path).toBe('/account');
  });

  it('redirect only to pages of this site', async () => {
    const astray = await signInAs(server.browser(), 'ada@news.example', { from: '/sign-in?next=https%3A%2F%2Fevil.example%2F' });
    expect(astray.path).toBe('/account');
    const local = await signInAs(server.browser(), 'ada@news.example', { from: '/sign-in?next=%2Fterminal-login%3Fcode%3DBCDF-GHJK' });
    expect(local.path).toBe('/terminal-login?code=BCDF-GHJK');
  });

  it('reject a sign-in from another site', async () => {
    const body = new URLSearchParams({ email: 'ada@news.example', password: PASSWORD });
    expect((await server.browser().post('/sign-in', body, { Origin: 'https://evil.example' })).status).toBe(403);
  });

  it('accept writes of a browser session only from this site', async () => {
    const browser = await signedIn(server, world.database, world.ada, clock.now());
    expect(await whoami(browser, { method: 'POST', headers: { Origin: server.url } })).toMatchObject({ kind: 'user' });
    expect(await whoami(browser, { method: 'POST', headers: { Origin: 'https://evil.example' } })).toEqual({ code: 'forbidden' });
    expect(await whoami(browser, { method: 'DELETE' })).toEqual({ code: 'forbidden' });
  });

  it('list browsers and terminals, and end one of them or all others', async () => {
    const here = await signedIn(server, world.database, world.ada, clock.now());
    const otherBrowser = await signedIn(server, world.database, world.ada, clock.now());
    const json = { 'Content-Type': 'application/json' };
    const started = await fetch(`${server.url}/api/cli/auth/start`, { method: 'POST', body: '{"clientName":"my laptop"}', headers: json });
    const login = (await started.json()) as { userCode: string; deviceCode: string };
    await approveLogin(world.database, { userCode: login.userCode, tenantId: world.tenantId, by: world.ada, now: clock.now() });
    expect((await here.open('/account')).text).toMatch(/my laptop[\s\S]*approved, not fetched yet/);
    const polled = await fetch(`${server.url}/api/cli/auth/token`, {
      method: 'POST',
      body: JSON.stringify({ deviceCode: login.deviceCode }),
      headers: json,
    });
    const { accessToken } = (await polled.json()) as { accessToken: string };
    const asTerminal = () => fetch(`${server.url}/whoami`, { headers: { Authorization: `Bearer ${accessToken}` } });
    expect((await asTerminal()).status).toBe(200);
    const account = await here.open('/account');
    expect(account.text).toContain('my laptop');
    expect(account.text).not.toContain('not fetched yet');
    expect(account.text).toContain('The Gazette');
    await here.submit(account, 'Revoke', {}, { text: 'my laptop' });
    expect((await asTerminal()).status).toBe(401);
    expect((await here.open('/account')).text).not.toContain('my laptop');
    await here.submit(await here.open('/account'), 'Sign out everywhere else');
    expect(await whoami(otherBrowser)).toMatchObject({ kind: 'anonymous' });
    expect(await whoami(here)).toMatchObject({ kind: 'user' });
  });

  it('cannot end the sessions of other users', async () => {
    await givePassword(world.database, world.bob.userId);
    const ada = await signedIn(server, world.database, world.ada, clock.now());
    const bob = await signedIn(server, world.database, world.bob, clock.now());
    const otherBrowser = await signedIn(server, world.database, world.ada, clock.now());
    const page = await ada.open('/account');
    const sessionId = /name="sessionId" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const bobs = await bob.open('/account');
    const csrfToken = /name="csrfToken" value="([^"]+)"/.exec(bobs.text)?.[1] ?? '';
    const answer = await bob.post('/account', new URLSearchParams({ csrfToken, sessionId, action: 'revoke' }));
    expect(answer.status).toBe(404);
    expect(await whoami(otherBrowser)).toMatchObject({ kind: 'user' });
  });

  it('switch tenants in a new session, and refuse a lost tenant', async () => {
    const second = await createTenant({ database: world.database, slug: `second-${clock.now().getTime()}`, name: 'Second' });
    await setMembership(world.database, { userId: world.ada.userId, tenantId: second.id, role: 'viewer' });
    const browser = await signedIn(server, world.database, world.ada, clock.now());
    const before = browser.cookies.get('colophon_session') ?? '';
    await browser.submit(await browser.open('/account'), 'Switch', { tenantId: second.id });
    expect(browser.cookies.get('colophon_session')).not.toBe(before);
    expect(await whoami(browser)).toMatchObject({ tenantId: second.id, role: 'viewer' });
    const page = await browser.open('/account');
    expect((await browser.submit(page, 'Switch', { tenantId: '' })).status).toBe(403);
    await removeMembership(world.database, { userId: world.ada.userId, tenantId: second.id });
    expect(await whoami(browser)).toMatchObject({ kind: 'anonymous' });
    expect((await browser.open('/account')).path).toContain('/sign-in');
  });

  it('let the first administrator set a password through a link that works once', async () => {
    const { id, setPasswordUrl } = await createUser({
      database: world.database,
      email: 'root@news.example',
      role: 'admin',
      baseUrl: `${server.url}/`,
    });
    expect(setPasswordUrl.startsWith(`${server.url}/set-password?token=`)).toBe(true);
    const path = setPasswordUrl.slice(server.url.length);
    const browser = server.browser();
    const page = await browser.open(path);
    const short = await browser.submit(page, 'Set password', { password: 'short' });
    expect([short.status, short.text.includes('at least 12')]).toEqual([422, true]);
    await browser.open(path);
    expect((await browser.submit(page, 'Set password', { password: PASSWORD })).path).toBe('/account');
    expect(await whoami(browser)).toMatchObject({ role: 'admin', tenantId: null });
    expect((await browser.open(path)).status).toBe(404);
    expect((await browser.submit(page, 'Set password', { password: `${PASSWORD} of another` })).status).toBe(404);
    const again = { database: world.database, email: ' Root@news.example', role: 'editor', tenant: 'gazette' } as const;
    await expect(createUser({ ...again, baseUrl: server.url })).rejects.toMatchObject({ status: 409, code: 'user_exists' });
    expect(await tenantsOf(world.database, id)).toMatchObject([{ tenant: null, role: 'admin' }]);
    await setRole(again);
    expect(await tenantsOf(world.database, id)).toMatchObject([
      { tenant: null, role: 'admin' },
      { tenant: { slug: 'gazette' }, role: 'editor' },
    ]);
  });

  it('end all other sessions when a password is set', async () => {
    const browser = await signedIn(server, world.database, world.ada, clock.now());
    const link = await resetPassword({ database: world.database, email: 'ada@news.example', baseUrl: server.url });
    const otherBrowser = server.browser();
    await otherBrowser.submit(await otherBrowser.open(link.slice(server.url.length)), 'Set password', { password: PASSWORD });
    expect(await whoami(browser)).toMatchObject({ kind: 'anonymous' });
    expect(await whoami(otherBrowser)).toMatchObject({ kind: 'user' });
  });

  it('invite new people into a tenant', async () => {
    const admin = await signedIn(server, world.database, world.ada, clock.now());
    const invited = await admin.submit(await admin.open('/account'), 'Invite', { email: 'New@news.example', role: 'editor' });
    const url = /<strong>([^<]*invitation[^<]*)<\/strong>/.exec(invited.text)?.[1] ?? '';
    expect((await admin.open('/account')).text).not.toContain(url);
    const guest = server.browser();
    const page = await guest.open(url.slice(server.url.length));
    expect(page.text).toContain('The Gazette');
    await guest.submit(page, 'Accept', { name: 'Newcomer', password: PASSWORD });
    expect(await whoami(guest)).toMatchObject({ name: 'Newcomer', tenantId: world.tenantId, role: 'editor' });
    expect((await server.browser().open(url.slice(server.url.length))).status).toBe(404);
    expect((await guest.open('/account')).text).not.toContain('Invitations');
    const csrfToken = /name="csrfToken" value="([^"]+)"/.exec((await guest.open('/account')).text)?.[1] ?? '';
    const refused = await guest.post(
      '/account',
      new URLSearchParams({ csrfToken, action: 'invite', email: 'x@news.example', role: 'admin' }),
    );
    expect(refused.status).toBe(403);
  });

  it('require invited users with an account to sign in first, and reject others', async () => {
    const admin = await signedIn(server, world.database, world.ada, clock.now());
    const invited = await admin.submit(await admin.open('/account'), 'Invite', { email: 'bob@news.example', role: 'viewer' });
    const path = (/<strong>([^<]*invitation[^<]*)<\/strong>/.exec(invited.text)?.[1] ?? '').slice(server.url.length);
    const stranger = server.browser();
    const invitationPage = await stranger.open(path);
    expect(invitationPage.text).toContain('You have an account');
    const secret = new URL(path, server.url).searchParams.get('token') ?? '';
    const takeover = await stranger.post(
      '/invitation',
      new URLSearchParams({ token: secret, name: 'Mallory', password: 'seven violet bridges at noon' }),
    );
    expect(takeover.status).toBe(403);
    const bob = await signedIn(server, world.database, world.bob, clock.now());
    await bob.submit(await bob.open(path), 'Accept');
    expect(await whoami(bob)).toMatchObject({ name: 'Bob', tenantId: world.tenantId, role: 'viewer' });
  });

  it('support GET and POST, and reject other methods with 405', async () => {
    for (const path of ['/account', '/sign-in', '/sign-in/second-factor', '/account/passkeys', '/set-password']) {
      const refused = await server.browser().fetch(path, { method: 'DELETE' });
      expect([path, refused.status, refused.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD, POST']);
    }
    const metadata = await server.browser().fetch('/.well-known/oauth-authorization-server', { method: 'POST' });
    expect([metadata.status, metadata.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('withdraw an invitation', async () => {
    const admin = await signedIn(server, world.database, world.ada, clock.now());
    const invited = await admin.submit(await admin.open('/account'), 'Invite', { email: 'late@news.example', role: 'viewer' });
    const path = (/<strong>([^<]*invitation[^<]*)<\/strong>/.exec(invited.text)?.[1] ?? '').slice(server.url.length);
    await admin.submit(await admin.open('/account'), 'Withdraw', {}, { text: 'late@news.example' });
    expect((await server.browser().open(path)).status).toBe(404);
  });

  it('caused no internal error in these tests', () => {
    expect(server.errors).toEqual([]);
  });
});
