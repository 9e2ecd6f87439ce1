import { openDatabase } from '@colophon/core';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveLogin } from '../grant/decide.ts';
import { pollLogin } from '../grant/exchange.ts';
import { startLogin } from '../grant/start.ts';
import { type RunningIdentity, serveIdentity } from '../testing/serve.ts';
import { makeWorld, type World } from '../testing/world.ts';
import { createToken } from '../tokens/manage-tokens.ts';

describe('the revocation endpoint (RFC 7009)', () => {
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

  async function terminalToken(): Promise<string> {
    const { database, tenantId, ada } = world;
    const now = new Date();
    const login = await startLogin(database, { address: '192.0.2.1', agent: null, clientName: null, clientId: null }, now);
    await approveLogin(database, { userCode: login.userCode, tenantId, by: ada, now });
    const answer = await pollLogin(database, { deviceCode: login.deviceCode, requestId: null, now });
    if (answer.status !== 'approved') throw new Error(answer.status);
    return answer.accessToken;
  }
  const revoke = (body: URLSearchParams | string, type?: string): Promise<Response> =>
    fetch(`${server.url}/api/cli/auth/revoke`, { method: 'POST', body, ...(type ? { headers: { 'Content-Type': type } } : {}) });
  const whoami = async (token: string): Promise<number> =>
    (await fetch(`${server.url}/whoami`, { headers: { Authorization: `Bearer ${token}` } })).status;

  it('is in the metadata, so that a standard OAuth client can use it', async () => {
    const configuration = await client.discovery(new URL(server.url), 'any-client', undefined, client.None(), {
      algorithm: 'oauth2',
      execute: [client.allowInsecureRequests],
    });
    expect(configuration.serverMetadata()).toMatchObject({
      revocation_endpoint: `${server.url}/api/cli/auth/revoke`,
      revocation_endpoint_auth_methods_supported: ['none'],
    });
    const token = await terminalToken();
    expect(await whoami(token)).toBe(200);
    await client.tokenRevocation(configuration, token);
    expect(await whoami(token)).toBe(401);
  });

  it('responds with 200 to an expired, unknown or invalid token, and accepts a hint', async () => {
    const token = await terminalToken();
    for (const each of [token, token, 'nonsense', `${token.slice(0, -1)}_`]) {
      const answer = await revoke(new URLSearchParams({ token: each, token_type_hint: 'access_token' }));
      expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([200, '', 'no-store']);
    }
    expect((await revoke(JSON.stringify({ token }), 'application/json')).status).toBe(200);
  });

  it('returns OAuth errors', async () => {
    const missing = await revoke(new URLSearchParams({ token_type_hint: 'access_token' }));
    expect([missing.status, await missing.json()]).toMatchObject([400, { error: 'invalid_request' }]);
    const wrongMethod = await fetch(`${server.url}/api/cli/auth/revoke`);
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('does not revoke API tokens, which administrators do', async () => {
    const { token } = await createToken({ database: world.database, role: 'editor' });
    const answer = await revoke(new URLSearchParams({ token }));
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'unsupported_token_type' }]);
    expect(await whoami(token)).toBe(200);
  });
});
