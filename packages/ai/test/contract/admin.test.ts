import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getAI, type AIOptions, type RequestEvent } from '../../src/index.ts';
import { LoopbackVendor, type Wire } from '../loopback/server.ts';
import { ANSWER, openaiWire } from '../loopback/wires.ts';

const MADE_KEY = 'sk-made-virtual-key-000';
const PASSWORD = 'pässwörd-ключ';
const budget = { maxLimit: 25, resetDuration: '1M' };
const keyOptions = {
  name: 'desk',
  providerConfigs: [{ provider: 'openai', weight: 1, allowedModels: ['chat-one'] }],
  keyIds: ['*'],
  budget,
  rateLimit: { tokenMaxLimit: 60_000, tokenResetDuration: '1h', requestMaxLimit: 100, requestResetDuration: '1m' },
};

const wire: Wire = (request) => {
  if (request.path === '/team/new') return { json: { team_id: request.json['team_id'], team_alias: request.json['team_alias'] } };
  if (request.path === '/key/generate') return { json: { key: MADE_KEY, key_name: 'sk-...000', token_id: 'tok-1' } };
  if (request.path === '/api/governance/teams') return { json: { message: 'ok', team: { id: 'team-9', name: request.json['name'] } } };
  if (request.path === '/api/governance/virtual-keys') return { json: { virtual_key: { id: 'vk-1', name: 'desk', value: MADE_KEY } } };
  return openaiWire(request);
};

describe('administration of the gateways', () => {
  let vendor: LoopbackVendor;
  const requests: RequestEvent[] = [];
  const onRequest = (event: RequestEvent): void => void requests.push(event);
  const proxy = (options: Omit<AIOptions, 'type'> = {}) =>
    getAI({ type: 'gateway-proxy', baseUrl: `${vendor.url}/v1`, adminPassword: 'sk-master-key-1234', onRequest, ...options }, {});
  const governance = (options: Omit<AIOptions, 'type'> = {}) =>
    getAI({ type: 'gateway-governance', baseUrl: vendor.url, adminUser: 'admin', adminPassword: PASSWORD, onRequest, ...options }, {});

  beforeAll(async () => {
    vendor = await LoopbackVendor.start(wire);
  });
  afterAll(() => vendor.close());
  beforeEach(() => {
    vendor.reset();
    requests.length = 0;
  });

  it('creates a project and a key on a proxy gateway, in its own units, and the key works', async () => {
    const { admin } = await proxy();
    const project = await admin.createProject({ name: 'Morning Desk', tenantId: 'Harbour News', budget });
    expect(project).toEqual({ id: 'harbour-news--morning-desk', name: 'Morning Desk' });
    expect(vendor.requests[0]?.json).toEqual({
      team_id: 'harbour-news--morning-desk',
      team_alias: 'Morning Desk',
      metadata: { tenant_id: 'Harbour News' },
      max_budget: 25,
      budget_duration: '1mo',
    });
    const made = await admin.createVirtualKey({ ...keyOptions, projectId: project.id });
    expect(made).toEqual({ key: MADE_KEY, id: 'tok-1' });
    expect(vendor.requests[1]?.headers.authorization).toBe('Bearer sk-master-key-1234');
    expect(vendor.requests[1]?.json).toEqual({
      key_alias: 'desk',
      team_id: project.id,
      models: ['chat-one'],
      max_budget: 25,
      budget_duration: '1mo',
      tpm_limit: 1000,
      rpm_limit: 100,
    });
    const user = await getAI({ type: 'gateway-proxy', baseUrl: vendor.url, apiKey: made.key }, {});
    const answer = await user.chat([{ role: 'user', content: 'Hello' }]);
    expect(answer.content).toBe(ANSWER);
    expect(answer.usage?.cost).toBe(0.0021);
    expect(vendor.requests.at(-1)?.headers.authorization).toBe(`Bearer ${MADE_KEY}`);
    expect(vendor.requests.at(-1)?.json['model']).toBe('chat-one');
  });

  it('creates them on a governance gateway, in its own format and with a password in any script', async () => {
    const { admin } = await governance();
    expect(await admin.createProject({ name: 'Desk', tenantId: 'cust-1', budget })).toEqual({ id: 'team-9', name: 'Desk' });
    const pair = Buffer.from(vendor.requests[0]!.headers.authorization!.replace('Basic ', ''), 'base64').toString('utf8');
    expect(pair).toBe(`admin:${PASSWORD}`);
    expect(vendor.requests[0]?.json).toEqual({ name: 'Desk', customer_id: 'cust-1', budget: { max_limit: 25, reset_duration: '1M' } });
    expect(await admin.createVirtualKey({ ...keyOptions, projectId: 'team-9' })).toEqual({ key: MADE_KEY, id: 'vk-1', name: 'desk' });
    expect(vendor.requests[1]?.json).toEqual({
      name: 'desk',
      team_id: 'team-9',
      is_active: true,
      provider_configs: [{ provider: 'openai', weight: 1, allowed_models: ['chat-one'], key_ids: ['*'] }],
      budgets: [{ max_limit: 25, reset_duration: '1M' }],
      rate_limit: { token_max_limit: 60_000, token_reset_duration: '1h', request_max_limit: 100, request_reset_duration: '1m' },
    });
  });

  it('uses adminUrl if given, else the root of baseUrl', async () => {
    const other = await LoopbackVendor.start(wire);
    await (await proxy({ adminUrl: other.url })).admin.createProject({ name: 'a', tenantId: 'b' });
    await (await governance({ adminUrl: other.url, baseUrl: `${vendor.url}/openai/v1` })).admin.createProject({ name: 'a', tenantId: 'b' });
    expect(other.requests.map((request) => request.path)).toEqual(['/team/new', '/api/governance/teams']);
    expect(vendor.requests).toHaveLength(0);
    await other.close();
  });

  it.each([
    [{ budget: { maxLimit: 1, resetDuration: '1 month' } }, 'budget.resetDuration'],
    [{ budget: { maxLimit: -1, resetDuration: '1d' } }, 'budget.maxLimit'],
    [{ name: '' }, 'name'],
    [{ rateLimit: { tokenMaxLimit: 5 } }, 'rateLimit.tokenResetDuration'],
    [{ rateLimit: { requestMaxLimit: 5, requestResetDuration: '1d' } }, 'rateLimit.requestMaxLimit'],
    [{ keyIds: ['one-key'] }, 'keyIds'],
    [
      {
        providerConfigs: [
          { provider: 'a', weight: 1 },
          { provider: 'b', weight: 2 },
        ],
      },
      'weight',
    ],
  ])('rejects %j before anything is sent', async (wrong, field) => {
    const { admin } = await proxy();
    await expect(admin.createVirtualKey({ ...keyOptions, projectId: 'p', ...wrong })).rejects.toThrow(field);
    expect(vendor.requests).toHaveLength(0);
    expect(requests).toMatchObject([{ operation: 'admin.createVirtualKey', status: 'rejected' }]);
  });

  it('never retries a creation, distinguishes failures and keeps secrets out of them', async () => {
    for (const [make, password] of [
      [proxy, 'sk-master-key-1234'],
      [governance, PASSWORD],
    ] as const) {
      const { admin } = await make({ maxRetries: 3 });
      for (const [status, code] of [
        [401, 'AUTH_ERROR'],
        [403, 'FORBIDDEN'],
        [429, 'RATE_LIMIT'],
        [500, 'API_ERROR'],
        [404, 'NOT_FOUND'],
      ] as const) {
        vendor.reset();
        vendor.fault = { kind: 'status', status, json: { error: { message: `no: ${password} ${MADE_KEY}` } } };
        const error = await admin.createVirtualKey({ ...keyOptions, projectId: 'p' }).catch((caught: unknown) => caught);
        expect(error).toMatchObject({ code });
        expect((error as Error).stack).not.toMatch(/sk-master|пässw|ключ|sk-made/);
        expect(vendor.requests).toHaveLength(1);
      }
    }
    expect(JSON.stringify(requests)).not.toMatch(/sk-master|ключ|sk-made/);
  });

  it('fails if the gateway’s response contains no key', async () => {
    vendor.wire = () => ({ json: { ok: true } });
    await expect((await proxy()).admin.createVirtualKey({ ...keyOptions, projectId: 'p' })).rejects.toMatchObject({
      code: 'ADMIN_INVALID_RESPONSE',
    });
    await expect((await governance()).admin.createProject({ name: 'a', tenantId: 'b' })).rejects.toMatchObject({
      code: 'ADMIN_INVALID_RESPONSE',
    });
    vendor.wire = wire;
  });

  it('formats durations for each gateway', async () => {
    const { admin } = await proxy();
    for (const [given, sent] of [
      ['30s', '30s'],
      ['5m', '5m'],
      ['1h', '1h'],
      ['1d', '1d'],
      ['2w', '14d'],
      ['1M', '1mo'],
      ['1Y', '12mo'],
    ]) {
      await admin.createProject({ name: 'a', tenantId: 'b', budget: { maxLimit: 1, resetDuration: given! } });
      expect(vendor.requests.at(-1)?.json['budget_duration']).toBe(sent);
    }
  });
});
