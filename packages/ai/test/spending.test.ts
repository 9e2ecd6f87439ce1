import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSpendingLimit, getAI, type AIOptions, type RequestEvent, type SpendingStore } from '../src/index.ts';
import { collect } from './loopback/collect.ts';
import { always } from './loopback/event-stream.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { anthropicWire, openaiWire, PNG } from './loopback/wires.ts';

const ask = [{ role: 'user', content: 'Hello there' }] as const;
/** A dollar for a thousand tokens, for simple figures. */
const prices = {
  'gpt-6-luna': { inputPerMillion: 1000, outputPerMillion: 1000 },
  'claude-haiku-5-5': { inputPerMillion: 1000, outputPerMillion: 1000 },
  'text-embedding-3-small': { inputPerMillion: 1000, outputPerMillion: 0 },
  'gpt-image-2': { inputPerMillion: 0, outputPerMillion: 0, perImage: 0.25 },
};
let vendor: LoopbackVendor;
beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  vendor.wire = openaiWire;
});
const openai = (options: AIOptions = {}) => getAI({ type: 'openai', apiKey: 'test-key', baseUrl: vendor.url, ...options }, {});

describe('a spending limit', () => {
  it('counts the actual cost of calls, across clients and kinds that share it', async () => {
    const spending = createSpendingLimit({ maxCost: 10, prices });
    const one = await openai({ spending });
    const two = await getAI({ type: 'anthropic', apiKey: 'test-key', baseUrl: vendor.url, spending }, {});
    await one.chat(ask, { maxTokens: 100 });
    expect(await spending.status()).toMatchObject({ maxCost: 10, spent: 0.018, reserved: 0, remaining: 9.982 });
    vendor.wire = anthropicWire;
    await collect(two.stream(ask, { maxTokens: 100 }));
    vendor.wire = openaiWire;
    await one.embed('x');
    await one.generateImage('A boat.');
    expect((await spending.status()).spent).toBeCloseTo(0.018 + 0.018 + 0.004 + 0.25);
    expect((await spending.status()).pricesAgeDays).toBeTypeOf('number');
  });

  it('rejects calls that could exceed it before anything is sent, at the cost of the full ceiling', async () => {
    const events: RequestEvent[] = [];
    const spending = createSpendingLimit({ maxCost: 1, prices });
    const ai = await openai({ spending, onRequest: (event) => void events.push(event) });
    await expect(ai.chat(ask)).rejects.toMatchObject({ code: 'SPENDING_LIMIT_EXCEEDED', retryable: false });
    await expect(ai.stream(ask).next()).rejects.toMatchObject({ code: 'SPENDING_LIMIT_EXCEEDED' });
    await expect(ai.embed('x'.repeat(1001))).rejects.toMatchObject({ code: 'SPENDING_LIMIT_EXCEEDED' });
    const large = PNG.slice();
    new DataView(large.buffer).setUint32(16, 4000);
    new DataView(large.buffer).setUint32(20, 3000);
    await expect(ai.describeImage(large)).rejects.toMatchObject({ code: 'SPENDING_LIMIT_EXCEEDED' });
    expect(vendor.requests).toHaveLength(0);
    expect(events.every((event) => event.status === 'rejected' && event.attempts === 0)).toBe(true);
    await ai.chat(ask, { maxTokens: 500 });
    expect(vendor.requests).toHaveLength(1);
  });

  it('allows only as many concurrent calls as fit', async () => {
    const spending = createSpendingLimit({ maxCost: 1, prices });
    const ai = await openai({ spending });
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => ai.chat(ask, { maxTokens: 300 })));
    const passed = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(passed).toBe(vendor.requests.length);
    expect(passed).toBeGreaterThanOrEqual(2);
    expect(passed).toBeLessThan(5);
    expect(await spending.status()).toMatchObject({ reserved: 0 });
  });

  it('refuses a model without a price, and never uses another model’s', async () => {
    const spending = createSpendingLimit({ maxCost: 1000, prices });
    const ai = await openai({ spending });
    for (const attempt of [
      () => ai.chat(ask, { model: 'gpt-unheard-of' }),
      () => ai.embed('x', { model: 'other' }),
      () => ai.generateImage('x', { model: 'gpt-6-luna' }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'PRICE_UNKNOWN', message: expect.stringContaining('prices') });
    }
    const video = await getAI({ type: 'video-task-a', apiKey: 'test-key', baseUrl: vendor.url, spending }, {});
    await expect(video.submitVideoGenerationJob({ prompt: 'x', durationSeconds: 5 })).rejects.toMatchObject({ code: 'PRICE_UNKNOWN' });
    const speech = await getAI({ type: 'speech-local', endpoint: vendor.url, spending }, {});
    await expect(speech.synthesizeSpeech('x')).rejects.toMatchObject({ code: 'PRICE_UNKNOWN' });
    expect(vendor.requests).toHaveLength(0);
  });

  it('releases the reservation of a refused call, and keeps that of an unknown cost', async () => {
    const spending = createSpendingLimit({ maxCost: 10, prices });
    const ai = await openai({ spending });
    vendor.fault = { kind: 'status', status: 429 };
    await expect(ai.chat(ask, { maxTokens: 100 })).rejects.toMatchObject({ code: 'RATE_LIMIT' });
    await expect(ai.chat(ask, { maxTokens: 100, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'AI_ABORTED' });
    expect(await spending.status()).toMatchObject({ spent: 0, reserved: 0 });
    vendor.fault = { kind: 'silent' };
    await expect(ai.chat(ask, { maxTokens: 100, timeout: 40 })).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    const afterTimeout = (await spending.status()).spent;
    expect(afterTimeout).toBeGreaterThanOrEqual(0.1);
    vendor.reset();
    const stream = ai.stream(ask, { maxTokens: 100 });
    await stream.next();
    await stream.return?.();
    await expect.poll(async () => (await spending.status()).reserved).toBe(0);
    expect((await spending.status()).spent).toBeGreaterThanOrEqual(afterTimeout + 0.1);
    vendor.wire = always({ json: { model: 'gpt-6-luna', choices: [{ message: { content: 'x' }, finish_reason: 'stop' }] } });
    await ai.chat(ask, { maxTokens: 100 });
    expect((await spending.status()).spent).toBeGreaterThanOrEqual(afterTimeout + 0.2);
  });

  it('counts each attempt of a retried call', async () => {
    const spending = createSpendingLimit({ maxCost: 10, prices });
    const ai = await openai({ spending, maxRetries: 1 });
    vendor.fault = { kind: 'status', status: 500, headers: { 'retry-after-ms': '5' } };
    vendor.faultsLeft = 1;
    await ai.chat(ask, { maxTokens: 100 });
    expect(await spending.status()).toMatchObject({ spent: 0.018, reserved: 0 });
  });

  it('uses the store of the caller, by month if configured, and rejects calls if the store fails', async () => {
    const rows = new Map<string, number>();
    const held = new Map<string, number>();
    const store: SpendingStore = {
      reserve: async (key, { id, amount }, ceiling) => {
        if ((rows.get(key) ?? 0) + amount > ceiling) return false;
        held.set(id, amount);
        rows.set(key, (rows.get(key) ?? 0) + amount);
        return true;
      },
      settle: async (key, id, spent) => void rows.set(key, (rows.get(key) ?? 0) - (held.get(id) ?? 0) + spent),
      read: async (key) => ({ spent: rows.get(key) ?? 0, reserved: 0 }),
    };
    let month = '2026-11';
    const limit = () => createSpendingLimit({ maxCost: 1, prices, store, key: () => month });
    await (await openai({ spending: limit() })).chat(ask, { maxTokens: 900 });
    await expect((await openai({ spending: limit() })).chat(ask, { maxTokens: 950 })).rejects.toMatchObject({
      code: 'SPENDING_LIMIT_EXCEEDED',
    });
    month = '2026-12';
    await (await openai({ spending: limit() })).chat(ask, { maxTokens: 900 });
    expect([...rows]).toEqual([
      ['2026-11', 18_000],
      ['2026-12', 18_000],
    ]);
    const broken = { ...store, reserve: () => Promise.reject(new Error('the database is away')) };
    const ai = await openai({ spending: createSpendingLimit({ maxCost: 1, prices, store: broken }) });
    vendor.reset();
    await expect(ai.chat(ask, { maxTokens: 1 })).rejects.toMatchObject({ code: 'SPENDING_STORE_FAILED', retryable: true });
    expect(vendor.requests).toHaveLength(0);
  });

  it('is rejected if invalid', async () => {
    expect(() => createSpendingLimit({ maxCost: Number.NaN })).toThrow(expect.objectContaining({ code: 'AI_LIMIT_INVALID' }));
    await expect(openai({ spending: { maxCost: 5 } as never })).rejects.toMatchObject({ code: 'NOT_CONFIGURED' });
  });
});
