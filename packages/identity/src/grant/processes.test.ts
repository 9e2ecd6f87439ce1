import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { formatUserCode } from '@colophon/contract';
import { openDatabase } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it, vi } from 'vitest';
import { createAuthenticator } from '../callers/authenticator.ts';
import { makeWorld, TestClock, type World } from '../testing/world.ts';
import { createToken, revokeToken } from '../tokens/manage-tokens.ts';
import { approveLogin } from './decide.ts';
import { pollLogin } from './exchange.ts';
import { drawUserCode, startLogin } from './start.ts';

const SCRIPT = fileURLToPath(new URL('../testing/try-code.ts', import.meta.url));
const run = promisify(execFile);

describeOnEveryDatabase('several processes on one database', (open) => {
  let world: World;
  const clock = new TestClock();
  beforeAll(async () => {
    world = await makeWorld(await open());
  });

  /** What a process of its own is answered that tries these codes, one after the other. */
  const tryCodes = async (...codes: string[]): Promise<string[]> => {
    const args = ['--conditions=@colophon/source', '--disable-warning=ExperimentalWarning', SCRIPT];
    const { stdout } = await run(process.execPath, [...args, world.database.url, world.bob.userId, ...codes]);
    return stdout.trim().split(' ');
  };
  const wrong = (): string => `${formatUserCode(drawUserCode())}@${clock.now().toISOString()}`;

  it('count wrong codes together: the sixth is 429, from whichever process', async () => {
    const login = await startLogin(world.database, { address: '192.0.2.1', agent: null, clientName: null, clientId: null }, clock.now());
    expect((await Promise.all([tryCodes(wrong(), wrong()), tryCodes(wrong())])).flat()).toEqual(['404', '404', '404']);
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(
        approveLogin(world.database, { userCode: drawUserCode(), tenantId: null, by: world.bob, now: clock.now() }),
      ).rejects.toMatchObject({ status: 404 });
    }
    const tooMany = [wrong(), `${login.userCode}@${clock.now().toISOString()}`];
    clock.advance(600);
    const later = await startLogin(world.database, { address: '192.0.2.1', agent: null, clientName: null, clientId: null }, clock.now());
    expect(await tryCodes(...tooMany, `${later.userCode}@${clock.now().toISOString()}`)).toEqual(['429', '429', '200']);
    expect(await pollLogin(world.database, { deviceCode: later.deviceCode, requestId: null, now: clock.now() })).toMatchObject({
      status: 'approved',
    });
  });

  it('learn of a revocation within two seconds', async () => {
    const other = await openDatabase(world.database.url);
    try {
      const { id, token } = await createToken({ database: world.database, role: 'editor' });
      const elsewhere = createAuthenticator(other);
      const use = () => elsewhere.authenticate({ authorization: `Bearer ${token}` });
      await use();
      await revokeToken({ database: world.database, id });
      // Believed until then, or this would show nothing.
      await use();
      const started = performance.now();
      vi.spyOn(performance, 'now').mockImplementation(() => started + 1900);
      await expect(use()).rejects.toMatchObject({ code: 'invalid_token' });
    } finally {
      vi.restoreAllMocks();
      await other.close();
    }
  });
});
