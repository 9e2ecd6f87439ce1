import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSpendingLimit, getAI, withFallback, type AIOptions, type BackgroundHandle } from '../src/index.ts';
import { LoopbackVendor, type Wire } from './loopback/server.ts';

const ask = [{ role: 'user', content: 'Write a long report.' }] as const;
const head = { id: 'resp_1', object: 'response', created_at: 1_780_000_000, model: 'gpt-6-luna-2026' };
const text = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: '{"title":"Quay"}', annotations: [] }],
};
const usage = { input_tokens: 11, output_tokens: 7, total_tokens: 18 };

let vendor: LoopbackVendor;
/** The status of the answer, as the vendor tells it. */
let status = 'queued';
const wire: Wire = ({ method, path }) => {
  if (path.endsWith('/cancel')) return { json: { ...head, status: 'cancelled', output: [] } };
  if (method === 'POST') return { json: { ...head, status: 'queued', output: [], usage: null } };
  const isDone = status === 'completed' || status === 'incomplete';
  const details = status === 'incomplete' ? { incomplete_details: { reason: 'max_output_tokens' } } : {};
  return { json: { ...head, status, ...details, output: isDone ? [text] : [], usage: isDone ? usage : null } };
};
beforeAll(async () => {
  vendor = await LoopbackVendor.start(wire);
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  vendor.wire = wire;
  status = 'queued';
});
const client = (options: AIOptions = {}) =>
  getAI({ type: 'openai', apiKey: 'background-secret-key', baseUrl: `${vendor.url}/v1`, ...options }, {});

describe('an answer in the background', () => {
  it('is submitted with the ceilings of the client, and is kept by the vendor unless the caller says otherwise', async () => {
    const ai = await client({ generationLimits: { maxOutputTokens: 900 } });
    const handle = await ai.submitBackground(ask, { reasoning: { effort: 'low' }, providerOptions: { openai: { service_tier: 'flex' } } });
    expect(handle).toMatchObject({ responseId: 'resp_1', provider: 'general-hosted', model: 'gpt-6-luna' });
    expect(vendor.requests.map(({ path, json }) => [path, json])).toMatchObject([
      ['/v1/responses', { background: true, store: true, max_output_tokens: 900, reasoning: { effort: 'low' }, service_tier: 'flex' }],
    ]);
    await ai.submitBackground(ask, { providerOptions: { openai: { store: false } } });
    expect(vendor.requests.at(-1)?.json).toMatchObject({ background: true, store: false });
    await expect(ai.submitBackground(ask, { maxTokens: 1000 })).rejects.toMatchObject({ code: 'AI_LIMIT_EXCEEDED' });
    await expect(ai.submitBackground(ask, { maxTokens: 10, maxToken: 5 } as object)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(vendor.requests).toHaveLength(2);
  });

  it('is fetched by its handle in another process, with its usage and its object', async () => {
    const stored = JSON.stringify(await (await client()).submitBackground(ask));
    const used: unknown[] = [];
    const later = await client({ onUsage: ({ operation, usage: counted }) => used.push([operation, counted?.totalTokens]) });
    const handle = JSON.parse(stored) as BackgroundHandle;
    for (const [told, read] of [
      ['queued', 'queued'],
      ['in_progress', 'running'],
      ['reticulating', 'running'],
    ]) {
      status = told ?? '';
      expect(await later.getBackground(handle)).toEqual({ status: read, rawStatus: told });
      await expect(later.fetchBackground(handle)).rejects.toMatchObject({ code: 'BACKGROUND_NOT_READY', retryable: true });
    }
    expect(used).toEqual([]);
    status = 'completed';
    const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
    const answer = await later.fetchBackground(handle, { responseFormat: { type: 'json_schema', schema } });
    expect(answer).toMatchObject({
      object: { title: 'Quay' },
      model: 'gpt-6-luna-2026',
      finishReason: 'stop',
      usage: { promptTokens: 11, completionTokens: 7 },
    });
    expect(used).toEqual([['fetchBackground', 18]]);
    expect(vendor.requests.at(-1)).toMatchObject({ method: 'GET', path: '/v1/responses/resp_1' });
    status = 'incomplete';
    expect((await later.fetchBackground(handle)).finishReason).toBe('length');
  });

  it('that failed or was cancelled is an error, and can be cancelled', async () => {
    const ai = await client();
    const handle = await ai.submitBackground(ask);
    for (const told of ['failed', 'cancelled']) {
      status = told;
      await expect(ai.fetchBackground(handle)).rejects.toMatchObject({ code: 'BACKGROUND_FAILED', retryable: false });
    }
    await ai.cancelBackground(handle);
    expect(vendor.requests.at(-1)).toMatchObject({ method: 'POST', path: '/v1/responses/resp_1/cancel' });
  });

  it('is never submitted twice, and its failure says so', async () => {
    vendor.fault = { kind: 'status', status: 503 };
    await expect((await client({ maxRetries: 3 })).submitBackground(ask)).rejects.toMatchObject({
      code: 'API_ERROR',
      retryable: false,
      message: expect.stringContaining('may have been accepted') as unknown,
    });
    expect(vendor.requests).toHaveLength(1);
    vendor.reset();
    vendor.wire = () => ({ json: { status: 'queued' } });
    await expect((await client()).submitBackground(ask)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });

  it('counts as its whole reservation under a spending limit', async () => {
    const spending = createSpendingLimit({ maxCost: 0.02, prices: { 'gpt-6-luna': { inputPerMillion: 1, outputPerMillion: 10 } } });
    const ai = await client({ spending });
    await ai.submitBackground(ask, { maxTokens: 1000 });
    const { spent, reserved } = await spending.status();
    expect([spent > 0.01, reserved]).toEqual([true, 0]);
    await expect(ai.submitBackground(ask, { maxTokens: 1000 })).rejects.toMatchObject({ code: 'SPENDING_LIMIT_EXCEEDED' });
    expect(vendor.requests).toHaveLength(1);
  });

  it('belongs to one vendor: others refuse it, and a chain asks its own', async () => {
    const ai = await client();
    const handle = await ai.submitBackground(ask);
    const claude = await getAI({ type: 'anthropic', apiKey: 'test-key', baseUrl: vendor.url }, {});
    expect([ai.getCapabilities().background, claude.getCapabilities().background]).toEqual([true, false]);
    await expect(claude.submitBackground(ask)).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED' });
    const chain = withFallback([claude, ai]);
    status = 'completed';
    expect((await chain.fetchBackground(handle)).content).toBe('{"title":"Quay"}');
    for (const wrong of [
      { ...handle, provider: 'azure' },
      { ...handle, responseId: '../files/x' },
      { ...handle, responseId: 7 },
      undefined,
    ]) {
      await expect(ai.getBackground(wrong as BackgroundHandle)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
  });
});

it('the fields of the caller reach the Responses API of a call with server tools too', async () => {
  status = 'completed';
  vendor.wire = () => ({ json: { ...head, status: 'completed', output: [text], usage } });
  await (await client()).chat(ask, { serverTools: [{ type: 'web_search' }], providerOptions: { openai: { serviceTier: 'flex' } } });
  expect(vendor.requests[0]?.json).toMatchObject({ service_tier: 'flex', store: false, tools: [{ type: 'web_search' }] });
  expect(vendor.requests[0]?.json).not.toHaveProperty('reasoning_effort');
});
