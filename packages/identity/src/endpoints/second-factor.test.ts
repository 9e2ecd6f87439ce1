import { TestPorts } from '@colophon/core/testing';
import { type Database, makeCall, openDatabase, type Role } from '@colophon/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startLogin } from '../grant/start.ts';
import { pollLogin } from '../grant/exchange.ts';
import { issueLink } from '../links/issue-link.ts';
import { acceptInvitation } from '../people/accept-link.ts';
import { resetSecondFactor, setSecondFactorRoles } from '../people/manage-users.ts';
import { Sessions } from '../sessions/session.ts';
import { createTenant } from '../tenants/tenant.ts';
import type { Browser, Seen } from '../testing/browser.ts';
import { type RunningIdentity, serveIdentity } from '../testing/serve.ts';
import { givePassword, PASSWORD, signedIn, signInAs } from '../testing/sign-in-as.ts';
import { demandedRoles } from '../users/factors/demanded-roles.ts';
import { factorsOf } from '../users/factors/factors-of.ts';
import { totpCode } from '../testing/totp-code.ts';
import { makeWorld, TestClock, type World } from '../testing/world.ts';
import { ensureUser } from '../users/ensure-user.ts';
import { removeMembership, setMembership } from '../users/manage-memberships.ts';
import { Memberships } from '../users/membership.ts';
import { presentPeople } from '../users/present-people.ts';
import { verdictsOf } from '../verdicts/verdict-cache.ts';

describe('signing in with a second factor', () => {
  let database: Database;
  let world: World;
  let server: RunningIdentity;
  let count = 0;
  const clock = new TestClock();
  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:', { ports: new TestPorts() });
    world = await makeWorld(database);
    server = await serveIdentity(database, { clock: clock.now });
  });
  afterAll(async () => {
    await server.stop();
    await database.close();
  });
  beforeEach(() => clock.advance(3600));

  interface Person {
    readonly userId: string;
    readonly name: string;
    readonly email: string;
  }
  /** A separate user for each test, an editor of the tenant. */
  async function person(role: Role = 'editor'): Promise<Person> {
    count += 1;
    const email = `eve-${count}@news.example`;
    const { id } = await ensureUser(database, { email, name: 'Eve' });
    await givePassword(database, id);
    await setMembership(database, { userId: id, tenantId: world.tenantId, role });
    return { userId: id, name: 'Eve', email };
  }
  const whoami = async (browser: Browser, headers: Record<string, string> = {}) => {
    verdictsOf(database).forget();
    return (await (await browser.fetch('/whoami', { headers })).json()) as Record<string, unknown>;
  };
  const secretOn = ({ text }: Seen): string => (/<code>([A-Z2-7 ]{39})<\/code>/.exec(text)?.[1] ?? '').replaceAll(' ', '');
  const codesOn = ({ text }: Seen): string[] => [...text.matchAll(/<code>([0-9a-z-]{29})<\/code>/g)].map(([, code = '']) => code);
  /** Sets up an app on the account page, and waits for the next code. */
  async function enrol(user: Person): Promise<{ browser: Browser; secret: string; codes: string[] }> {
    const browser = await signedIn(server, database, user, clock.now());
    const shown = await browser.submit(await browser.open('/account/second-factor'), 'Set up an authenticator app');
    const secret = secretOn(shown);
    const done = await browser.submit(shown, 'Turn on', { code: totpCode(secret, clock.now()) });
    expect([done.status, codesOn(done).length]).toEqual([200, 10]);
    clock.advance(60);
    return { browser, secret, codes: codesOn(done) };
  }
  const signIn = async (user: Person, from?: string): Promise<{ browser: Browser; page: Seen }> => {
    const browser = server.browser();
    return { browser, page: await signInAs(browser, user.email, from === undefined ? {} : { from }) };
  };
  const requireOf = (...roles: Role[]): Promise<void> => setSecondFactorRoles({ database, tenant: 'gazette', roles });

  it('takes two steps, without access in between', async () => {
    const user = await person();
    const { secret } = await enrol(user);
    const { browser, page } = await signIn(user, '/sign-in?next=%2Fterminal-login');
    expect([page.path, page.status]).toEqual(['/sign-in/second-factor?next=%2Fterminal-login', 200]);
    expect(browser.cookieNames).toEqual(['colophon_sign_in']);
    expect(await whoami(browser)).toMatchObject({ kind: 'anonymous' });
    expect((await browser.fetch('/api/v1/session')).status).toBe(401);
    expect((await browser.open('/account')).path).toContain('/sign-in?next');
    // The secret of the first step is not a session secret, whatever cookie it is sent in.
    browser.cookies.set('colophon_session', browser.cookies.get('colophon_sign_in') ?? '');
    expect(await whoami(browser)).toMatchObject({ kind: 'anonymous' });
    browser.cookies.delete('colophon_session');
    const wrong = await browser.submit(page, 'Continue', { code: '000000' });
    expect([wrong.status, /role="alert">([^<]+)/.exec(wrong.text)?.[1]]).toEqual([401, expect.stringContaining('not right')]);
    const done = await browser.submit(wrong, 'Continue', { code: totpCode(secret, clock.now()) });
    expect(done.path).toBe('/terminal-login');
    expect(browser.cookieNames).toEqual(['colophon_session']);
    expect(await whoami(browser)).toMatchObject({ kind: 'user', id: user.userId, role: 'editor' });
    const session = (await (await browser.fetch('/api/v1/session')).json()) as Record<string, unknown>;
    expect(session['secondFactor']).toEqual({ shownAt: clock.now().toISOString(), isMissing: false });
  });

  it('ends the first step after ten minutes, on cancelling, and when all access of the user ends', async () => {
    const user = await person();
    await enrol(user);
    const late = await signIn(user);
    clock.advance(601);
    expect((await late.browser.open('/sign-in/second-factor')).path).toContain('/sign-in?next');
    const cancelled = await signIn(user);
    const kept = cancelled.browser.cookies.get('colophon_sign_in') ?? '';
    await cancelled.browser.submit(cancelled.page, 'Cancel');
    expect(cancelled.browser.cookies.size).toBe(0);
    cancelled.browser.cookies.set('colophon_sign_in', kept);
    expect((await cancelled.browser.open('/sign-in/second-factor')).path).toContain('/sign-in?next');
    const ended = await signIn(user);
    await resetSecondFactor({ database, email: user.email });
    expect((await ended.browser.open('/sign-in/second-factor')).path).toContain('/sign-in?next');
  });

  it('accepts forms of the second step only from this site and this sign-in', async () => {
    const user = await person();
    const { secret } = await enrol(user);
    const { browser, page } = await signIn(user);
    const code = totpCode(secret, clock.now());
    const token = /name="csrfToken" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const send = (fields: Record<string, string>, origin = server.url) =>
      browser.post('/sign-in/second-factor', new URLSearchParams({ action: 'prove', code, ...fields }), { Origin: origin });
    expect((await send({ csrfToken: token }, 'https://evil.example')).status).toBe(403);
    expect((await send({})).status).toBe(403);
    expect((await send({ csrfToken: token, action: 'open' })).status).toBe(422);
    expect((await send({ csrfToken: token, next: 'https://evil.example/' })).path).toBe('/account');
  });

  it('accepts a recovery code once, and reports how many are left', async () => {
    const user = await person();
    const { codes } = await enrol(user);
    const { browser, page } = await signIn(user);
    expect((await browser.submit(page, 'Continue', { code: codes[3] ?? '' })).path).toBe('/account');
    expect((await browser.open('/account/second-factor')).text).toMatch(/have 9 unused recovery\s+codes/);
    const again = await signIn(user);
    expect((await again.browser.submit(again.page, 'Continue', { code: codes[3] ?? '' })).status).toBe(401);
  });

  it('is not bypassed by a link to set a password', async () => {
    const user = await person();
    const { secret } = await enrol(user);
    const browser = server.browser();
    const page = await browser.open(
      await issueLink(database, { purpose: 'password', email: user.email, call: makeCall({ now: clock.now }) }),
    );
    const step = await browser.submit(page, 'Set password', { password: `${PASSWORD} anew` });
    expect([step.path, [...browser.cookies.keys()]]).toEqual(['/sign-in/second-factor?next=%2Faccount', ['colophon_sign_in']]);
    expect((await browser.submit(step, 'Continue', { code: totpCode(secret, clock.now()) })).path).toBe('/account');
  });

  it('is not bypassed by an invitation', async () => {
    const user = await person();
    await enrol(user);
    const link = async (email: string): Promise<string> =>
      issueLink(database, { purpose: 'invitation', email, role: 'viewer', tenantId: world.tenantId, call: makeCall({ now: clock.now }) });
    const secret = new URL(await link(user.email), server.url).searchParams.get('token') ?? '';
    const as = { name: 'Mallory', password: PASSWORD };
    await expect(acceptInvitation(database, { secret, now: clock.now(), as })).rejects.toMatchObject({ status: 403 });
    await requireOf('viewer');
    const newcomer = server.browser();
    const page = await newcomer.open(await link(`new-${count}@news.example`));
    const step = await newcomer.submit(page, 'Accept', { name: 'Nia', password: PASSWORD });
    expect(step.text).toContain('Your role needs a second factor');
    expect(await whoami(newcomer)).toMatchObject({ kind: 'anonymous' });
    await requireOf();
  });

  it('is set up while signing in if the role requires it', async () => {
    await requireOf('editor');
    const user = await person();
    const { browser, page } = await signIn(user, '/sign-in?next=%2Faccount');
    const shown = await browser.submit(page, 'Set up an authenticator app');
    expect(shown.text).toContain('<svg');
    const secret = secretOn(shown);
    const wrong = await browser.submit(shown, 'Turn on', { code: '000000' });
    expect([wrong.status, secretOn(wrong)]).toEqual([401, secret]);
    const done = await browser.submit(wrong, 'Turn on', { code: totpCode(secret, clock.now()) });
    expect(codesOn(done)).toHaveLength(10);
    expect(browser.cookieNames).toEqual(['colophon_session']);
    expect(await whoami(browser)).toMatchObject({ kind: 'user', role: 'editor' });
    await requireOf();
  });

  it('cannot be set up again while signing in: a password alone does not bypass it', async () => {
    const user = await person();
    await enrol(user);
    const { browser, page } = await signIn(user);
    const csrfToken = /name="csrfToken" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    for (const action of ['begin', 'confirm'])
      expect((await browser.post('/sign-in/second-factor', new URLSearchParams({ action, csrfToken, code: '000000' }))).status).toBe(403);
  });

  it('denies access from the next request on if the role requires it and the session has shown none', async () => {
    const user = await person('admin');
    const elsewhere = await createTenant({ database, slug: `other-${count}`, name: 'Other' });
    await setMembership(database, { userId: user.userId, tenantId: elsewhere.id, role: 'viewer' });
    const browser = await signedIn(server, database, user, clock.now());
    browser.cookies.set('colophon_session', (await inTenant(browser, world.tenantId)) ?? '');
    expect(await whoami(browser)).toMatchObject({ role: 'admin', tenantId: world.tenantId });
    await requireOf('admin');
    expect(await whoami(browser)).toMatchObject({ kind: 'anonymous' });
    const session = (await (await browser.fetch('/api/v1/session')).json()) as Record<string, unknown>;
    expect(session).toMatchObject({ role: null, secondFactor: { shownAt: null, isMissing: true } });
    const account = await browser.open('/account');
    expect(account.text).toContain('needs a second factor');
    expect(account.text).not.toContain('Invite');
    const csrfToken = /name="csrfToken" value="([^"]+)"/.exec(account.text)?.[1] ?? '';
    const invited = await browser.post(
      '/account',
      new URLSearchParams({ action: 'invite', csrfToken, email: 'x@news.example', role: 'admin' }),
    );
    expect(invited.status).toBe(403);
    browser.cookies.set('colophon_session', (await inTenant(browser, elsewhere.id)) ?? '');
    expect(await whoami(browser)).toMatchObject({ role: 'viewer', tenantId: elsewhere.id });
    await requireOf();
  });

  async function inTenant(browser: Browser, tenantId: string): Promise<string | undefined> {
    const headers = { Origin: server.url, 'Content-Type': 'application/json' };
    const response = await browser.fetch('/api/v1/session/tenant', { method: 'POST', headers, body: JSON.stringify({ tenantId }) });
    return /colophon_session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1];
  }

  it('is requested from signed-in users who have one or need one, after a new sign-in', async () => {
    await requireOf();
    const user = await person();
    const { secret } = await enrol(user);
    const without = await signedIn(server, database, user, clock.now());
    await requireOf('editor');
    const page = await without.open('/sign-in/second-factor?next=%2Fterminal-login');
    expect((await without.submit(page, 'Continue', { code: totpCode(secret, clock.now()) })).path).toBe('/terminal-login');
    expect(await whoami(without)).toMatchObject({ role: 'editor' });
    const old = await signedIn(server, database, await person(), clock.now());
    clock.advance(901);
    expect((await old.open('/sign-in/second-factor?next=%2Faccount')).path).toBe('/sign-in?next=%2Faccount');
    await requireOf();
  });

  it('is required for approving a terminal, and applies to the terminal itself', async () => {
    await requireOf();
    const user = await person();
    const login = () => startLogin(database, { address: '192.0.2.1', agent: null, clientName: 'laptop', clientId: null }, clock.now());
    const approve = async (browser: Browser, userCode: string) =>
      browser.submit(await browser.submit(await browser.open(`/terminal-login?code=${userCode}`), 'Continue'), 'Approve');
    const before = await login();
    const plain = await signedIn(server, database, user, clock.now());
    expect((await approve(plain, before.userCode)).text).toContain('let in');
    const polled = await pollLogin(database, { deviceCode: before.deviceCode, requestId: null, now: clock.now() });
    const bearer = { Authorization: `Bearer ${polled.status === 'approved' ? polled.accessToken : ''}` };
    expect(await whoami(server.browser(), bearer)).toMatchObject({ role: 'editor' });
    await requireOf('editor');
    expect(await whoami(server.browser(), bearer)).toEqual({ code: 'second_factor_required' });
    const refused = await approve(plain, (await login()).userCode);
    expect(refused.path).toMatch(/^\/sign-in\/second-factor\?next=%2Fterminal-login%3Fcode/);
    await requireOf();
    const { browser } = await enrol(user);
    const stolen = await signedIn(server, database, user, clock.now());
    expect((await approve(stolen, (await login()).userCode)).path).toContain('/sign-in/second-factor');
    const after = await login();
    expect((await approve(browser, after.userCode)).text).toContain('let in');
    await requireOf('editor');
    const fetched = await pollLogin(database, { deviceCode: after.deviceCode, requestId: null, now: clock.now() });
    expect(
      await whoami(server.browser(), { Authorization: `Bearer ${fetched.status === 'approved' ? fetched.accessToken : ''}` }),
    ).toMatchObject({ role: 'editor' });
    await requireOf();
  });

  it('reports to scripts that approve a terminal that it is missing', async () => {
    const user = await person();
    await enrol(user);
    const browser = await signedIn(server, database, user, clock.now());
    const login = await startLogin(database, { address: '192.0.2.2', agent: null, clientName: null, clientId: null }, clock.now());
    const csrf = /name="csrfToken" value="([^"]+)"/.exec((await browser.open('/terminal-login')).text)?.[1] ?? '';
    const headers = { Origin: server.url, 'Content-Type': 'application/json', 'X-CSRF-Token': csrf };
    const body = JSON.stringify({ userCode: login.userCode, tenantId: world.tenantId });
    const response = await browser.fetch('/api/cli/auth/approve', { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toEqual([403, expect.objectContaining({ code: 'second_factor_required' })]);
  });

  it('can be changed only after a recent sign-in that has shown it', async () => {
    const user = await person();
    const { browser, secret } = await enrol(user);
    const without = await signedIn(server, database, user, clock.now());
    const page = await without.open('/account/second-factor');
    const code = () => totpCode(secret, clock.now());
    expect((await without.submit(page, 'Remove the authenticator app', { code: code() })).path).toContain('/sign-in/second-factor');
    const wrong = await browser.submit(await browser.open('/account/second-factor'), 'Make new recovery codes', { code: '000000' });
    expect(wrong.status).toBe(401);
    const renewed = await browser.submit(wrong, 'Make new recovery codes', { code: code() });
    expect(codesOn(renewed)).toHaveLength(10);
    clock.advance(60);
    const otherBrowser = await signedIn(server, database, user, clock.now());
    const removed = await browser.submit(await browser.open('/account/second-factor'), 'Remove the authenticator app', { code: code() });
    expect([removed.path, removed.text.includes('Set up an authenticator app')]).toEqual(['/account/second-factor', true]);
    expect([(await whoami(browser))['kind'], (await whoami(otherBrowser))['kind']]).toEqual(['user', 'anonymous']);
    clock.advance(901);
    expect((await browser.submit(removed, 'Set up an authenticator app')).path).toContain('/sign-in?next=%2Faccount%2Fsecond-factor');
  });

  it('is set up, renewed and removed over REST too', async () => {
    const user = await person();
    const browser = await signedIn(server, database, user, clock.now());
    const path = '/api/v1/session/second-factor';
    const send = async (name: string, body: unknown = {}, headers: Record<string, string> = {}) => {
      const response = await browser.fetch(`${path}/${name}`, {
        method: 'POST',
        headers: { Origin: server.url, 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      const cookie = /colophon_session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1];
      if (cookie !== undefined) browser.cookies.set('colophon_session', cookie);
      return { status: response.status, body: (response.status === 204 ? {} : await response.json()) as Record<string, unknown> };
    };
    const state = async () => (await (await browser.fetch(path)).json()) as unknown;
    expect(await state()).toEqual({ totpSince: null, recoveryCodesLeft: 0, passkeys: 0, isRequired: false, shownAt: null });
    expect((await send('begin', {}, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await send('begin', {}, { 'X-Expect-User': world.ada.userId })).body).toMatchObject({ code: 'session_over' });
    const begun = await send('begin');
    expect([begun.status, begun.body]).toEqual([201, { secret: expect.any(String), uri: expect.stringContaining('otpauth://totp/') }]);
    const secret = String(begun.body['secret']);
    expect(await send('confirm')).toMatchObject({ status: 400, body: { errors: [{ pointer: '/code' }] } });
    expect(await send('confirm', { code: '000000' })).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
    expect((await send('confirm', { code: totpCode(secret, clock.now()) })).body['recoveryCodes']).toHaveLength(10);
    expect(await state()).toMatchObject({
      recoveryCodesLeft: 10,
      totpSince: clock.now().toISOString(),
      shownAt: clock.now().toISOString(),
    });
    expect(await send('begin')).toMatchObject({ status: 409, body: { code: 'second_factor_set' } });
    clock.advance(60);
    const { recoveryCodes } = (await send('recovery-codes', { code: totpCode(secret, clock.now()) })).body as { recoveryCodes: string[] };
    clock.advance(901);
    expect(await send('remove', { code: recoveryCodes[0] })).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
    clock.advance(-901);
    expect((await send('remove', { code: recoveryCodes[0] })).status).toBe(204);
    expect(await state()).toMatchObject({ totpSince: null, shownAt: null });
    expect((await browser.fetch(path, { method: 'PUT', headers: { Origin: server.url } })).headers.get('allow')).toBe('GET, HEAD');
    expect((await browser.fetch(`${path}/begin`)).headers.get('allow')).toBe('POST');
  });

  it('is required and reset by admins of the tenant', async () => {
    const admin = await person('admin');
    const user = await person();
    await enrol(user);
    const call = (caller: Person) =>
      makeCall({ caller: { kind: 'user', id: caller.userId, name: 'Eve', tenantId: world.tenantId, role: 'admin' }, now: clock.now });
    const members = new Memberships(database, call(admin));
    await expect(members.requireSecondFactor({ roles: ['admin'] }, call(admin))).rejects.toMatchObject({
      status: 409,
      code: 'second_factor_missing',
    });
    expect(await members.requireSecondFactor({ roles: ['editor', 'editor'] }, call(admin))).toEqual({ roles: ['editor'] });
    expect(await members.secondFactorRoles(undefined, call(admin))).toEqual({ roles: ['editor'] });
    await enrol(admin);
    expect(await members.requireSecondFactor({ roles: ['admin'] }, call(admin))).toEqual({ roles: ['admin'] });
    expect(await members.requireSecondFactor({ roles: [] }, call(admin))).toEqual({ roles: [] });
    const membership = await members.find({ userId: user.userId });
    expect(await presentPeople([{ userId: user.userId }], database)).toEqual([
      expect.objectContaining({ email: user.email, secondFactor: true }),
    ]);
    await membership?.resetFactor(undefined, call(admin));
    expect((await signIn(user)).page.path).toBe('/account');
    const elsewhere = await createTenant({ database, slug: `theirs-${count}` });
    await setMembership(database, { userId: user.userId, tenantId: elsewhere.id, role: 'viewer' });
    await expect(membership?.resetFactor(undefined, call(admin))).rejects.toMatchObject({ status: 403 });
    await removeMembership(database, { userId: user.userId, tenantId: elsewhere.id });
  });

  it('does not list a waiting sign-in among the sessions', async () => {
    const user = await person();
    const { browser } = await enrol(user);
    await signIn(user);
    expect(await new Sessions(database).count({ where: { userId: user.userId, kind: 'pending', revokedAt: { null: true } } })).toBe(1);
    expect(((await browser.open('/account')).text.match(/this one/g) ?? []).length).toBe(1);
    expect((await browser.open('/account')).text).not.toContain('aria-label="Revoke');
  });

  it('caused no internal error in these tests', () => {
    expect(server.errors).toEqual([]);
  });

  it('is needed in every tenant by the roles that the application names, from the next request on', async () => {
    const user = await person('admin');
    const demanding = await serveIdentity(database, { clock: clock.now, secondFactorRoles: ['admin'] });
    try {
      const browser = await signedIn(demanding, database, user, clock.now());
      expect(await whoami(browser)).toMatchObject({ kind: 'anonymous' });
      expect((await browser.open('/account')).text).toContain('Your role here needs a second factor.');
      expect(await factorsOf(database, user.userId)).toMatchObject({ isRequired: true });
      const editor = await person('editor');
      expect(await whoami(await signedIn(demanding, database, editor, clock.now()))).toMatchObject({ kind: 'user' });
      const shown = await browser.submit(await browser.open('/sign-in/second-factor?next=/account'), 'Set up an authenticator app');
      await browser.submit(shown, 'Turn on', { code: totpCode(secretOn(shown), clock.now()) });
      expect(await whoami(browser)).toMatchObject({ kind: 'user', role: 'admin' });
    } finally {
      await demanding.stop();
      database.ports.provide(demandedRoles, []);
    }
  });
});
