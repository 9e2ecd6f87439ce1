import type { Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
import { makeWorld, TestClock, type World } from '../testing/world.ts';
import { createToken, revokeToken } from '../tokens/manage-tokens.ts';
import { disableUser } from '../users/disable-user.ts';
import { removeMembership, setMembership } from '../users/manage-memberships.ts';
import { callerNow } from './caller-now.ts';

describeOnEveryDatabase('the current permissions of an earlier caller', (open) => {
  let database: Database;
  let world: World;
  beforeAll(async () => {
    database = await open();
    world = await makeWorld(database);
  });
  const ada = () => callerNow(database, { kind: 'user', id: world.ada.userId, tenantId: world.tenantId });

  it('are those of the membership in that tenant', async () => {
    expect(await ada()).toEqual({ kind: 'user', id: world.ada.userId, name: 'Ada', tenantId: world.tenantId, role: 'admin' });
    await setMembership(database, { userId: world.ada.userId, tenantId: world.tenantId, role: 'viewer' });
    expect(await ada()).toMatchObject({ role: 'viewer' });
    expect(await callerNow(database, { kind: 'user', id: world.ada.userId, tenantId: null })).toBeUndefined();
  });

  it('are none after losing the membership, with a disabled account, or for an unknown user', async () => {
    await removeMembership(database, { userId: world.ada.userId, tenantId: world.tenantId });
    expect(await ada()).toBeUndefined();
    await disableUser(database, world.bob.userId);
    expect(await callerNow(database, { kind: 'user', id: world.bob.userId, tenantId: null })).toBeUndefined();
    expect(await callerNow(database, { kind: 'user', id: 'nobody', tenantId: null })).toBeUndefined();
  });

  it('are those of a token until it is revoked or expires', async () => {
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
