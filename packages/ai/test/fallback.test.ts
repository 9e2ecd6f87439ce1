import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AIError,
  createSpendingLimit,
  getAI,
  RateLimitError,
  withFallback,
  type AIOptions,
  type FallbackOptions,
  type RequestEvent,
} from '../src/index.ts';
import { Circuit, orderOf } from '../src/fallback/circuit.ts';
import { budgetPrices } from './processes/shared-budget.ts';
import { collect } from './loopback/collect.ts';
import { LoopbackVendor, type Fault } from './loopback/server.ts';
import { ANSWER, openaiWire } from './loopback/wires.ts';

const ask = [{ role: 'user', content: 'Hello there' }] as const;
let one: LoopbackVendor;
let two: LoopbackVendor;
let requests: RequestEvent[];
beforeAll(async () => {
  one = await LoopbackVendor.start(openaiWire);
  two = await LoopbackVendor.start(openaiWire);
});
afterAll(async () => {
  await one.close();
  await two.close();
});
beforeEach(() => {
  one.reset();
  two.reset();
  requests = [];
});
const client = (vendor: LoopbackVendor, options: AIOptions = {}) =>
  getAI({ type: 'openai', apiKey: 'k', baseUrl: vendor.url, onRequest: (event) => void requests.push(event), ...options }, {});
const chain = async (options: FallbackOptions) => withFallback([await client(one), await client(two)], options);
const silent: Fault = { kind: 'silent' };

describe('a deadline for each provider', () => {
  it('passes a call on that the first does not answer in time, within the deadline of the chain', async () => {
    one.fault = silent;
    const ai = withFallback([{ provider: await client(one), timeout: 50 }, await client(two)]);
    expect((await ai.chat(ask)).content).toBe(ANSWER);
    expect((await ai.embed('x')).embeddings).toHaveLength(1);
    two.fault = silent;
    await expect((await chain({ targetTimeout: 50 })).chat(ask)).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    await expect(ai.chat(ask, { timeout: 20 })).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
  });

  it('of its own takes precedence', async () => {
    one.fault = silent;
    const ai = withFallback([{ provider: await client(one), timeout: 40 }, await client(two)], { targetTimeout: 60_000 });
    expect((await ai.chat(ask)).content).toBe(ANSWER);
  });

  it('of a stream ends with its first event', async () => {
    one.fault = silent;
    const ai = withFallback([{ provider: await client(one), timeout: 50 }, await client(two)]);
    expect((await collect(ai.stream(ask))).join('')).toBe(ANSWER);
    await expect.poll(() => one.requests.every(({ abandoned }) => abandoned)).toBe(true);
    one.reset();
    // Each piece takes longer than the whole deadline of a provider.
    one.fault = { kind: 'slow-drip' };
    const events = ai.stream(ask, { timeout: 400 }).events();
    expect((await events.next()).done).toBe(false);
    await events.return?.();
  });
});

describe('hedging', () => {
  it('asks the next provider after the delay, takes the first answer and aborts the other request', async () => {
    one.fault = silent;
    const spending = createSpendingLimit({ maxCost: 100, prices: budgetPrices });
    const ai = withFallback([await client(one, { spending }), await client(two, { spending })], { hedgeAfter: 20 });
    expect((await ai.chat(ask, { maxTokens: 100 })).content).toBe(ANSWER);
    await expect.poll(() => one.requests.map(({ abandoned }) => abandoned)).toEqual([true]);
    await expect.poll(() => requests.map(({ status }) => status).toSorted()).toEqual(['aborted', 'succeeded']);
    // What the aborted request costs is not known.
    await expect.poll(async () => (await spending.status()).reserved).toBe(0);
    expect((await spending.status()).spent).toBeGreaterThan(0.1);
    expect(await ai.message('x')).toBe(ANSWER);
    expect((await ai.embed('x')).embeddings).toHaveLength(1);
  });

  it('sends one request if the first answers in time, and does not wait for the delay after a failure', async () => {
    const ai = await chain({ hedgeAfter: 60_000 });
    await ai.chat(ask);
    expect([one.requests.length, two.requests.length]).toEqual([1, 0]);
    one.fault = { kind: 'status', status: 503 };
    expect((await ai.chat(ask)).content).toBe(ANSWER);
    expect(two.requests).toHaveLength(1);
  });

  it('fails if all fail, is aborted with the call, and stops at an error that no other provider would answer', async () => {
    one.fault = silent;
    two.fault = { kind: 'status', status: 500 };
    const ai = await chain({ hedgeAfter: 10, targetTimeout: 80 });
    await expect(ai.chat(ask)).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    const controller = new AbortController();
    const pending = ai.chat(ask, { signal: controller.signal });
    setTimeout(() => controller.abort(), 30);
    await expect(pending).rejects.toMatchObject({ code: 'AI_ABORTED' });
    two.fault = { kind: 'status', status: 400, json: { error: { code: 'content_filter' } } };
    await expect(ai.chat(ask)).rejects.toBeInstanceOf(AIError);
  });
});

describe('a circuit', () => {
  it('leaves out a provider that fails in a row, and tries it once after the cool-down', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      one.fault = { kind: 'status', status: 503 };
      const ai = await chain({ circuit: { failures: 2, cooldownMs: 10_000 } });
      for (let call = 0; call < 4; call += 1) expect((await ai.chat(ask)).content).toBe(ANSWER);
      expect(one.requests).toHaveLength(2);
      expect((await collect(ai.stream(ask))).join('')).toBe(ANSWER);
      expect(one.requests).toHaveLength(2);
      vi.setSystemTime(Date.now() + 10_000);
      await ai.chat(ask);
      await ai.chat(ask);
      expect(one.requests).toHaveLength(3);
      vi.setSystemTime(Date.now() + 10_000);
      one.fault = undefined;
      await ai.chat(ask);
      await collect(ai.stream(ask));
      expect(one.requests).toHaveLength(5);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is open as long as a rate limit asks for, at most five minutes', () => {
    const circuit = new Circuit({ failures: 5, cooldownMs: 1000 });
    circuit.fail(new RateLimitError('slow', { retryAfter: 20 }), 0);
    expect(circuit.freeAt(0)).toBe(20_000);
    circuit.succeed();
    expect(circuit.freeAt(0)).toBe(0);
    circuit.fail(new RateLimitError('slow', { retryAfter: 86_400 }), 0);
    expect(circuit.freeAt(0)).toBe(300_000);
  });

  it('lets one call try after the cool-down, and opens again if that fails', () => {
    const circuit = new Circuit({ failures: 2, cooldownMs: 1000 });
    const failure = new AIError('no', { code: 'API_ERROR', retryable: true });
    circuit.fail(failure, 0);
    expect(orderOf([circuit, undefined], 0)).toEqual([0, 1]);
    circuit.fail(failure, 0);
    expect(orderOf([circuit, undefined], 999)).toEqual([1]);
    expect(orderOf([circuit, undefined], 1000)).toEqual([0, 1]);
    circuit.begin();
    expect(orderOf([circuit, undefined], 1000)).toEqual([1]);
    circuit.fail(failure, 1000);
    expect(orderOf([circuit, undefined], 1999)).toEqual([1]);
    circuit.begin();
    circuit.release();
    expect(orderOf([circuit, undefined], 2000)).toEqual([0, 1]);
    circuit.fail(new AIError('no', { code: 'MODEL_NOT_FOUND' }), 2000);
    expect(orderOf([circuit, undefined], 2000)).toEqual([0, 1]);
  });

  it('of all providers being open, the one that is free first is asked nevertheless', () => {
    const open = (until: number): Circuit => {
      const circuit = new Circuit({ failures: 1, cooldownMs: until });
      circuit.fail(new AIError('no', { code: 'API_ERROR', retryable: true }), 0);
      return circuit;
    };
    expect(orderOf([open(500), open(200)], 100)).toEqual([1]);
  });
});

it('unknown and invalid options of a chain are rejected', async () => {
  const ai = await client(one);
  expect(() => withFallback([ai], { hedgeafter: 5 } as never)).toThrow(
    expect.objectContaining({ message: expect.stringContaining('hedgeAfter') }),
  );
  expect(() => withFallback([ai], { circuit: { failure: 5 } as never })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  for (const options of [{ hedgeAfter: 0 }, { targetTimeout: Number.NaN }, { circuit: { cooldownMs: -1 } }]) {
    expect(() => withFallback([ai], options)).toThrow(expect.objectContaining({ code: 'AI_LIMIT_INVALID' }));
  }
});
