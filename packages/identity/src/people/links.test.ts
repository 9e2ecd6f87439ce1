import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { makeWorld, TestClock, type World } from '../testing/world.ts';
import { makeCall } from '@colophon/core';
import { tenantsOf } from '../users/standing.ts';
import { Users } from '../users/user.ts';
import { acceptInvitation, setPasswordByLink } from './accept-link.ts';
import { issueLink } from '../links/issue-link.ts';
import { findLink } from '../links/open-links.ts';

const PASSWORD = 'correct horse battery staple';

describeOnEveryDatabase('a one-time link', (open) => {
  let world: World;
  let clock: TestClock;
  beforeAll(async () => {
    world = await makeWorld(await open());
  });
  beforeEach(() => {
    clock = new TestClock();
  });
  const issue = async (purpose: 'password' | 'invitation', email: string): Promise<string> => {
    const call = makeCall({ now: clock.now });
    const path = await issueLink(world.database, {
      purpose,
      email,
      role: 'viewer',
      tenantId: purpose === 'invitation' ? world.tenantId : null,
      call,
    });
    return new URL(path, 'http://localhost').searchParams.get('token') ?? '';
  };

  it('works for one of five concurrent uses', async () => {
    const secret = await issue('password', 'bob@news.example');
    const uses = Array.from({ length: 5 }, (_, index) =>
      setPasswordByLink(world.database, { secret, password: `${PASSWORD} ${index}`, now: clock.now() }),
    );
    const results = await Promise.allSettled(uses);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('creates one account if an invitation is accepted twice concurrently', async () => {
    const secret = await issue('invitation', 'twice@news.example');
    const accept = (name: string) => acceptInvitation(world.database, { secret, now: clock.now(), as: { name, password: PASSWORD } });
    const results = await Promise.allSettled([accept('One'), accept('Two')]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const user = await new Users(world.database).find({ email: 'twice@news.example' });
    expect(await tenantsOf(world.database, user?.id ?? '')).toMatchObject([{ tenant: { slug: 'gazette' }, role: 'viewer' }]);
  });

  it('is not used up by a failure or by viewing it', async () => {
    const secret = await issue('password', 'bob@news.example');
    await expect(setPasswordByLink(world.database, { secret, password: 'short', now: clock.now() })).rejects.toMatchObject({ status: 422 });
    await findLink(world.database, { purpose: 'password', secret, now: clock.now() });
    await setPasswordByLink(world.database, { secret, password: PASSWORD, now: clock.now() });
    await expect(setPasswordByLink(world.database, { secret, password: PASSWORD, now: clock.now() })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('expires after a day for a password, after a week for an invitation', async () => {
    const [password, invitation] = [await issue('password', 'bob@news.example'), await issue('invitation', 'x@news.example')];
    clock.advance(24 * 3600 - 1);
    expect(await findLink(world.database, { purpose: 'password', secret: password, now: clock.now() })).toBeDefined();
    clock.advance(1);
    expect(await findLink(world.database, { purpose: 'password', secret: password, now: clock.now() })).toBeUndefined();
    expect(await findLink(world.database, { purpose: 'invitation', secret: invitation, now: clock.now() })).toBeDefined();
    clock.advance(6 * 24 * 3600);
    expect(await findLink(world.database, { purpose: 'invitation', secret: invitation, now: clock.now() })).toBeUndefined();
  });

  it('works for its own purpose only', async () => {
    const secret = await issue('invitation', 'bob@news.example');
    await expect(setPasswordByLink(world.database, { secret, password: PASSWORD, now: clock.now() })).rejects.toMatchObject({
      status: 404,
    });
  });

  it.each(['', 'x', 'x'.repeat(43), `${'x'.repeat(42)}'`, '../../etc/passwd'])('is not accepted as %j', async (secret) => {
    expect(await findLink(world.database, { purpose: 'password', secret, now: clock.now() })).toBeUndefined();
  });

  it('is stored as a hash only', async () => {
    const secret = await issue('invitation', 'kept@news.example');
    for (const table of ['one_time_links', 'audit_entries']) {
      const rows = await world.database.all(world.database.dialect.builder.selectFrom(table).selectAll().compile());
      expect(JSON.stringify(rows)).not.toContain(secret);
    }
  });
});
