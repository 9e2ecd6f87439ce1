import { UnauthenticatedError } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Incoming } from '../endpoints/incoming.ts';
import { noting } from '../endpoints/note-failure.ts';
import type { IdentityParts } from '../endpoints/parts.ts';
import { WrongCodeError } from '../sign-in/second-factor/prove.ts';
import { createTenant } from '../tenants/tenant.ts';
import { sweep } from '../grant/sweep.ts';
import { issueLink } from '../links/issue-link.ts';
import { removeUser, resetSecondFactor, setRole } from '../people/manage-users.ts';
import type { Browser, Seen } from '../testing/browser.ts';
import { type RunningIdentity, serveIdentity } from '../testing/serve.ts';
import { givePassword, PASSWORD, signInAs } from '../testing/sign-in-as.ts';
import { totpCode } from '../testing/totp-code.ts';
import { makeWorld, TestClock, type World } from '../testing/world.ts';
import { createToken } from '../tokens/manage-tokens.ts';
import { disableUser } from '../users/disable-user.ts';
import { ensureUser } from '../users/ensure-user.ts';
import { setMembership } from '../users/manage-memberships.ts';
import { eraseSecurityEventsOf, exportSecurityEventsOf } from './events-of-person.ts';
import { SecurityEvents } from './security-event.ts';
import { onSecurityEvent } from './security-listeners.ts';

describeOnEveryDatabase('security events', (open) => {
  let world: World;
  let server: RunningIdentity;
  let count = 0;
  let email = '';
  let userId = '';
  const heard: string[] = [];
  const clock = new TestClock();
  beforeAll(async () => {
    world = await makeWorld(await open());
    server = await serveIdentity(world.database, { clock: clock.now });
    onSecurityEvent(world.database, async ({ kind, userId: about }) => void heard.push(`${kind} ${about ?? ''}`));
  });
  afterAll(() => server.stop());
  /** A person of their own for each test, in a minute of its own. */
  beforeEach(async () => {
    clock.advance(1200);
    count += 1;
    email = `person-${count}@news.example`;
    userId = (await ensureUser(world.database, { email, name: `Person ${count}` })).id;
    await setMembership(world.database, { userId, tenantId: world.tenantId, role: 'editor' });
    await givePassword(world.database, userId);
    await world.database.run(world.database.dialect.builder.deleteFrom('security_events').compile());
    await world.database.run(world.database.dialect.builder.deleteFrom('attempts').compile());
    heard.length = 0;
  });
  const events = async () => new SecurityEvents(world.database).list({ orderBy: 'id', limit: 500 });
  const secretOn = ({ text }: Seen): string => (/<code>([A-Z2-7 ]{39})<\/code>/.exec(text)?.[1] ?? '').replaceAll(' ', '');
  const fail = (browser: Browser, address = email) => signInAs(browser, address, { password: 'not the password' });
  const as = (headers: Record<string, string> = {}) => ({
    Origin: server.url,
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
    ...headers,
  });
  const post = (path: string, body: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { method: 'POST', body: new URLSearchParams(body), headers: as(headers), redirect: 'manual' });

  it('count failed sign-ins of an account in one row a minute, with where they came from', async () => {
    for (let turn = 0; turn < 3; turn += 1) await post('/sign-in', { email: ` ${email.toUpperCase()} `, password: 'wrong' });
    clock.advance(60);
    await post('/sign-in', { email, password: 'wrong' });
    expect(await events()).toMatchObject([
      {
        kind: 'signin.failed',
        userId,
        subject: email,
        tenantId: world.tenantId,
        address: '127.0.0.1',
        agent: expect.stringContaining('Firefox'),
        data: { method: 'password', code: 'wrong_password', count: 3 },
      },
      { kind: 'signin.failed', userId, data: { count: 1 } },
    ]);
    expect(JSON.stringify(await events())).not.toContain('wrong"');
  });

  it('store only a keyed digest of an address without an account', async () => {
    for (const typed of ['stranger@elsewhere.example', 'Stranger@Elsewhere.example', 'other@elsewhere.example'])
      await post('/sign-in', { email: typed, password: 'wrong' });
    const recorded = await events();
    expect(recorded.map(({ userId: about, tenantId, data }) => [about, tenantId, data['count']])).toEqual([
      [null, null, 2],
      [null, null, 1],
    ]);
    for (const { subject } of recorded) expect(subject).toMatch(/^digest:[\w-]{43}$/);
    expect(JSON.stringify(recorded)).not.toContain('elsewhere');
  });

  it('tell when somebody was stopped', async () => {
    for (let turn = 0; turn < 12; turn += 1) await post('/sign-in', { email, password: 'wrong' });
    expect((await events()).map(({ kind, data }) => [kind, data['count'], data['code']])).toEqual([
      ['signin.failed', 10, 'wrong_password'],
      ['signin.throttled', 2, 'too_many_attempts'],
    ]);
  });

  it('stay few in a flood', async () => {
    const flood = await serveIdentity(world.database, { clock: clock.now, trustProxy: true });
    for (let turn = 0; turn < 100; turn += 1) {
      const headers = { Origin: flood.url, 'X-Forwarded-For': `192.0.2.${turn}` };
      const body = new URLSearchParams({ email: `flood-${turn}@elsewhere.example`, password: 'wrong' });
      await fetch(`${flood.url}/sign-in`, { method: 'POST', body, headers });
    }
    await flood.stop();
    const recorded = await events();
    expect(recorded).toHaveLength(61);
    expect(recorded.find(({ subject }) => subject === 'others')).toMatchObject({ userId: null, address: null, data: { count: 40 } });
  });

  it('tell of a browser that the person has not used before, and not of their first one', async () => {
    const [first, second] = [server.browser(), server.browser()];
    await signInAs(first, email);
    await signInAs(first, email);
    expect(await events()).toEqual([]);
    const account = await signInAs(second, email);
    expect(await events()).toMatchObject([{ kind: 'signin.new_device', userId, subject: email, address: '127.0.0.1' }]);
    expect(account.text).toContain('You signed in with a new browser');
    // The browser is recognized after signing out, and also by somebody else's account.
    await second.submit(account, 'Sign out');
    await signInAs(second, email);
    await first.fetch('/api/v1/session', { method: 'DELETE', headers: { Origin: server.url } });
    await signInAs(first, email);
    expect(await events()).toHaveLength(1);
  });

  it('tell of changes to roles, passwords, factors, tokens and accounts, and by whom', async () => {
    const browser = server.browser();
    await signInAs(browser, email);
    const page = await browser.submit(await browser.open('/account/second-factor'), 'Set up an authenticator app');
    const secret = secretOn(page);
    await browser.submit(page, 'Turn on', { code: '000000' });
    await browser.submit(page, 'Turn on', { code: totpCode(secret, clock.now()) });
    await setRole({ database: world.database, email, tenant: 'gazette', role: 'admin' });
    await resetSecondFactor({ database: world.database, email });
    const link = await issueLink(world.database, { purpose: 'password', email });
    const fresh = server.browser();
    await fresh.submit(await fresh.open(link), 'Set password', { password: `${PASSWORD} anew` });
    await createToken({ database: world.database, role: 'viewer', tenantId: world.tenantId });
    await removeUser({ database: world.database, email, tenant: 'gazette' });
    await disableUser(world.database, userId);
    expect((await events()).map(({ kind, data }) => [kind, data['change'] ?? data['to'] ?? null, data['by'] ?? null])).toEqual([
      ['factor.changed', 'app.added', `user:${userId}`],
      ['role.changed', 'admin', 'system'],
      ['factor.changed', 'app.removed', 'system'],
      ['password.changed', null, `user:${userId}`],
      ['signin.new_device', null, null],
      ['token.created', null, 'system'],
      ['role.changed', null, 'system'],
      ['account.disabled', null, 'system'],
    ]);
    expect(heard).toContain(`password.changed ${userId}`);
  });

  it('tell of wrong codes of the second factor', async () => {
    const browser = server.browser();
    await signInAs(browser, email);
    const page = await browser.submit(await browser.open('/account/second-factor'), 'Set up an authenticator app');
    const secret = secretOn(page);
    await browser.submit(page, 'Turn on', { code: totpCode(secret, clock.now()) });
    clock.advance(60);
    const thief = server.browser();
    const step = await signInAs(thief, email);
    for (let turn = 0; turn < 6; turn += 1) await thief.submit(step, 'Continue', { code: '123456' });
    expect(
      (await events())
        .filter(({ kind }) => kind !== 'factor.changed')
        .map(({ kind, userId: about, data }) => [kind, about, data['method'], data['count']]),
    ).toEqual([
      ['factor.failed', userId, 'code', 5],
      ['signin.throttled', userId, 'code', 1],
    ]);
  });

  it('tell of no wrong code if the session ended while one was entered', async () => {
    const parts = { database: world.database, secret: 'x'.repeat(32), onError: () => undefined } as unknown as IdentityParts;
    const request = { address: '127.0.0.1', agent: null, now: clock.now(), requestId: 'request' } as Incoming;
    const refuse = (error: Error) => noting(parts, request, { method: 'code', userId }, () => Promise.reject(error)).catch(() => undefined);
    await refuse(new UnauthenticatedError('You were signed out in the meantime.'));
    expect(await events()).toEqual([]);
    await refuse(new WrongCodeError());
    expect(await events()).toMatchObject([{ kind: 'factor.failed' }]);
  });

  it('are undone with the change that they tell of', async () => {
    const failing = world.database.transaction(async () => {
      await setMembership(world.database, { userId, tenantId: world.tenantId, role: 'admin' });
      throw new Error('on the way');
    });
    await expect(failing).rejects.toThrow('on the way');
    expect(await events()).toEqual([]);
  });

  it('are shown to the person, on the page and as JSON, and nobody else’s', async () => {
    await fail(server.browser());
    await fail(server.browser(), 'ada@news.example');
    const browser = server.browser();
    const page = await signInAs(browser, email);
    expect(page.text).toContain('Somebody tried to sign in and failed.');
    const { items } = (await (await browser.fetch('/api/v1/session/security-events')).json()) as { items: Record<string, unknown>[] };
    expect(items).toMatchObject([{ kind: 'signin.failed', description: 'Somebody tried to sign in and failed.', address: '127.0.0.1' }]);
    expect((await fetch(`${server.url}/api/v1/session/security-events`)).status).toBe(401);
  });

  it('belong to the only tenant of a person, else to no tenant', async () => {
    const { id: otherTenant } = await createTenant({ database: world.database, slug: `other-${count}`, name: 'The Other' });
    await fail(server.browser());
    await setMembership(world.database, { userId, tenantId: otherTenant, role: 'viewer' });
    clock.advance(60);
    await fail(server.browser());
    const failures = (await events()).filter(({ kind }) => kind === 'signin.failed');
    expect(failures.map(({ tenantId }) => tenantId)).toEqual([world.tenantId, null]);
  });

  it('are exported and erased with the person, and removed after 180 days', async () => {
    await fail(server.browser());
    expect(await exportSecurityEventsOf(world.database, userId)).toHaveLength(1);
    expect(await eraseSecurityEventsOf(world.database, { userId, email })).toBe(1);
    expect(await events()).toMatchObject([{ subject: 'erased', address: null, agent: null, kind: 'signin.failed' }]);
    const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000);
    expect((await sweep(world.database, inDays(179))).securityEvents).toBe(0);
    expect((await sweep(world.database, inDays(181), { keepSecurityDays: 200 })).securityEvents).toBe(0);
    expect((await sweep(world.database, inDays(181))).securityEvents).toBe(1);
  });
});
