import { where } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../callers/authenticator.ts';
import { approveLogin } from '../grant/decide.ts';
import { pollLogin } from '../grant/exchange.ts';
import { startLogin } from '../grant/start.ts';
import { issueLink } from '../links/issue-link.ts';
import { findLink, openInvitations } from '../links/open-links.ts';
import { endOtherAccess, sessionsOf } from '../sessions/revoke-session.ts';
import { Sessions } from '../sessions/session.ts';
import { checkPasswordOf, openBrowserSession } from '../sign-in/password-sign-in.ts';
import { copyRow } from '../testing/copy-row.ts';
import { PASSWORD, givePassword } from '../testing/sign-in-as.ts';
import { makeWorld, TestClock, type World } from '../testing/world.ts';
import { hashToken } from '../tokens/token-format.ts';
import { disableUser, enableUser } from '../users/disable-user.ts';
import { currentEpoch, endAccess } from '../users/end-access.ts';
import { ensureUser } from '../users/ensure-user.ts';
import { removeMembership, setMembership } from '../users/manage-memberships.ts';
import { verdictsOf } from '../verdicts/verdict-cache.ts';
import { acceptInvitation, setPasswordByLink } from './accept-link.ts';

const ROUNDS = 4;

describeOnEveryDatabase('ending all access of a user', (open) => {
  let world: World;
  let count = 0;
  const clock = new TestClock();
  beforeAll(async () => {
    world = await makeWorld(await open());
  });
  afterEach(() => clock.advance(700));

  /** A separate user for each test, signed in with a browser. */
  async function person() {
    count += 1;
    const email = `eve-${count}@news.example`;
    const { id } = await ensureUser(world.database, { email, name: 'Eve' });
    await givePassword(world.database, id);
    await setMembership(world.database, { userId: id, tenantId: world.tenantId, role: 'editor' });
    const { sessionId, secret } = await browser(id);
    return { id, email, sessionId, secret, address: `198.51.100.${count}` };
  }
  type Person = Awaited<ReturnType<typeof person>>;

  async function browser(userId: string) {
    const accessEpoch = (await currentEpoch(world.database, userId)) ?? -1;
    const opened = { userId, userName: 'Eve', accessEpoch, agent: null, address: '192.0.2.1', now: clock.now() };
    const secret = await openBrowserSession(world.database, opened);
    const session = await new Sessions(world.database).findMatching(where('hash', 'eq', hashToken(secret)));
    return { secret, sessionId: session?.id ?? '' };
  }

  const start = (who: Person) =>
    startLogin(world.database, { address: who.address, agent: null, clientName: 'laptop', clientId: null }, clock.now());
  const poll = (deviceCode: string) => pollLogin(world.database, { deviceCode, requestId: null, now: clock.now() });
  async function approve(who: Person, userCode: string, accessEpoch = 0): Promise<void> {
    const by = { userId: who.id, name: 'Eve', requestId: null, accessEpoch };
    await approveLogin(world.database, { userCode, tenantId: world.tenantId, by, now: clock.now() });
  }
  async function works(bearer: string): Promise<boolean> {
    verdictsOf(world.database).forget();
    const { authenticate } = createAuthenticator(world.database, { clock: clock.now });
    return authenticate({ authorization: `Bearer ${bearer}` }).then(
      () => true,
      () => false,
    );
  }
  async function isSignedIn(secret: string): Promise<boolean> {
    verdictsOf(world.database).forget();
    const { authenticate } = createAuthenticator(world.database, { clock: clock.now });
    return (await authenticate({ cookie: `colophon_session=${secret}`, method: 'GET' })).kind === 'user';
  }
  async function link(purpose: 'password' | 'invitation', email: string): Promise<string> {
    const path = await issueLink(world.database, {
      purpose,
      email,
      role: 'viewer',
      tenantId: purpose === 'invitation' ? world.tenantId : null,
    });
    return new URL(path, 'http://localhost').searchParams.get('token') ?? '';
  }
  const isOpen = async (purpose: 'password' | 'invitation', secret: string): Promise<boolean> =>
    (await findLink(world.database, { purpose, secret, now: clock.now() })) !== undefined;

  /** The four ways, each of which allows the user to come back, so that access does not seem ended only for that reason. */
  const endings: Record<string, (who: Person) => Promise<unknown>> = {
    'setting a password': async (who) =>
      setPasswordByLink(world.database, { secret: await link('password', who.email), password: `${PASSWORD} anew`, now: clock.now() }),
    'signing out everywhere else': (who) => endOtherAccess(world.database, who.id, { keep: who.sessionId }),
    'disabling the account': async (who) => {
      await disableUser(world.database, who.id);
      await enableUser(world.database, who.id);
    },
    'leaving a tenant': async (who) => {
      await removeMembership(world.database, { userId: who.id, tenantId: world.tenantId });
      await setMembership(world.database, { userId: who.id, tenantId: world.tenantId, role: 'editor' });
    },
  };

  describe.each(Object.entries(endings))('%s', (name, end) => {
    it('ends terminal logins that were approved but not fetched', async () => {
      const who = await person();
      const login = await start(who);
      await approve(who, login.userCode);
      expect((await sessionsOf(world.database, who.id, clock.now())).map(({ label }) => label)).toContain('laptop');
      await end(who);
      expect(await poll(login.deviceCode)).toEqual({ status: 'denied' });
      expect((await sessionsOf(world.database, who.id, clock.now())).map(({ label }) => label)).not.toContain('laptop');
    });

    it('ends every session, beyond the first thousand too', async () => {
      const who = await person();
      await copyRow(world.database, 'sessions', { id: who.sessionId, copies: 1100, unique: ['hash'] });
      // By far the newest, so that an implementation that ends the first thousand by age ends it last.
      const other = await browser(who.id);
      const login = await start(who);
      await approve(who, login.userCode);
      const polled = await poll(login.deviceCode);
      const token = polled.status === 'approved' ? polled.accessToken : '';
      expect([await works(token), await isSignedIn(other.secret)]).toEqual([true, true]);
      await end(who);
      expect([await works(token), await isSignedIn(other.secret)]).toEqual([false, false]);
      expect(await isSignedIn(who.secret)).toBe(name === 'signing out everywhere else');
      const left = await sessionsOf(world.database, who.id, clock.now());
      expect(left).toHaveLength(name === 'signing out everywhere else' ? 1 : 0);
    });

    it('ends links to set a password, and invitations', async () => {
      const who = await person();
      const [invitation, password] = [await link('invitation', who.email), await link('password', who.email)];
      expect([await isOpen('invitation', invitation), await isOpen('password', password)]).toEqual([true, true]);
      await end(who);
      expect([await isOpen('invitation', invitation), await isOpen('password', password)]).toEqual([false, false]);
      const waiting = await openInvitations(world.database, world.tenantId, clock.now());
      expect(waiting.map(({ email }) => email)).not.toContain(who.email);
    });

    it('leaves no valid token if the terminal fetches concurrently', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const who = await person();
        const login = await start(who);
        await approve(who, login.userCode);
        const [answer] = await Promise.all([poll(login.deviceCode), end(who)]);
        expect(answer.status === 'approved' && (await works(answer.accessToken))).toBe(false);
        expect(await poll(login.deviceCode)).toMatchObject({ status: expect.stringMatching(/^(denied|gone)$/) });
      }
    });

    it('leaves no terminal session that is approved concurrently', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const who = await person();
        const login = await start(who);
        await Promise.all([approve(who, login.userCode).catch(() => undefined), end(who)]);
        const answer = await poll(login.deviceCode);
        expect(answer.status === 'approved' && (await works(answer.accessToken))).toBe(false);
      }
    });
  });

  it('leaves no session of a browser that signs in with the old password concurrently', async () => {
    for (let round = 0; round < 4; round += 1) {
      const who = await person();
      const secret = await link('password', who.email);
      const now = clock.now();
      const [user] = await Promise.all([
        checkPasswordOf(world.database, { email: who.email, password: PASSWORD, address: who.address, now }).catch(() => undefined),
        setPasswordByLink(world.database, { secret, password: `${PASSWORD} anew`, now }),
      ]);
      if (!user) continue;
      const opened = { userId: user.id, userName: user.name, accessEpoch: user.accessEpoch, agent: null, address: who.address, now };
      expect(await isSignedIn(await openBrowserSession(world.database, opened))).toBe(false);
    }
  });

  it('keeps one of two browsers that end each other concurrently', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const who = await person();
      const other = await browser(who.id);
      const results = await Promise.allSettled([
        endOtherAccess(world.database, who.id, { keep: who.sessionId }),
        endOtherAccess(world.database, who.id, { keep: other.sessionId }),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect([await isSignedIn(who.secret), await isSignedIn(other.secret)].filter(Boolean)).toHaveLength(1);
    }
  });

  it('rejects keeping the session of another user', async () => {
    const [who, other] = [await person(), await person()];
    await expect(endOtherAccess(world.database, who.id, { keep: other.sessionId })).rejects.toMatchObject({ status: 401 });
    expect(await isSignedIn(who.secret)).toBe(true);
  });

  it('takes one statement, whatever ends', async () => {
    const who = await person();
    for (let each = 0; each < 5; each += 1) await browser(who.id);
    const writes: string[] = [];
    const counted = new Proxy(world.database, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          const statement = args[0] as { sql?: string } | undefined;
          if (/^\s*(update|insert|delete)/i.test(statement?.sql ?? '')) writes.push(statement?.sql ?? '');
          return (value as (...parameters: unknown[]) => unknown).apply(target, args);
        };
      },
    });
    await endAccess(counted, who.id);
    expect(writes.filter((sql) => !sql.includes('audit_entries'))).toEqual([expect.stringMatching(/^update "users"/i)]);
  });

  it('cancels earlier invitations to the same tenant when one is issued and when one is used', async () => {
    const who = await person();
    const earlier = await link('invitation', who.email);
    const [one, two] = await Promise.all([link('invitation', who.email), link('invitation', who.email)]);
    expect(
      [await isOpen('invitation', earlier), await isOpen('invitation', one), await isOpen('invitation', two)].filter(Boolean),
    ).toHaveLength(1);
    const secret = (await isOpen('invitation', one)) ? one : two;
    await acceptInvitation(world.database, { secret, now: clock.now(), as: { userId: who.id } });
    expect(await isOpen('invitation', secret)).toBe(false);
    expect((await openInvitations(world.database, world.tenantId, clock.now())).map(({ email }) => email)).not.toContain(who.email);
  });

  it('cancels earlier links to set a password when one is issued', async () => {
    const who = await person();
    const [first, second] = [await link('password', who.email), await link('password', who.email)];
    expect([await isOpen('password', first), await isOpen('password', second)]).toEqual([false, true]);
    await setPasswordByLink(world.database, { secret: second, password: `${PASSWORD} anew`, now: clock.now() });
    await expect(setPasswordByLink(world.database, { secret: first, password: PASSWORD, now: clock.now() })).rejects.toMatchObject({
      status: 404,
    });
  });
});
