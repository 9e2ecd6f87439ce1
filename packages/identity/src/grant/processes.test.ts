import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { formatUserCode } from '@colophon/contract';
import { openDatabase } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, expect, it } from 'vitest';
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

  const tryCode = async (code: string): Promise<string> => {
    const args = ['--conditions=@colophon/source', '--disable-warning=ExperimentalWarning', SCRIPT];
    const { stdout } = await run(process.execPath, [...args, world.database.url, world.bob.userId, code, clock.now().toISOString()]);
    return stdout;
  };

  it('count wrong codes together: the sixth is 429, from whichever process', async () => {
    const login = await startLogin(world.database, { address: '192.0.2.1', agent: null, clientName: null, clientId: null }, clock.now());
    const wrong = await Promise.all(Array.from({ length: 3 }, () => tryCode(formatUserCode(drawUserCode()))));
    expect(wrong).toEqual(['404', '404', '404']);
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(
        approveLogin(world.database, { userCode: drawUserCode(), tenantId: null, by: world.bob, now: clock.now() }),
      ).rejects.toMatchObject({ status: 404 });
    }
    expect(await tryCode(formatUserCode(drawUserCode()))).toBe('429');
    expect(await tryCode(login.userCode)).toBe('429');
    clock.advance(600);
    const later = await startLogin(world.database, { address: '192.0.2.1', agent: null, clientName: null, clientId: null }, clock.now());
    expect(await tryCode(later.userCode)).toBe('200');
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
      await new Promise((resolve) => setTimeout(resolve, 1900));
      await expect(use()).rejects.toMatchObject({ code: 'invalid_token' });
    } finally {
      await other.close();
    }
  });
});
