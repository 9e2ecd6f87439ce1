import type { Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
import { makeWorld, TestClock, type World } from '../testing/world.ts';
import { createToken, revokeToken } from '../tokens/manage-tokens.ts';
import { disableUser } from '../users/disable-user.ts';
import { removeMembership, setMembership } from '../users/manage-memberships.ts';
import { callerNow } from './caller-now.ts';

describeOnEveryDatabase('what somebody may do by now', (open) => {
  let database: Database;
  let world: World;
  beforeAll(async () => {
    database = await open();
    world = await makeWorld(database);
  });
  const ada = () => callerNow(database, { kind: 'user', id: world.ada.userId, tenantId: world.tenantId });

  it('is what a person’s membership says, in that tenant alone', async () => {
    expect(await ada()).toEqual({ kind: 'user', id: world.ada.userId, name: 'Ada', tenantId: world.tenantId, role: 'admin' });
    await setMembership(database, { userId: world.ada.userId, tenantId: world.tenantId, role: 'viewer' });
    expect(await ada()).toMatchObject({ role: 'viewer' });
    expect(await callerNow(database, { kind: 'user', id: world.ada.userId, tenantId: null })).toBeUndefined();
  });

  it('is nothing once the membership is lost, the account closed, or for someone who never was', async () => {
    await removeMembership(database, { userId: world.ada.userId, tenantId: world.tenantId });
    expect(await ada()).toBeUndefined();
    await disableUser(database, world.bob.userId);
    expect(await callerNow(database, { kind: 'user', id: world.bob.userId, tenantId: null })).toBeUndefined();
    expect(await callerNow(database, { kind: 'user', id: 'nobody', tenantId: null })).toBeUndefined();
  });

  it('is what a token’s row says, until it is revoked or over', async () => {
    const clock = new TestClock();
    const expiresAt = new Date(clock.now().getTime() + 60_000).toISOString();
    const { id } = await createToken({ database, role: 'editor', tenantId: world.tenantId, name: 'nightly', expiresAt });
    const token = (tenantId: string | null = world.tenantId) => callerNow(database, { kind: 'token', id, tenantId }, clock.now);
    expect(await token()).toEqual({ kind: 'token', id, name: 'nightly', tenantId: world.tenantId, role: 'editor' });
    expect(await token(null)).toBeUndefined();
    clock.advance(60);
    expect(await token()).toBeUndefined();
    const other = await createToken({ database, role: 'editor', tenantId: null, name: 'daily' });
    await revokeToken({ database, id: other.id });
    expect(await callerNow(database, { kind: 'token', id: other.id, tenantId: null })).toBeUndefined();
    expect(await callerNow(database, { kind: 'token', id: 'nothing', tenantId: null })).toBeUndefined();
  });
});
