import { where } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { repeatAttempt } from '../testing/copy-row.ts';
import { givePassword, PASSWORD } from '../testing/sign-in-as.ts';
import { makeWorld, TestClock, type World } from '../testing/world.ts';
import { Sessions } from '../sessions/session.ts';
import { hashToken } from '../tokens/token-format.ts';
import { reserveSignIn } from '../throttle/sign-in-throttle.ts';
import { ensureUser } from '../users/ensure-user.ts';
import { checkPasswordOf, openBrowserSession } from './password-sign-in.ts';

const HOME = '192.0.2.1';

describeOnEveryDatabase('signing in with a password', (open) => {
  let world: World;
  let email = '';
  let userId = '';
  let count = 0;
  const clock = new TestClock();
  beforeAll(async () => {
    world = await makeWorld(await open());
  });
  beforeEach(async () => {
    count += 1;
    email = `owner-${count}@news.example`;
    userId = (await ensureUser(world.database, { email })).id;
    await givePassword(world.database, userId);
  });
  afterEach(() => clock.advance(700));

  const signIn = (password = PASSWORD, address = HOME, account = email): Promise<number> =>
    checkPasswordOf(world.database, { email: account, password, address, now: clock.now() }).then(
      () => 200,
      (error: { status: number }) => error.status,
    );
  /** Counts a wrong password in the throttle, without the tenth of a second that checking one takes. */
  const guess = (address: string, account = email): Promise<number> =>
    reserveSignIn(world.database, { account, address, now: clock.now() }).then(
      (attempt) => attempt.settle(false).then(() => 401),
      (error: { status: number }) => error.status,
    );
  const guesses = async (total: number, address: (index: number) => string): Promise<number[]> => {
    const statuses: number[] = [];
    for (let each = 0; each < total; each += 1) statuses.push(await guess(address(each)));
    return statuses;
  };

  it('blocks an account from an address after ten wrong passwords, for the right one too', async () => {
    for (let tries = 0; tries < 10; tries += 1) expect(await signIn('wrong wrong wrong')).toBe(401);
    expect([await signIn('wrong wrong wrong'), await signIn()]).toEqual([429, 429]);
    clock.advance(600);
    expect(await signIn()).toBe(200);
  });

  it('does not let attackers at other addresses lock the owner out', async () => {
    await guesses(22, (index) => `203.0.113.${index % 2}`);
    expect(await guess('203.0.113.1')).toBe(429);
    expect(await signIn()).toBe(200);
  });

  it('does not lock the owner out at a known address, however many addresses guess', async () => {
    const opened = { userId, userName: 'Owner', accessEpoch: 0, agent: null, address: HOME, now: clock.now() };
    await openBrowserSession(world.database, opened);
    await guess('203.0.113.100');
    await repeatAttempt(world.database, 'sign-in-to:', 97);
    expect(await guesses(4, (index) => `203.0.113.${index}`)).toEqual([401, 401, 429, 429]);
    expect(await guess('203.0.113.200')).toBe(429);
    expect(await signIn()).toBe(200);
    expect(await signIn('wrong wrong wrong')).toBe(401);
  });

  describe('at addresses that are used up for an account', () => {
    const opened = (address: string, more: object = {}) =>
      openBrowserSession(world.database, { userId, userName: 'Owner', accessEpoch: 0, agent: null, address, now: clock.now(), ...more });
    /** Counts as many wrong passwords for the account, from elsewhere, as leave this many. */
    const leave = async (left: number): Promise<void> => {
      expect(await guess('203.0.113.100')).toBe(401);
      await repeatAttempt(world.database, 'sign-in-to:', 99 - left);
    };

    it('lets in whoever has signed in there, at each of their addresses', async () => {
      for (const address of [HOME, '192.0.2.2', '192.0.2.3']) await opened(address);
      await leave(0);
      expect(await guess('203.0.113.200')).toBe(429);
      for (const address of [HOME, '192.0.2.2', '192.0.2.3']) expect(await guess(address)).toBe(401);
    });

    it('lets in nobody because another user has signed in there, or somebody who has not shown a second factor yet', async () => {
      const { id } = await ensureUser(world.database, { email: `neighbour-${count}@news.example` });
      await opened('192.0.2.4', { userId: id });
      await opened('192.0.2.5', { kind: 'pending' });
      await leave(0);
      for (const address of ['192.0.2.4', '192.0.2.5']) expect(await guess(address)).toBe(429);
    });

    it('lets in nobody because of a sign-in that comes later, or of a session whose address is not known', async () => {
      await opened('192.0.2.6', { now: new Date(clock.now().getTime() + 1000) });
      const secret = await opened('192.0.2.7');
      const session = await new Sessions(world.database).findMatching(where('hash', 'eq', hashToken(secret)));
      await new Sessions(world.database).update(session?.id ?? '', { address: null });
      await leave(0);
      for (const address of ['192.0.2.6', '192.0.2.7']) expect(await guess(address)).toBe(429);
      clock.advance(1);
      expect(await guess('192.0.2.6')).toBe(401);
    });

    it('counts wrong passwords from known addresses as well, while any are left', async () => {
      await opened(HOME);
      await leave(2);
      expect([await guess(HOME), await guess('203.0.113.1'), await guess('203.0.113.2')]).toEqual([401, 401, 429]);
    });
  });

  it('limits right passwords too, to thirty', async () => {
    const settled = async (): Promise<number> =>
      reserveSignIn(world.database, { account: email, address: HOME, now: clock.now() }).then(
        (attempt) => attempt.settle(true).then(() => 200),
        (error: { status: number }) => error.status,
      );
    expect(await settled()).toBe(200);
    await repeatAttempt(world.database, 'signed-in:', 27);
    expect(await settled()).toBe(200);
    expect([await signIn(), await signIn()]).toEqual([200, 429]);
    clock.advance(600);
    expect(await signIn()).toBe(200);
  });

  it('accepts fifty concurrent right passwords at most ten at a time', async () => {
    const statuses = await Promise.all(Array.from({ length: 50 }, () => signIn()));
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30);
    expect(statuses).toContain(429);
  });

  it('counts attempts of an address across all accounts', async () => {
    const address = `198.51.100.${count}`;
    expect(await guess(address, 'nobody-1@news.example')).toBe(401);
    await repeatAttempt(world.database, 'sign-in-from:', 48);
    expect(await guess(address, 'nobody-49@news.example')).toBe(401);
    expect(await guess(address, 'nobody-50@news.example')).toBe(429);
  });

  it('refunds attempts with a right password', async () => {
    for (let tries = 0; tries < 9; tries += 1) expect(await guess(HOME)).toBe(401);
    expect(await signIn()).toBe(200);
    expect(await guess(HOME)).toBe(401);
    expect(await guess(HOME)).toBe(429);
  });
});
