import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { approveLogin } from '../grant/decide.ts';
import { startLogin } from '../grant/start.ts';
import { type RunningIdentity, serveIdentity } from '../testing/serve.ts';
import { givePassword, signInAs } from '../testing/sign-in-as.ts';
import { makeWorld, TestClock, type World } from '../testing/world.ts';
import { verdictsOf } from '../verdicts/verdict-cache.ts';
import { Sessions } from './session.ts';

const HOUR = 3600;

describeOnEveryDatabase('a session that nobody uses', (open) => {
  let world: World;
  let server: RunningIdentity;
  const clock = new TestClock();
  beforeAll(async () => {
    world = await makeWorld(await open());
    await givePassword(world.database, world.ada.userId);
    server = await serveIdentity(world.database, { clock: clock.now, idle: { browser: 8 * HOUR * 1000, cli: 24 * HOUR * 1000 } });
  });
  afterAll(() => server.stop());
  beforeEach(() => clock.advance(1000));
  /** Lets time pass; the process forgets what it has read. */
  const wait = (seconds: number) => {
    clock.advance(seconds);
    verdictsOf(world.database).forget();
  };
  const isRecorded = (userId: string) =>
    expect
      .poll(async () => (await new Sessions(world.database).list({ where: { userId } }))[0]?.lastUsedAt)
      .toBe(clock.now().toISOString());

  it('of a browser ends after the limit, and not while it is used', async () => {
    const browser = server.browser();
    await signInAs(browser, 'ada@news.example');
    const whoami = async () => ((await (await browser.fetch('/whoami')).json()) as { kind: string }).kind;
    for (let turn = 0; turn < 3; turn += 1) {
      wait(7 * HOUR);
      expect(await whoami()).toBe('user');
      await isRecorded(world.ada.userId);
    }
    wait(8 * HOUR);
    expect(await whoami()).toBe('anonymous');
    expect((await browser.open('/account')).path).toContain('/sign-in');
    const again = await signInAs(browser, 'ada@news.example');
    expect(again.text.match(/this one/g)).toHaveLength(1);
    expect(again.text).not.toContain('value="revoke"');
  });

  it('of a terminal ends after its own limit', async () => {
    const terminal = { address: '192.0.2.1', agent: null, clientName: 'laptop', clientId: null };
    const { deviceCode, userCode } = await startLogin(world.database, terminal, clock.now());
    await approveLogin(world.database, { userCode, tenantId: null, by: world.bob, now: clock.now() });
    const { accessToken } = (await (
      await fetch(`${server.url}/api/cli/auth/token`, { method: 'POST', body: JSON.stringify({ deviceCode }), headers: JSON_BODY })
    ).json()) as { accessToken: string };
    const status = async () =>
      (await fetch(`${server.url}/api/cli/auth/session`, { headers: { Authorization: `Bearer ${accessToken}` } })).status;
    wait(23 * HOUR);
    expect(await status()).toBe(200);
    await isRecorded(world.bob.userId);
    wait(24 * HOUR);
    expect(await status()).toBe(401);
  });
});

const JSON_BODY = { 'Content-Type': 'application/json' };
