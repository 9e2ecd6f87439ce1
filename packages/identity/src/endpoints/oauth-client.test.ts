import { openDatabase } from '@colophon/core';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, describe, it } from 'vitest';
import { DeviceLogins } from '../grant/device-login.ts';
import { approveLogin, denyLogin } from '../grant/decide.ts';
import { type RunningIdentity, serveIdentity } from '../testing/serve.ts';
import { makeWorld, type World } from '../testing/world.ts';

describe('an ordinary OAuth client (openid-client)', () => {
  let world: World;
  let server: RunningIdentity;
  beforeAll(async () => {
    world = await makeWorld(await openDatabase('sqlite::memory:'));
    server = await serveIdentity(world.database);
  });
  afterAll(async () => {
    await server.stop();
    await world.database.close();
  });

  const discover = () =>
    client.discovery(new URL(server.url), 'any-client', undefined, client.None(), {
      algorithm: 'oauth2',
      execute: [client.allowInsecureRequests],
    });

  it('discovers the endpoints, waits for the approval, and gets a valid token', async () => {
    const configuration = await discover();
    expect(configuration.serverMetadata().issuer).toBe(server.url);
    const login = await client.initiateDeviceAuthorization(configuration, {});
    const polling = client.pollDeviceAuthorizationGrant(configuration, { ...login, interval: 1 });
    // The client has polled once, and waits.
    const asked = async () => (await new DeviceLogins(world.database).list({ limit: 1 }))[0]?.pollAfter;
    await expect.poll(asked, { timeout: 10_000 }).not.toBeNull();
    await approveLogin(world.database, { userCode: login.user_code, tenantId: world.tenantId, by: world.ada, now: new Date() });
    const tokens = await polling;
    expect(tokens.token_type).toBe('bearer');
    const who = await fetch(`${server.url}/whoami`, { headers: { Authorization: `Bearer ${tokens.access_token}` } });
    expect(await who.json()).toMatchObject({ kind: 'user', name: 'Ada', tenantId: world.tenantId });
  });

  it('gets an error when the login is denied', async () => {
    const configuration = await discover();
    const login = await client.initiateDeviceAuthorization(configuration, {});
    await denyLogin(world.database, { userCode: login.user_code, by: world.ada, now: new Date() });
    const polling = client.pollDeviceAuthorizationGrant(configuration, { ...login, interval: 1 });
    await expect(polling).rejects.toMatchObject({ error: 'access_denied' });
  });
});
