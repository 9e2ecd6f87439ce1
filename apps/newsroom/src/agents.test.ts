import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import { includesScope, makeCall, type Operation, openDatabase, requireCurrentSchema, type Scope, SCOPES } from '@colophon/core';
import { callTool, toolName } from '@colophon/core/mcp';
import { TestPorts } from '@colophon/core/testing';
import { Contents } from '@colophon/content';
import { createUser, OAuthClients, OAuthGrants, OAuthTokens, Users } from '@colophon/identity';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintToken } from '../../../packages/identity/src/tokens/token-format.ts';
import { type Config, loadConfig } from './config/load-config.ts';
import { clientDocuments } from '../../../packages/app/src/server/outbound.ts';
import { createApp } from './server/app.ts';
import { newsroomTable } from './server/objects.ts';
import { VERSION } from './server/describe.ts';
import { wire } from './server/wire.ts';

const table = newsroomTable();
const CONFIG: Config = {
  port: 4000,
  host: '127.0.0.1',
  baseUrl: 'http://localhost:4000',
  databaseUrl: '',
  filesUrl: '',
  secret: 'x'.repeat(32),
  trustProxy: false,
  seed: 'none',
  jobsConcurrency: 0,
  logLevel: 'silent',
};

/** What an agent may be allowed; the last one is everything. */
const SETS: readonly (readonly Scope[])[] = [
  ['read'],
  ['read', 'write'],
  ['read', 'write', 'publish'],
  ['read', 'delete'],
  ['read', 'admin'],
  [...SCOPES],
];

/** Operations that are for people alone, whatever an agent is allowed. */
const FOR_PEOPLE = new Set(['tokens.issue', 'members.resetFactor', 'members.requireSecondFactor']);

describe('an agent of an admin', () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let app: ReturnType<typeof createApp>;
  let personId = '';
  let pieceId = '';
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:', { ports: new TestPorts() });
    await requireCurrentSchema(database, table.schema);
    app = createApp({ config: CONFIG, database, table, logger: pino({ level: 'silent' }), isStopping: () => false });
    await createUser({ database, email: 'ada@news.example', name: 'Ada', role: 'admin', baseUrl: CONFIG.baseUrl });
    const user = await new Users(database).find({ email: 'ada@news.example' });
    personId = user?.id ?? '';
    for (const scopes of SETS) {
      const name = scopes.join(' ');
      const values = { clientId: `https://agent.example/${tokens.size}`, kind: 'pinned', name, host: 'agent.example' } as const;
      const client = await new OAuthClients(database).add({ ...values, redirectUris: ['https://agent.example/'], grantTypes: [] });
      const [now, later] = [new Date().toISOString(), new Date(Date.now() + 3_600_000).toISOString()];
      const granted = {
        userId: user?.id ?? '',
        clientId: client.id,
        scopes: [...scopes],
        role: 'admin',
        // What people are asked about does not hide what the scopes permit.
        ask: 'never',
        approvedAt: now,
        expiresAt: later,
      } as const;
      const grant = await new OAuthGrants(database).add({ ...granted, scopes: [...scopes] });
      const { token, hash } = mintToken('agent');
      const resource = `${CONFIG.baseUrl}/api/mcp`;
      await new OAuthTokens(database).add({ grantId: grant.id, kind: 'access', hash, family: name, resource, expiresAt: later });
      tokens.set(name, token);
    }
    pieceId = (await new Contents(database).add({ title: 'Ours', type: 'article' } as never)).id;
  });
  afterAll(() => database.close());

  const headers = (token: string): Record<string, string> => ({
    Host: 'localhost:4000',
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  });

  function argumentsOf(operation: Operation): Record<string, unknown> {
    const inPath = operation.path.flatMap((segment) => (/^\{\w+\}$/.test(segment) ? [[segment.slice(1, -1), 'x']] : []));
    const key = operation.scope === 'item' ? { [operation.resource.definition.key]: 'nothing' } : {};
    return { ...Object.fromEntries(inPath), ...key };
  }

  async function call(operation: Operation, token: string): Promise<{ code: string; scope: readonly string[] }> {
    const body = JSON.stringify({ name: toolName(operation), arguments: argumentsOf(operation) });
    const response = await app.request('/api/mcp/call', { method: 'POST', headers: headers(token), body });
    const { isError, structuredContent } = (await response.json()) as {
      isError?: boolean;
      structuredContent: { code: string; scope?: string };
    };
    return { code: isError ? structuredContent.code : 'ok', scope: structuredContent.scope?.split(' ') ?? [] };
  }

  /** The answer to the same call of the person themselves. */
  async function callAsPerson(operation: Operation): Promise<string> {
    const made = makeCall({ caller: { kind: 'user', id: personId, name: 'Ada', tenantId: null, role: 'admin' } });
    const { isError, structuredContent } = await callTool(operation, argumentsOf(operation), made, {
      table,
      database,
      authenticate: () => made.caller,
    });
    return isError ? String(structuredContent['code']) : 'ok';
  }

  const tools = table.operations.filter(({ exposed }) => exposed.mcp);
  it.each(tools.map((operation) => [operation.id, operation] as const))(
    'uses %s with the scopes that it needs, and not without',
    async (id, operation) => {
      const asPerson = await callAsPerson(operation);
      const needed = [
        { read: 'read', write: 'write', destructive: 'delete' }[operation.effects],
        ...(operation.access === 'admin' ? ['admin'] : []),
      ] as Scope[];
      for (const scopes of SETS) {
        const answer = await call(operation, tokens.get(scopes.join(' ')) ?? '');
        const isAllowed = needed.every((scope) => includesScope(scopes, scope));
        if (!isAllowed && asPerson === 'forbidden') expect(['forbidden', 'insufficient_scope']).toContain(answer.code);
        else if (!isAllowed) {
          expect([scopes, answer.code]).toEqual([scopes, 'insufficient_scope']);
          expect(answer.scope).toEqual(expect.arrayContaining([...scopes, ...needed]));
        } else if (!FOR_PEOPLE.has(id) && answer.code !== 'insufficient_scope') expect([scopes, answer.code]).toEqual([scopes, asPerson]);
        // With everything, nothing is refused for the want of a scope.
        if (scopes.length === SCOPES.length) expect(answer.code).not.toBe('insufficient_scope');
      }
    },
  );

  it('reaches nothing but the MCP endpoint', async () => {
    const all = tokens.get(SCOPES.join(' ')) ?? '';
    for (const path of [
      '/api/v1/contents',
      `/api/v1/contents/${pieceId}`,
      '/api/contents',
      '/api/_resources',
      '/api/v1/jobs/events',
      '/api/v1/openapi.json/../contents',
      '/api/mcp/../v1/contents',
    ]) {
      const response = await app.request(path, { headers: headers(all) });
      expect([path, response.status, ((await response.json()) as { code: string }).code]).toEqual([path, 401, 'wrong_audience']);
    }
    for (const [method, path] of [
      ['POST', '/api/v1/contents'],
      ['DELETE', `/api/v1/contents/${pieceId}`],
    ] as const) {
      const response = await app.request(path, { method, headers: headers(all), body: '{}' });
      expect(((await response.json()) as { code: string }).code).toBe('wrong_audience');
    }
    expect((await app.request('/account', { headers: headers(all), redirect: 'manual' })).status).toBe(303);
  });

  it('is told over Streamable HTTP, in a challenge, which scopes it lacks; in a batch, as the result of a call', async () => {
    const read = tokens.get('read') ?? '';
    const message = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'article_create', arguments: { title: 'A', body: 'B' } },
    });
    const post = (body: unknown, token = read) =>
      app.request('/api/mcp', {
        method: 'POST',
        headers: { ...headers(token), 'MCP-Protocol-Version': '2025-03-26' },
        body: JSON.stringify(body),
      });
    const single = await post(message(1));
    expect(single.status).toBe(403);
    expect(single.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="read write", resource_metadata="http://localhost:4000/.well-known/oauth-protected-resource/api/mcp"',
    );
    const batch = await (await post([message(1), message(2)])).text();
    expect(batch.match(/insufficient_scope/g)?.length ?? 0).toBeGreaterThanOrEqual(2);
    const publishing = {
      ...message(1),
      params: { name: 'article_update', arguments: { id: pieceId, status: 'published', _expectedRev: 1 } },
    };
    const refused = await post(publishing, tokens.get('read write'));
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('scope="read write publish"') as string,
    ]);
    expect((await new Contents(database).require(pieceId)).status).toBe('draft');
    // Setting the date on which it is published is publishing.
    const scheduling = {
      ...message(1),
      params: { name: 'article_update', arguments: { id: pieceId, publishAt: '2099-01-01T00:00:00Z', _expectedRev: 1 } },
    };
    expect((await post(scheduling, tokens.get('read write'))).status).toBe(403);
    expect((await post(scheduling, tokens.get('read write publish'))).status).toBe(200);
  });

  it('without a token is asked to sign in, but not for what everybody may use', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const anonymous = { Host: 'localhost:4000', 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const asked = await app.request('/api/mcp', { method: 'POST', headers: anonymous, body });
    expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer scope="read", resource_metadata="http://localhost:4000/.well-known/oauth-protected-resource/api/mcp"',
    ]);
    const wrong = await app.request('/api/mcp', { method: 'POST', headers: { ...anonymous, Authorization: 'Bearer x' }, body });
    expect(wrong.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", resource_metadata="/);
    expect((await app.request('/api/mcp/x/public', { method: 'POST', headers: anonymous, body })).status).toBe(200);
    expect((await app.request('/api/mcp/tools', { headers: anonymous })).status).toBe(200);
  });
});

describe('the settings of agents', () => {
  const appWith = async (settings: NodeJS.ProcessEnv) => {
    const database = await openDatabase('sqlite::memory:', { ports: new TestPorts() });
    await requireCurrentSchema(database, table.schema);
    const config = { ...loadConfig({ NEWSROOM_SECRET: 'x'.repeat(32), ...settings }), logLevel: 'silent' } as const;
    wire(config, database);
    const app = createApp({ config, database, table, logger: pino({ level: 'silent' }), isStopping: () => false });
    const status = async (path: string, method = 'GET') =>
      (await app.request(path, { method, headers: { Host: 'localhost:4000' } })).status;
    return { status, close: () => database.close() };
  };

  it('switch them off, or limit them to those that are pinned, or that do not register themselves', async () => {
    const off = await appWith({ NEWSROOM_AGENTS: 'off' });
    expect([await off.status('/oauth/authorize'), await off.status('/.well-known/oauth-protected-resource')]).toEqual([404, 404]);
    expect([await off.status('/oauth/token', 'POST'), await off.status('/account/agents')]).toEqual([404, 404]);
    expect(await off.status('/.well-known/oauth-authorization-server')).toBe(200);
    await off.close();
    for (const settings of [{ NEWSROOM_AGENTS: 'pinned' }, { NEWSROOM_OAUTH_REGISTRATION: 'off' }]) {
      const limited = await appWith(settings);
      expect([await limited.status('/oauth/register', 'POST'), await limited.status('/oauth/token', 'POST')]).toEqual([404, 400]);
      await limited.close();
    }
    expect(() => loadConfig({ NEWSROOM_AGENTS: 'some' })).toThrow(/NEWSROOM_AGENTS must be any, pinned or off/);
  });
});

describe('the metadata document of an agent', () => {
  it.each([
    'https://127.0.0.1/client.json',
    'https://localhost/client.json',
    'https://[::1]/client.json',
    'https://10.0.0.1/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00::1]/client.json',
    'https://2130706433/client.json',
    'https://0x7f000001/client.json',
    'https://printer.local/client.json',
    'https://agent.example:22/client.json',
    'http://93.184.216.34:8080/client.json',
    'file:///etc/passwd',
  ])('is not fetched from %s', async (url) => {
    await expect(clientDocuments(CONFIG, VERSION)(url, undefined)).rejects.toMatchObject({ code: 'address_refused' });
  });

  it('never leads to a connection inward, however a person is sent here', async () => {
    let connections = 0;
    const inner = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((done) => inner.listen(0, '127.0.0.1', done));
    const { port } = inner.address() as AddressInfo;
    await expect(clientDocuments(CONFIG, VERSION)(`https://127.0.0.1:${port}/client.json`, undefined)).rejects.toThrow();
    await expect(clientDocuments(CONFIG, VERSION)(`https://localhost:${port}/client.json`, undefined)).rejects.toThrow();
    expect(connections).toBe(0);
    inner.close();
  });
});

it('answers nothing with 5xx, whatever is sent', async () => {
  const database = await openDatabase('sqlite::memory:', { ports: new TestPorts() });
  await requireCurrentSchema(database, table.schema);
  const errors: unknown[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  const app = createApp({ config: CONFIG, database, table, logger, isStopping: () => false });
  const words = [
    '',
    'code',
    'S256',
    'read',
    'c_x',
    'https://agent.example/',
    'javascript:alert(1)',
    '\u0000',
    '%',
    '\ud800',
    'x'.repeat(5000),
    '[]',
    '{}',
    'null',
  ];
  const names = [
    'response_type',
    'client_id',
    'redirect_uri',
    'state',
    'code_challenge',
    'code_challenge_method',
    'resource',
    'scope',
    'grant_type',
    'code',
    'code_verifier',
    'refresh_token',
    'token',
    'redirect_uris',
    'client_name',
    'grant_types',
  ];
  // The same sequence each time.
  let state = createHash('sha256').update('agents').digest();
  const draw = <T>(from: readonly T[]): T => {
    state = createHash('sha256').update(state).digest();
    return from[state.readUInt32BE(0) % from.length] as T;
  };
  for (let round = 0; round < 3000; round += 1) {
    const values = new URLSearchParams(Array.from({ length: draw([0, 1, 3, 6]) }, () => [draw(names), draw(words)]));
    const path = draw(['/oauth/authorize', '/oauth/token', '/oauth/revoke', '/oauth/register', '/account/agents']);
    const method = draw(['GET', 'POST', 'POST']);
    const json = JSON.stringify(Object.fromEntries([...values].map(([name, value]) => [name, draw([value, [value], null, 7, {}])])));
    const [type, body] = draw([
      ['application/x-www-form-urlencoded', values.toString()],
      ['application/json', json],
      ['text/plain', 'x'],
    ] as const);
    const url = `${path}${method === 'GET' ? `?${values}` : ''}`;
    const sent =
      method === 'GET' ? {} : { method, body, headers: { 'Content-Type': type, Host: 'localhost:4000', Origin: CONFIG.baseUrl } };
    const response = await app.request(url, sent);
    expect([url, body, response.status >= 500 ? await response.text() : 'ok']).toEqual([url, body, 'ok']);
  }
  expect(errors).toEqual([]);
  await database.close();
});
