import { type Role, makeCall } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTenant } from '../tenants/tenant.ts';
import { makeWorld, TestClock, type World } from '../testing/world.ts';
import { hashToken } from '../tokens/token-format.ts';
import { disableUser, enableUser } from '../users/disable-user.ts';
import { endAccess } from '../users/end-access.ts';
import { ensureUser } from '../users/ensure-user.ts';
import { demandedRoles } from '../users/factors/demanded-roles.ts';
import { requireSecondFactor } from '../users/factors/factor-rule.ts';
import { removeMembership, setMembership } from '../users/manage-memberships.ts';
import { idleLimits } from './idle-limits.ts';
import { type LiveSession, readSession, readSessionVerdict } from './read-session.ts';
import { type Session, type SessionKind, Sessions } from './session.ts';

const HOUR = 3_600_000;

describeOnEveryDatabase('a session', (open) => {
  let world: World;
  let userId = '';
  let count = 0;
  const clock = new TestClock();
  beforeAll(async () => {
    world = await makeWorld(await open());
  });
  /** An editor of the Gazette for each test. */
  beforeEach(async () => {
    count += 1;
    userId = (await ensureUser(world.database, { email: `eve-${count}@news.example`, name: 'Eve' })).id;
    await setMembership(world.database, { userId, tenantId: world.tenantId, role: 'editor' });
  });
  afterEach(async () => {
    world.database.ports.provide(demandedRoles, []);
    world.database.ports.provide(idleLimits, {});
    for (const tenantId of [world.tenantId, null]) await demand([], tenantId);
  });

  const start = async (kind: SessionKind = 'browser', more: object = {}): Promise<Session> => {
    const now = clock.now();
    return new Sessions(world.database, makeCall({ now: clock.now })).add({
      kind,
      userId,
      tenantId: world.tenantId,
      hash: hashToken(`secret ${count} ${kind} ${Math.random()}`),
      expiresAt: new Date(now.getTime() + 24 * HOUR).toISOString(),
      authenticatedAt: now.toISOString(),
      ...more,
    });
  };
  const read = ({ hash }: Session, kind: SessionKind = 'browser'): Promise<LiveSession | undefined> =>
    readSession(world.database, { kind, hash, now: clock.now() });
  const verdict = ({ hash }: Session, kind: SessionKind = 'browser') => readSessionVerdict(world.database, kind)(hash, clock.now());
  const demand = (roles: readonly Role[], tenantId: string | null): Promise<void> =>
    requireSecondFactor(world.database, { roles, tenantId, call: makeCall({}) });
  const roleOf = async (session: Session) => {
    const { role, lacksFactor } = (await read(session)) ?? {};
    return { role, lacksFactor };
  };

  it('is one of its kind: that of a browser opens no terminal, and one that waits for its second factor opens nothing', async () => {
    for (const kind of ['browser', 'cli', 'pending'] as const) {
      const session = await start(kind);
      const found = [];
      for (const asked of ['browser', 'cli', 'pending'] as const) if (await read(session, asked)) found.push(asked);
      expect(found).toEqual([kind]);
    }
  });

  it('is known by its secret alone', async () => {
    const [one, other] = [await start(), await start()];
    expect([(await read(one))?.id, (await read(other))?.id]).toEqual([one.id, other.id]);
    expect(await readSession(world.database, { kind: 'browser', hash: hashToken('another'), now: clock.now() })).toBeUndefined();
  });

  it('ends at the moment when it expires, and not before', async () => {
    const session = await start();
    clock.advance((24 * HOUR) / 1000 - 1);
    expect(await read(session)).toMatchObject({ userId });
    expect((await verdict(session))?.lifetime).toBe(1000);
    clock.advance(1);
    expect([await read(session), await verdict(session)]).toEqual([undefined, undefined]);
  });

  it('ends at the moment when it has not been used for as long as allowed', async () => {
    world.database.ports.provide(idleLimits, { browser: HOUR });
    const session = await start();
    clock.advance(HOUR / 1000 - 1);
    expect(await read(session)).toMatchObject({ idleEnd: clock.now().getTime() + HOUR });
    const unused = await start();
    expect((await verdict(unused))?.lifetime).toBe(HOUR);
    clock.advance(HOUR / 1000);
    expect(await read(unused)).toBeUndefined();
  });

  it('ends when it is revoked, when its account is disabled, and when all access of the user ends', async () => {
    const [revoked, session] = [await start(), await start()];
    await new Sessions(world.database).update(revoked.id, { revokedAt: clock.now().toISOString() });
    expect([await read(revoked), (await read(session))?.id]).toEqual([undefined, session.id]);
    await new Sessions(world.database).update(session.id, { accessEpoch: 1 });
    expect(await read(session)).toBeUndefined();
    await endAccess(world.database, userId);
    expect((await read(session))?.id).toBe(session.id);
    await disableUser(world.database, userId);
    const late = await start('browser', { accessEpoch: 2 });
    expect([await read(session), await read(late)]).toEqual([undefined, undefined]);
    await enableUser(world.database, userId);
    expect((await read(late))?.id).toBe(late.id);
  });

  it('has no role that this version does not know', async () => {
    const session = await start();
    const { builder } = world.database.dialect;
    await world.database.run(builder.updateTable('memberships').set({ role: 'publisher' }).where('userId', '=', userId).compile());
    expect(await roleOf(session)).toEqual({ role: null, lacksFactor: false });
    expect(await verdict(session)).toBeUndefined();
  });

  it('has the role of its own tenant, whatever the user is elsewhere; without one it gives an API nothing', async () => {
    const other = await createTenant({ database: world.database, slug: `other-${count}` });
    await setMembership(world.database, { userId, tenantId: other.id, role: 'admin' });
    const session = await start();
    expect(await roleOf(session)).toEqual({ role: 'editor', lacksFactor: false });
    expect(await verdict(session)).toMatchObject({ caller: { id: userId, name: 'Eve', role: 'editor', tenantId: world.tenantId } });
    expect(await roleOf(await start('browser', { tenantId: null }))).toEqual({ role: null, lacksFactor: false });
    await removeMembership(world.database, { userId, tenantId: world.tenantId });
    const left = await start('browser', { accessEpoch: 1 });
    expect(await roleOf(left)).toEqual({ role: null, lacksFactor: false });
    expect(await verdict(left)).toBeUndefined();
  });

  it('of an editor of global records has that role there', async () => {
    const global = await start('browser', { userId: world.bob.userId, tenantId: null });
    expect(await roleOf(global)).toEqual({ role: 'editor', lacksFactor: false });
    await demand(['editor'], null);
    expect(await roleOf(global)).toEqual({ role: null, lacksFactor: true });
  });

  it('has no role until it has shown the second factor that its tenant demands of that role', async () => {
    const [bare, shown] = [await start(), await start('browser', { secondFactorAt: clock.now().toISOString() })];
    await demand(['admin'], world.tenantId);
    await demand(['editor'], null);
    expect([await roleOf(bare), await roleOf(shown)]).toEqual([
      { role: 'editor', lacksFactor: false },
      { role: 'editor', lacksFactor: false },
    ]);
    await demand(['editor'], world.tenantId);
    expect([await roleOf(bare), await roleOf(shown)]).toEqual([
      { role: null, lacksFactor: true },
      { role: 'editor', lacksFactor: false },
    ]);
    expect(await verdict(bare)).toBeUndefined();
  });

  it('has no role until it has shown the second factor that the application demands of that role', async () => {
    const session = await start();
    world.database.ports.provide(demandedRoles, ['admin']);
    expect(await roleOf(session)).toEqual({ role: 'editor', lacksFactor: false });
    world.database.ports.provide(demandedRoles, ['editor']);
    expect(await roleOf(session)).toEqual({ role: null, lacksFactor: true });
    await removeMembership(world.database, { userId, tenantId: world.tenantId });
    expect(await roleOf(await start('browser', { accessEpoch: 1 }))).toEqual({ role: null, lacksFactor: false });
  });

  it('of a terminal that lacks the second factor is told so, a browser is asked for it', async () => {
    const [terminal, browser] = [await start('cli'), await start()];
    expect(await verdict(terminal, 'cli')).toMatchObject({ caller: { role: 'editor' } });
    await demand(['editor'], world.tenantId);
    await expect(verdict(terminal, 'cli')).rejects.toMatchObject({ status: 403 });
    expect(await verdict(browser)).toBeUndefined();
    const unknown = readSessionVerdict(world.database, 'cli');
    expect(await unknown(hashToken('another'), clock.now())).toBeUndefined();
  });
});
