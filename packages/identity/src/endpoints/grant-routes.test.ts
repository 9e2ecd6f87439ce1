import { describeOnEveryDatabase } from '@colophon/core/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approveLogin, denyLogin } from '../grant/decide.ts';
import { DeviceLogins } from '../grant/device-login.ts';
import { copyRow } from '../testing/copy-row.ts';
import { type RunningIdentity, serveIdentity } from '../testing/serve.ts';
import { makeWorld, TestClock, type World } from '../testing/world.ts';
import { createToken } from '../tokens/manage-tokens.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const START = '/api/cli/auth/start';
const TOKEN = '/api/cli/auth/token';
const SESSION = '/api/cli/auth/session';

describeOnEveryDatabase('the endpoints of the device login', (open) => {
  let world: World;
  let server: RunningIdentity;
  const clock = new TestClock();
  beforeAll(async () => {
    world = await makeWorld(await open());
    server = await serveIdentity(world.database, { clock: clock.now });
  });
  afterAll(() => server.stop());
  beforeEach(() => clock.advance(1000));

  const send = async (path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> };
  };
  const sendForm = (path: string, values: Record<string, string>) =>
    send(path, new URLSearchParams(values).toString(), { 'Content-Type': 'application/x-www-form-urlencoded' });
  const approve = (userCode: unknown) =>
    approveLogin(world.database, { userCode: String(userCode), tenantId: world.tenantId, by: world.ada, now: clock.now() });

  describe('in the Colophon format', () => {
    it('start with 201, without a body, and return issuer and page from the configured address', async () => {
      const { status, body, headers } = await send(START, undefined, { 'X-Forwarded-Host': 'evil.example' });
      expect(status).toBe(201);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(body).toEqual({
        deviceCode: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) as string,
        userCode: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/) as string,
        verificationUrl: `${server.url}/terminal-login`,
        verificationUrlComplete: `${server.url}/terminal-login?code=${String(body['userCode'])}`,
        expiresAt: new Date(clock.now().getTime() + 600_000).toISOString(),
        expiresIn: 600,
        interval: 2,
        issuer: server.url,
      });
      expect((await send(START, { clientName: 'newsroom-cli on a laptop' })).status).toBe(201);
    });

    it('respond to polls: pending, slower, approved once, gone', async () => {
      const { body } = await send(START);
      const poll = () => send(TOKEN, { deviceCode: body['deviceCode'] });
      expect(await poll()).toMatchObject({ status: 200, body: { status: 'pending', interval: 2, expiresAt: body['expiresAt'] } });
      expect((await poll()).body).toMatchObject({ status: 'pending', interval: 7 });
      await approve(body['userCode']);
      const approved = await poll();
      expect(approved.status).toBe(200);
      expect(approved.headers.get('cache-control')).toBe('no-store');
      expect(approved.body).toEqual({
        status: 'approved',
        accessToken: expect.stringMatching(/^colophon_cli_/) as string,
        tokenType: 'Bearer',
        expiresIn: 2_592_000,
      });
      expect(await poll()).toMatchObject({ status: 410, body: { code: 'device_code_gone' } });
    });

    it('respond to a denied login with 403, an expired one with 200, an unknown one with 410', async () => {
      const denied = await send(START);
      await denyLogin(world.database, { userCode: String(denied.body['userCode']), by: world.ada, now: clock.now() });
      expect(await send(TOKEN, { deviceCode: denied.body['deviceCode'] })).toMatchObject({ status: 403, body: { code: 'access_denied' } });
      const expired = await send(START);
      clock.advance(600);
      expect(await send(TOKEN, { deviceCode: expired.body['deviceCode'] })).toMatchObject({ status: 200, body: { status: 'expired' } });
      expect(await send(TOKEN, { deviceCode: 'x' })).toMatchObject({ status: 410 });
    });

    it.each<[string, unknown, number, Record<string, string>?]>([
      ['no body', undefined, 400],
      ['no code', {}, 400],
      ['a code that is not a string', { deviceCode: { $ne: null } }, 400],
      ['an empty code', { deviceCode: '' }, 400],
      ['a list', [], 400],
      ['what is not JSON', '{', 400],
      ['JSON with another prototype', '{"__proto__":{"deviceCode":"x"}}', 400],
      ['another type', 'deviceCode=x', 415, { 'Content-Type': 'text/plain' }],
      ['too much', { deviceCode: 'x'.repeat(70_000) }, 413],
    ])('refuse %s', async (_what, body, status, headers) => {
      const answer = await send(TOKEN, body, headers);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(server.errors).toEqual([]);
    });

    it('support POST only', async () => {
      for (const path of [START, TOKEN, '/api/cli/auth/approve', '/api/cli/auth/deny']) {
        const response = await fetch(`${server.url}${path}`);
        expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      }
    });

    it('remove deceptive characters from the name of a client', async () => {
      const { body } = await send(START, { clientName: ' cli\u202Etxt.exe\u0007\n ' });
      const row = await world.database.first(
        world.database.dialect.builder
          .selectFrom('device_logins')
          .select('clientName')
          .where('userCode', '=', String(body['userCode']).replace('-', ''))
          .compile(),
      );
      expect(row?.['clientName']).toBe('clitxt.exe');
    });
  });

  describe('in the format of RFC 8628', () => {
    const start = () => sendForm(START, { client_id: 'any-client' });
    const poll = (deviceCode: unknown, more: Record<string, string> = {}) =>
      sendForm(TOKEN, { grant_type: GRANT, device_code: String(deviceCode), client_id: 'any-client', ...more });

    it('start with 200 and the RFC names, for a form and for JSON', async () => {
      for (const { status, body } of [await start(), await send(START, { client_id: 'any-client' })]) {
        expect(status).toBe(200);
        expect(Object.keys(body).sort()).toEqual([
          'device_code',
          'expires_in',
          'interval',
          'user_code',
          'verification_uri',
          'verification_uri_complete',
        ]);
      }
    });

    it('respond to polls with OAuth errors, and with a token once', async () => {
      const { body } = await start();
      const code = body['device_code'];
      expect(await poll(code)).toMatchObject({ status: 400, body: { error: 'authorization_pending' } });
      expect(await poll(code)).toMatchObject({ status: 400, body: { error: 'slow_down' } });
      await approve(body['user_code']);
      const approved = await poll(code);
      expect(approved).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 2_592_000 } });
      expect([approved.headers.get('cache-control'), approved.headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
      expect(await poll(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    });

    it('respond to denied, expired, unknown and malformed requests as OAuth clients expect', async () => {
      const denied = (await start()).body;
      await denyLogin(world.database, { userCode: String(denied['user_code']), by: world.ada, now: clock.now() });
      expect((await poll(denied['device_code'])).body).toMatchObject({ error: 'access_denied' });
      const expired = (await start()).body;
      clock.advance(600);
      expect((await poll(expired['device_code'])).body).toMatchObject({ error: 'expired_token' });
      expect((await poll('x')).body).toMatchObject({ error: 'invalid_grant' });
      expect((await sendForm(TOKEN, { grant_type: GRANT, client_id: 'a' })).body).toMatchObject({ error: 'invalid_request' });
      expect((await sendForm(TOKEN, { device_code: 'x', client_id: 'a' })).body).toMatchObject({ error: 'invalid_request' });
      expect((await sendForm(TOKEN, { grant_type: 'password', client_id: 'a' })).body).toMatchObject({ error: 'unsupported_grant_type' });
      expect((await sendForm(START, {})).body).toMatchObject({ error: 'invalid_request' });
      const twice = await send(TOKEN, `grant_type=${GRANT}&device_code=a&device_code=b&client_id=a`, {
        'Content-Type': 'application/x-www-form-urlencoded',
      });
      expect(twice).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    });

    it('return the token only to the client that started the login', async () => {
      const { body } = await start();
      await approve(body['user_code']);
      expect(await poll(body['device_code'], { client_id: 'another' })).toMatchObject({ body: { error: 'invalid_grant' } });
      expect((await poll(body['device_code'])).status).toBe(200);
    });
  });

  describe('for the session', () => {
    const login = async (): Promise<string> => {
      const { body } = await send(START);
      await approve(body['userCode']);
      return String((await send(TOKEN, { deviceCode: body['deviceCode'] })).body['accessToken']);
    };
    const ask = async (method: string, token?: string) => {
      const response = await fetch(`${server.url}${SESSION}`, {
        method,
        headers: token === undefined ? {} : { Authorization: `bearer ${token}` },
      });
      return {
        status: response.status,
        challenge: response.headers.get('www-authenticate'),
        body: (await response.json()) as Record<string, unknown>,
      };
    };

    it('return the user of a terminal', async () => {
      expect(await ask('GET', await login())).toMatchObject({
        status: 200,
        body: {
          authenticated: true,
          user: { id: world.ada.userId, name: 'Ada', email: 'ada@news.example' },
          tenant: { id: world.tenantId, slug: 'gazette', name: 'The Gazette' },
          roles: ['admin'],
          session: { kind: 'cli', createdAt: clock.now().toISOString() },
          issuer: server.url,
        },
      });
    });

    it('return the identity of an API token', async () => {
      const { id, token } = await createToken({ database: world.database, role: 'editor', name: 'Importer' });
      expect((await ask('GET', token)).body).toMatchObject({
        user: { id, name: 'Importer', email: '' },
        tenant: null,
        roles: ['editor'],
        session: { id, kind: 'token', expiresAt: null },
      });
    });

    it('end a terminal session at once, respond alike for any token, and do not revoke API tokens', async () => {
      const token = await login();
      expect((await fetch(`${server.url}/whoami`, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200);
      for (let round = 0; round < 2; round += 1)
        expect(await ask('DELETE', token)).toMatchObject({ status: 200, body: { authenticated: false } });
      expect((await fetch(`${server.url}/whoami`, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(401);
      expect(await ask('GET', token)).toMatchObject({ status: 401, challenge: expect.stringContaining('invalid_token') as string });
      expect((await ask('DELETE')).body).toEqual({ authenticated: false });
      expect((await ask('DELETE', 'nonsense')).body).toEqual({ authenticated: false });
      const api = await createToken({ database: world.database, role: 'editor' });
      expect((await ask('DELETE', api.token)).body).toEqual({ authenticated: false });
      expect((await ask('GET', api.token)).status).toBe(200);
    });

    it('respond with 401 without a token, and without an error code if no token was sent', async () => {
      expect(await ask('GET')).toMatchObject({ status: 401, challenge: 'Bearer' });
    });
  });

  it('count starts by the address of the connection, not by headers of the client', async () => {
    await send(START, undefined, { 'X-Forwarded-For': '203.0.113.1' });
    const [first] = await new DeviceLogins(world.database).list({ where: { status: 'pending' }, orderBy: '-created_at', limit: 1 });
    await copyRow(world.database, 'device_logins', { id: first?.id ?? '', copies: 98, unique: ['deviceHash', 'userCode'] });
    expect((await send(START, undefined, { 'X-Forwarded-For': '203.0.113.2' })).status).toBe(201);
    const { status, headers } = await send(START, undefined, { 'X-Forwarded-For': '203.0.113.200' });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await sendForm(START, { client_id: 'a' })).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } });
  });

  it('caused no internal error in these tests', () => {
    expect(server.errors).toEqual([]);
  });
});
