import { AuditEntries, SYSTEM_CALL, where } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { formatUserCode, USER_CODE_ALPHABET, USER_CODE_LENGTH } from '@colophon/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../callers/authenticator.ts';
import { Sessions } from '../sessions/session.ts';
import { verdictsOf } from '../verdicts/verdict-cache.ts';
import { copyRow } from '../testing/copy-row.ts';
import { countingDatabase } from '../testing/counting-database.ts';
import { hashToken } from '../tokens/token-format.ts';
import { TestClock, makeWorld, type World } from '../testing/world.ts';
import { disableUser } from '../users/disable-user.ts';
import { ensureUser } from '../users/ensure-user.ts';
import { removeMembership, setMembership } from '../users/manage-memberships.ts';
import { approveLogin, CODE_ATTEMPTS, denyLogin, lookUpLogin } from './decide.ts';
import { pollLogin } from './exchange.ts';
import { DeviceLogins } from './device-login.ts';
import { applyEvent } from './logins.ts';
import { drawUserCode, OPEN_LOGINS_PER_ADDRESS, startLogin } from './start.ts';
import { sweep } from './sweep.ts';

describe('a user code', () => {
  it('cannot be guessed: the attempts of a window find one of 20^8 codes with a chance below 2^-32', () => {
    expect(CODE_ATTEMPTS.attempts / USER_CODE_ALPHABET.length ** USER_CODE_LENGTH).toBeLessThan(2 ** -32);
  });

  it('is drawn with uniformly distributed letters', () => {
    const counts = new Map<string, number>();
    for (let draw = 0; draw < 5000; draw += 1) for (const letter of drawUserCode()) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect([...counts.keys()].sort().join('')).toBe(USER_CODE_ALPHABET);
    // 40,000 letters, 2,000 of each expected: five standard deviations are about 220.
    for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(300);
  });
});

describeOnEveryDatabase('the device grant', (open) => {
  let world: World;
  let clock: TestClock;
  let address = 0;
  beforeAll(async () => {
    world = await makeWorld(await open());
  });
  beforeEach(async () => {
    clock = new TestClock();
    address += 1;
    await world.database.run(world.database.dialect.builder.deleteFrom('attempts').compile());
  });

  const start = () =>
    startLogin(world.database, { address: `192.0.2.${address}`, agent: 'curl', clientName: 'newsroom-cli', clientId: null }, clock.now());
  const poll = (deviceCode: string) => pollLogin(world.database, { deviceCode, requestId: null, now: clock.now() });
  const approve = (userCode: string, by = world.ada, tenantId: string | null = world.tenantId) =>
    approveLogin(world.database, { userCode, tenantId, by, now: clock.now() });
  const deny = (userCode: string, by = world.ada) => denyLogin(world.database, { userCode, by, now: clock.now() });
  const authenticate = (token: string) =>
    createAuthenticator(world.database, { clock: clock.now }).authenticate({ authorization: `Bearer ${token}` });
  const wrongCode = () => formatUserCode(drawUserCode());

  it('creates a terminal session with the permissions of the approver in the chosen tenant', async () => {
    const login = await start();
    expect(await poll(login.deviceCode)).toMatchObject({ status: 'pending', interval: 2, tooFast: false });
    await approve(login.userCode.toLowerCase().replace('-', ' '));
    const answer = await poll(login.deviceCode);
    if (answer.status !== 'approved') throw new Error(answer.status);
    expect(answer).toMatchObject({ accessToken: expect.stringMatching(/^colophon_cli_/) as string, expiresIn: 2_592_000 });
    expect(await authenticate(answer.accessToken)).toEqual({
      kind: 'user',
      id: world.ada.userId,
      name: 'Ada',
      tenantId: world.tenantId,
      role: 'admin',
    });
    expect(await poll(login.deviceCode)).toEqual({ status: 'gone' });
  });

  it('stores neither code nor token in rows or audit entries', async () => {
    const login = await start();
    await approve(login.userCode);
    const answer = await poll(login.deviceCode);
    if (answer.status !== 'approved') throw new Error(answer.status);
    for (const table of ['device_logins', 'sessions', 'audit_entries', 'attempts']) {
      const rows = JSON.stringify(await world.database.all(world.database.dialect.builder.selectFrom(table).selectAll().compile()));
      expect(rows).not.toContain(login.deviceCode);
      expect(rows).not.toContain(answer.accessToken.slice(13));
      if (table === 'audit_entries') expect(rows).not.toContain(login.userCode.replace('-', ''));
    }
  });

  it('returns one token to twenty concurrent polls', async () => {
    const login = await start();
    await approve(login.userCode);
    const answers = await Promise.all(Array.from({ length: 20 }, () => poll(login.deviceCode)));
    expect(answers.filter(({ status }) => status === 'approved')).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 'gone')).toHaveLength(19);
  });

  it('creates one session for twenty approvals of one user, and rejects none of them', async () => {
    const login = await start();
    const before = await new Sessions(world.database).count({ where: { userId: world.ada.userId } });
    await Promise.all(Array.from({ length: 20 }, () => approve(login.userCode)));
    expect(await new Sessions(world.database).count({ where: { userId: world.ada.userId } })).toBe(before + 1);
  });

  it('accepts one of two concurrent decisions; for the other user the code is unknown', async () => {
    for (let round = 0; round < 10; round += 1) {
      const login = await start();
      const results = await Promise.allSettled([
        approve(login.userCode),
        approve(login.userCode, world.bob, null),
        deny(login.userCode, world.bob),
      ]);
      const won = results.filter(({ status }) => status === 'fulfilled');
      expect(won.length).toBeGreaterThanOrEqual(1);
      const answer = await poll(login.deviceCode);
      expect(answer.status === 'approved' || answer.status === 'denied').toBe(true);
      expect(await poll(login.deviceCode)).toEqual({ status: answer.status === 'approved' ? 'gone' : 'denied' });
      clock.advance(601);
    }
  });

  it('responds to the sixth wrong code with 429 and Retry-After, and to a right one too', async () => {
    const login = await start();
    for (let tries = 0; tries < 5; tries += 1) await expect(approve(wrongCode())).rejects.toMatchObject({ status: 404 });
    clock.advance(60);
    await expect(approve(wrongCode())).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '540' } });
    await expect(approve(login.userCode)).rejects.toMatchObject({ status: 429 });
    await approve(login.userCode, world.bob, null);
  });

  it('counts invalid codes, lookups and denials', async () => {
    await expect(approve('AEIOU')).rejects.toMatchObject({ status: 404 });
    await expect(lookUpLogin(world.database, { userCode: '', by: world.ada, now: clock.now() })).rejects.toMatchObject({ status: 404 });
    await expect(deny(wrongCode())).rejects.toMatchObject({ status: 404 });
    await expect(approve(wrongCode())).rejects.toMatchObject({ status: 404 });
    await expect(approve(wrongCode())).rejects.toMatchObject({ status: 404 });
    await expect(approve(wrongCode())).rejects.toMatchObject({ status: 429 });
  });

  it('evaluates at most five of twenty concurrent wrong codes', async () => {
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => approve(wrongCode())));
    const statuses = results.map((result) => (result.status === 'rejected' ? (result.reason as { status: number }).status : 200));
    expect(statuses.filter((status) => status === 404)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  it('forgets each wrong code after ten minutes', async () => {
    for (let tries = 0; tries < 5; tries += 1) {
      await expect(approve(wrongCode())).rejects.toMatchObject({ status: 404 });
      clock.advance(100);
    }
    await expect(approve(wrongCode())).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '100' } });
    clock.advance(100);
    await expect(approve(wrongCode())).rejects.toMatchObject({ status: 404 });
    await expect(approve(wrongCode())).rejects.toMatchObject({ status: 429 });
  });

  it('refunds an attempt if the code is right', async () => {
    const login = await start();
    for (let tries = 0; tries < 10; tries += 1)
      await lookUpLogin(world.database, { userCode: login.userCode, by: world.ada, now: clock.now() });
    for (let tries = 0; tries < 10; tries += 1) await approve(login.userCode);
  });

  it('approves only for a tenant of the approver', async () => {
    const login = await start();
    await expect(approve(login.userCode, world.bob, world.tenantId)).rejects.toMatchObject({ status: 403 });
    await expect(approve(login.userCode, world.ada, null)).rejects.toMatchObject({ status: 403 });
    await expect(approve(login.userCode, world.ada, 'nowhere')).rejects.toMatchObject({ status: 403 });
    expect(await poll(login.deviceCode)).toMatchObject({ status: 'pending' });
  });

  it('reports a denial to the terminal on every poll', async () => {
    const login = await start();
    await deny(login.userCode);
    await deny(login.userCode);
    expect(await poll(login.deviceCode)).toEqual({ status: 'denied' });
    await expect(approve(login.userCode)).rejects.toMatchObject({ status: 404 });
    expect(await poll(login.deviceCode)).toEqual({ status: 'denied' });
  });

  it('lets the approver deny until the terminal has its token', async () => {
    const login = await start();
    await approve(login.userCode);
    await deny(login.userCode);
    expect(await poll(login.deviceCode)).toEqual({ status: 'denied' });
  });

  it('expires after ten minutes, approved or not', async () => {
    const [waiting, approved] = [await start(), await start()];
    await approve(approved.userCode);
    clock.advance(600);
    expect(await poll(waiting.deviceCode)).toEqual({ status: 'expired' });
    expect(await poll(approved.deviceCode)).toEqual({ status: 'expired' });
    expect(await poll(approved.deviceCode)).toEqual({ status: 'expired' });
    await expect(approve(waiting.userCode)).rejects.toMatchObject({ status: 404 });
  });

  it('returns no token if the approver’s account was disabled or the tenant lost since', async () => {
    const eve = await ensureUser(world.database, { email: `eve-${address}@news.example`, name: 'Eve' });
    const by = { userId: eve.id, name: 'Eve', requestId: null };
    await setMembership(world.database, { userId: eve.id, tenantId: world.tenantId, role: 'viewer' });
    const lost = await start();
    await approve(lost.userCode, by);
    await removeMembership(world.database, { userId: eve.id, tenantId: world.tenantId });
    expect(await poll(lost.deviceCode)).toEqual({ status: 'denied' });
    expect(await poll(lost.deviceCode)).toEqual({ status: 'denied' });
    await setMembership(world.database, { userId: eve.id, tenantId: world.tenantId, role: 'viewer' });
    const closed = await start();
    await approve(closed.userCode, by);
    await disableUser(world.database, eve.id);
    expect(await poll(closed.deviceCode)).toEqual({ status: 'denied' });
  });

  it('updates a session with the role, and ends it permanently with the membership', async () => {
    const eve = await ensureUser(world.database, { email: `eve-${address}@news.example`, name: 'Eve' });
    const by = { userId: eve.id, name: 'Eve', requestId: null };
    await setMembership(world.database, { userId: eve.id, tenantId: world.tenantId, role: 'viewer' });
    const login = await start();
    await approve(login.userCode, by);
    const answer = await poll(login.deviceCode);
    if (answer.status !== 'approved') throw new Error(answer.status);
    expect((await authenticate(answer.accessToken)).role).toBe('viewer');
    await setMembership(world.database, { userId: eve.id, tenantId: world.tenantId, role: 'editor' });
    expect((await authenticate(answer.accessToken)).role).toBe('editor');
    await removeMembership(world.database, { userId: eve.id, tenantId: world.tenantId });
    await expect(authenticate(answer.accessToken)).rejects.toMatchObject({ code: 'invalid_token' });
    await setMembership(world.database, { userId: eve.id, tenantId: world.tenantId, role: 'viewer' });
    await expect(authenticate(answer.accessToken)).rejects.toMatchObject({ code: 'invalid_token' });
  });

  it('costs a request of a terminal one read, or none while the result is cached', async () => {
    const login = await start();
    await approve(login.userCode);
    const answer = await poll(login.deviceCode);
    if (answer.status !== 'approved') throw new Error(answer.status);
    const counted = countingDatabase(world.database);
    const authenticator = createAuthenticator(counted.database, { clock: clock.now });
    await authenticator.authenticate({ authorization: `Bearer ${answer.accessToken}` });
    verdictsOf(counted.database).forget();
    counted.statements.length = 0;
    for (let round = 0; round < 5; round += 1) await authenticator.authenticate({ authorization: `Bearer ${answer.accessToken}` });
    // The last use is recorded in the background, whenever the database gets to it.
    expect(counted.statements.filter(({ sql }) => /^select/i.test(sql))).toHaveLength(1);
  });

  it('keeps a session for thirty days', async () => {
    const login = await start();
    await approve(login.userCode);
    const answer = await poll(login.deviceCode);
    if (answer.status !== 'approved') throw new Error(answer.status);
    clock.advance(30 * 24 * 3600 - 1);
    expect((await authenticate(answer.accessToken)).id).toBe(world.ada.userId);
    clock.advance(1);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await expect(authenticate(answer.accessToken)).rejects.toMatchObject({ code: 'invalid_token' });
  });

  it('increases the interval by five seconds if a client polls too fast', async () => {
    const login = await start();
    expect(await poll(login.deviceCode)).toMatchObject({ interval: 2, tooFast: false });
    clock.advance(1);
    expect(await poll(login.deviceCode)).toMatchObject({ interval: 7, tooFast: true });
    clock.advance(2);
    expect(await poll(login.deviceCode)).toMatchObject({ interval: 12, tooFast: true });
    clock.advance(12);
    expect(await poll(login.deviceCode)).toMatchObject({ interval: 12, tooFast: false });
    for (let round = 0; round < 20; round += 1) await poll(login.deviceCode);
    expect(await poll(login.deviceCode)).toMatchObject({ interval: 60, tooFast: true });
  });

  it('limits open logins per address to a hundred, also for concurrent starts', async () => {
    const { deviceCode } = await start();
    const { id = '' } = (await new DeviceLogins(world.database).findMatching(where('deviceHash', 'eq', hashToken(deviceCode)))) ?? {};
    const copies = OPEN_LOGINS_PER_ADDRESS - 6;
    await copyRow(world.database, 'device_logins', { id, copies, unique: ['deviceHash', 'userCode'] });
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => start()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(start()).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '120' } });
    address += 1;
    await start();
    address -= 1;
    clock.advance(600);
    await start();
  });

  it('ends the oldest login of an address with a hundred, so that nobody behind it waits for ten minutes', async () => {
    address += 10;
    const oldest = await start();
    const { id = '' } =
      (await new DeviceLogins(world.database).findMatching(where('deviceHash', 'eq', hashToken(oldest.deviceCode)))) ?? {};
    clock.advance(1);
    const second = await start();
    await copyRow(world.database, 'device_logins', { id, copies: OPEN_LOGINS_PER_ADDRESS - 2, unique: ['deviceHash', 'userCode'] });
    clock.advance(118);
    await expect(start()).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '1' } });
    clock.advance(1);
    const mine = await start();
    expect(await poll(oldest.deviceCode)).toEqual({ status: 'expired' });
    await approve(mine.userCode);
    expect(await poll(mine.deviceCode)).toMatchObject({ status: 'approved' });
    expect(await poll(second.deviceCode)).toMatchObject({ status: 'pending' });
  });

  it('leaves a login unchanged if creating the token fails', async () => {
    const login = await start();
    await approve(login.userCode);
    const event = { type: 'poll', at: clock.now().toISOString() } as const;
    const failing = applyEvent(world.database, { deviceHash: hashToken(login.deviceCode) }, event, {
      call: SYSTEM_CALL,
      onChange: async () => {
        throw new Error('the disk is full');
      },
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(await poll(login.deviceCode)).toMatchObject({ status: 'approved' });
  });

  it('audits approvals, denials and exchanges', async () => {
    const login = await start();
    await approve(login.userCode);
    await poll(login.deviceCode);
    const entries = await new AuditEntries(world.database).list({ where: { objectType: 'device_logins' }, orderBy: '-id', limit: 2 });
    expect(entries.map(({ action, callerId }) => [action, callerId])).toEqual([
      ['exchange', null],
      ['approve', world.ada.userId],
    ]);
  });

  it('rejects an unknown code', async () => {
    expect(await poll('x'.repeat(43))).toEqual({ status: 'unknown' });
    expect(await poll('')).toEqual({ status: 'unknown' });
  });

  it('deletes finished logins after a day, so that late polls learn the outcome', async () => {
    const [waiting, approved] = [await start(), await start()];
    await approve(approved.userCode);
    clock.advance(600);
    expect((await sweep(world.database, clock.now())).expired).toBeGreaterThanOrEqual(2);
    expect((await sweep(world.database, clock.now())).expired).toBe(0);
    expect(
      await new Sessions(world.database).count({
        where: { kind: 'cli', revokedAt: { null: true }, expiresAt: { lte: clock.now().toISOString() } },
      }),
    ).toBe(0);
    expect(await poll(waiting.deviceCode)).toEqual({ status: 'expired' });
    expect(await poll(approved.deviceCode)).toEqual({ status: 'expired' });
    clock.advance(24 * 3600);
    expect((await sweep(world.database, clock.now())).logins).toBeGreaterThanOrEqual(2);
    expect(await poll(waiting.deviceCode)).toEqual({ status: 'unknown' });
  });
});
