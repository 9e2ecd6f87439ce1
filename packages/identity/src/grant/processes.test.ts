import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createAuthenticator } from '../callers/authenticator.ts';
import type { Tries } from '../testing/try-code.ts';
import { makeWorld, TestClock, type World } from '../testing/world.ts';
import { createToken, revokeToken } from '../tokens/manage-tokens.ts';
import { approveLogin } from './decide.ts';
import { pollLogin } from './exchange.ts';
import { drawUserCode, startLogin } from './start.ts';

const SCRIPT = fileURLToPath(new URL('../testing/try-code.ts', import.meta.url));
const execArgv = ['--conditions=@colophon/source', '--disable-warning=ExperimentalWarning'];

/** Two processes for all tests: the input of a test names the database. */
const processes: ChildProcess[] = [];
beforeAll(async () => {
  processes.push(fork(SCRIPT, [], { execArgv }), fork(SCRIPT, [], { execArgv }));
  await Promise.all(processes.map((each) => once(each, 'message')));
});
afterAll(() => {
  for (const each of processes) each.kill();
});

describeOnEveryDatabase('several processes on one database', (open) => {
  let world: World;
  const clock = new TestClock();
  beforeAll(async () => {
    world = await makeWorld(await open());
  });

  const now = (code: string): readonly [string, string] => [code, clock.now().toISOString()];
  /** The response of a process to these codes. */
  async function tryCodes(index: number, ...codes: (readonly [string, string])[]): Promise<number[]> {
    const answer = once(processes[index] as ChildProcess, 'message');
    processes[index]?.send({ url: world.database.url, userId: world.bob.userId, codes } satisfies Tries);
    const [statuses] = (await answer) as [number[]];
    return statuses;
  }

  it('share the count of wrong codes: the sixth gets 429 in any process', async () => {
    const start = () => startLogin(world.database, { address: '192.0.2.1', agent: null, clientName: null, clientId: null }, clock.now());
    const login = await start();
    const wrong = await Promise.all([tryCodes(0, now(drawUserCode()), now(drawUserCode())), tryCodes(1, now(drawUserCode()))]);
    expect(wrong.flat()).toEqual([404, 404, 404]);
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(
        approveLogin(world.database, { userCode: drawUserCode(), tenantId: null, by: world.bob, now: clock.now() }),
      ).rejects.toMatchObject({ status: 404 });
    }
    expect(await tryCodes(0, now(drawUserCode()))).toEqual([429]);
    expect(await tryCodes(1, now(login.userCode))).toEqual([429]);
    clock.advance(600);
    const later = await start();
    expect(await tryCodes(0, now(later.userCode))).toEqual([200]);
    expect(await pollLogin(world.database, { deviceCode: later.deviceCode, requestId: null, now: clock.now() })).toMatchObject({
      status: 'approved',
    });
  });

  it('apply a revocation within two seconds', async () => {
    const other = await openDatabase(world.database.url);
    try {
      const { id, token } = await createToken({ database: world.database, role: 'editor' });
      const elsewhere = createAuthenticator(other);
      const use = () => elsewhere.authenticate({ authorization: `Bearer ${token}` });
      const asked = performance.now();
      vi.spyOn(performance, 'now').mockImplementation(() => asked);
      await use();
      await revokeToken({ database: world.database, id });
      // Otherwise the result was not cached, and the test would prove nothing.
      await use();
      vi.spyOn(performance, 'now').mockImplementation(() => asked + 1900);
      await expect(use()).rejects.toMatchObject({ code: 'invalid_token' });
    } finally {
      vi.restoreAllMocks();
      await other.close();
    }
  });
});
