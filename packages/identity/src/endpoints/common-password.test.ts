import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueLink } from '../links/issue-link.ts';
import { type RunningIdentity, serveIdentity } from '../testing/serve.ts';
import { makeWorld, type World } from '../testing/world.ts';

describeOnEveryDatabase('a password that others try first', (open) => {
  let world: World;
  let server: RunningIdentity;
  beforeAll(async () => {
    world = await makeWorld(await open());
    server = await serveIdentity(world.database);
  });
  afterAll(() => server.stop());

  it.each([
    ['leaked', 'password1234'],
    ['leaked, decorated', 'P@ssw0rd2026!'],
    ['a season and a year', 'Summer2026!!'],
    ['a row of keys', 'qwertyuiop12'],
    ['one letter', 'zzzzzzzzzzzzzzzz'],
    ['repeated, and long', 'letmein'.repeat(20)],
    ['the application', 'Newsroom-2026!!'],
    ['the tenant', 'The Gazette 2026'],
    ['the address', 'ada@news.example'],
    ['the person', 'ada-ada-ada-1'],
  ])('is refused on the page, and the link goes on to work: %s', async (_, password) => {
    const link = await issueLink(world.database, { purpose: 'password', email: 'ada@news.example' });
    const browser = server.browser();
    const refused = await browser.submit(await browser.open(link), 'Set password', { password });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('The password is too common, or too close to a name or address here.');
    const taken = await browser.submit(refused, 'Set password', { password: 'violet ferry under seven bridges' });
    expect([taken.status, taken.path]).toEqual([200, '/account']);
  });

  it('is refused with an invitation too, by the invited name and tenant', async () => {
    const invitation = { purpose: 'invitation', email: 'new@other.example', role: 'viewer', tenantId: world.tenantId } as const;
    const browser = server.browser();
    const page = await browser.open(await issueLink(world.database, invitation));
    for (const password of ['Grace Hopper 1', 'thegazette-2026']) {
      const refused = await browser.submit(page, 'Accept', { name: 'Grace Hopper', password });
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('too common')]);
    }
    const taken = await browser.submit(page, 'Accept', { name: 'Grace Hopper', password: 'gazette over violet bridges' });
    expect([taken.status, taken.path]).toEqual([200, '/account']);
  });
});
