import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createMemorySpendingStore,
  createSpendingLimit,
  getAI,
  type AIOptions,
  type SpendingStore,
  type UsageEvent,
} from '../src/index.ts';
import { collect } from './loopback/collect.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { openaiWire } from './loopback/wires.ts';

const ask = [{ role: 'user', content: 'Hello there' }] as const;
const prices = { 'gpt-6-luna': { inputPerMillion: 1000, outputPerMillion: 1000 } };
const never = (): Promise<never> => new Promise(() => undefined);
let vendor: LoopbackVendor;
let events: UsageEvent[];
beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  events = [];
});
const client = (options: AIOptions) =>
  getAI({ type: 'openai', apiKey: 'test-key', baseUrl: vendor.url, onUsage: (event) => void events.push(event), ...options }, {});

describe('a store that hangs', () => {
  it('before a call: deadlines and aborts hold, and nothing is sent', async () => {
    const hanging: SpendingStore = { reserve: never, settle: () => undefined, read: never };
    const spending = createSpendingLimit({ maxCost: 10, prices, store: hanging, storeTimeout: 60_000 });
    const ai = await client({ spending });
    await expect(ai.chat(ask, { timeout: 30 })).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    await expect(collect(ai.stream(ask, { timeout: 30 }))).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    await expect(ai.chat(ask, { signal: controller.signal })).rejects.toMatchObject({ code: 'AI_ABORTED' });
    const impatient = createSpendingLimit({ maxCost: 10, prices, store: hanging, storeTimeout: 20 });
    await expect((await client({ spending: impatient })).chat(ask)).rejects.toMatchObject({
      code: 'SPENDING_STORE_FAILED',
      retryable: true,
    });
    await expect(impatient.status()).rejects.toMatchObject({ code: 'SPENDING_STORE_FAILED' });
    expect(vendor.requests).toHaveLength(0);
  });

  it('and reserves after nobody waits any more: the reservation is given back', async () => {
    const memory = createMemorySpendingStore();
    const { promise, resolve } = Promise.withResolvers<void>();
    const late: SpendingStore = { ...memory, reserve: (...reservation) => promise.then(() => memory.reserve(...reservation)) };
    const spending = createSpendingLimit({ maxCost: 10, prices, store: late });
    const ai = await client({ spending });
    await expect(ai.chat(ask, { timeout: 20 })).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    resolve();
    await expect.poll(async () => memory.read('default', Date.now())).toEqual({ spent: 0, reserved: 0 });
  });

  it('after an answer: the answer is not delayed, and the reservation stays until it is settled', async () => {
    const memory = createMemorySpendingStore();
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow: SpendingStore = { ...memory, settle: (...settlement) => promise.then(() => memory.settle(...settlement)) };
    const spending = createSpendingLimit({ maxCost: 10, prices, store: slow, storeTimeout: 60_000 });
    const ai = await client({ spending });
    // Both would wait forever for a settlement that is awaited.
    await ai.chat(ask, { maxTokens: 100 });
    await collect(ai.stream(ask, { maxTokens: 100 }));
    expect(events.map(({ settlement }) => settlement)).toEqual(['pending', 'pending']);
    const { spent, reserved } = await memory.read('default', Date.now());
    expect(spent).toBe(0);
    expect(reserved).toBeGreaterThan(200_000);
    resolve();
    await spending.flush();
    expect(await spending.status()).toMatchObject({ spent: 0.036, reserved: 0 });
  });
});

describe('a store that fails after an answer', () => {
  it('is asked again in the background, and settles once', async () => {
    const memory = createMemorySpendingStore();
    let failures = 2;
    const settle = vi.fn((key: string, id: string, spent: number) => {
      // It recorded the cost, but its answer was lost.
      void memory.settle(key, id, spent);
      failures -= 1;
      if (failures >= 0) throw new Error('the connection was lost');
    });
    const spending = createSpendingLimit({ maxCost: 10, prices, store: { ...memory, settle } });
    await (await client({ spending })).chat(ask, { maxTokens: 100 });
    await expect.poll(() => settle.mock.calls.length, { timeout: 10_000 }).toBe(3);
    expect(await spending.status()).toMatchObject({ spent: 0.018, reserved: 0 });
    expect(events).toHaveLength(1);
  });

  it('for good: the reservation counts as spent, and onUsage is told', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const memory = createMemorySpendingStore();
      const spending = createSpendingLimit({ maxCost: 10, prices, store: { ...memory, settle: () => Promise.reject(new Error('away')) } });
      const ai = await client({ spending });
      await ai.chat(ask, { maxTokens: 100 });
      for (let round = 0; round < 20 && events.length < 2; round += 1) await vi.advanceTimersByTimeAsync(30_000);
      expect(events.map(({ settlement }) => settlement)).toEqual(['pending', 'failed']);
      const { spent, reserved } = await memory.read('default', Date.now() + 3_600_000);
      expect(reserved).toBe(0);
      expect(spent).toBeGreaterThan(100_000);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a lease', () => {
  it('that ends during a call counts as spent, and as its cost once the call is settled', async () => {
    let now = 0;
    const memory = createMemorySpendingStore();
    const store: SpendingStore = {
      ...memory,
      read: (key) => memory.read(key, now),
      reserve: (key, reservation, ceiling) => memory.reserve(key, { ...reservation, expiresAt: 100 }, ceiling),
    };
    const spending = createSpendingLimit({ maxCost: 10, prices, store });
    const ai = await client({ spending });
    const stream = ai.stream(ask, { maxTokens: 100 });
    await stream.next();
    expect((await spending.status()).reserved).toBeGreaterThan(0.1);
    now = 200;
    const during = await spending.status();
    expect(during.reserved).toBe(0);
    expect(during.spent).toBeGreaterThan(0.1);
    await collect(stream);
    expect(await spending.status()).toMatchObject({ spent: 0.018, reserved: 0 });
  });

  it('of a call lasts longer than the call may', async () => {
    const memory = createMemorySpendingStore();
    const ends: number[] = [];
    const reserve: SpendingStore['reserve'] = (key, reservation, ceiling) => {
      ends.push(reservation.expiresAt);
      return memory.reserve(key, reservation, ceiling);
    };
    const ai = await client({ spending: createSpendingLimit({ maxCost: 10, prices, store: { ...memory, reserve } }) });
    const before = Date.now();
    await ai.chat(ask, { maxTokens: 100, timeout: 300_000 });
    expect(ends[0]).toBeGreaterThan(before + 300_000);
  });
});

describe('two limits of one call', () => {
  it('the first gives back what it reserved if the second refuses, also in a retried call', async () => {
    const client_ = createSpendingLimit({ maxCost: 10, prices });
    const own = createSpendingLimit({ maxCost: 0.15, prices });
    const ai = await client({ spending: client_, maxRetries: 1 });
    await expect(ai.chat(ask, { maxTokens: 1000, spending: own })).rejects.toMatchObject({ code: 'SPENDING_LIMIT_EXCEEDED' });
    expect(await client_.status()).toMatchObject({ spent: 0, reserved: 0 });
    vendor.fault = { kind: 'drop' };
    vendor.faultsLeft = 1;
    // The first attempt may have been billed and uses up the second limit; the second attempt is refused and costs nothing.
    await expect(ai.chat(ask, { maxTokens: 20, spending: own })).rejects.toMatchObject({ code: 'SPENDING_LIMIT_EXCEEDED' });
    const { spent } = await own.status();
    expect(await client_.status()).toMatchObject({ spent, reserved: 0 });
  });
});

describe('a store that lies', () => {
  it.each([['yes'], [1], [undefined], [null], [{}]])('is not believed when it answers %j to a reservation', async (lie) => {
    const settled: number[] = [];
    const store = {
      reserve: () => lie as never,
      settle: (_key: string, _id: string, spent: number) => void settled.push(spent),
      read: never,
    };
    const ai = await client({ spending: createSpendingLimit({ maxCost: 10, prices, store }) });
    await expect(ai.chat(ask)).rejects.toMatchObject({ code: 'SPENDING_STORE_FAILED' });
    expect(vendor.requests).toHaveLength(0);
    // If it reserved the amount nevertheless, it is given back.
    expect(settled).toEqual(lie === undefined ? [] : [0]);
  });

  it.each([[{ spent: -1, reserved: 0 }], [{ spent: 0, reserved: Number.NaN }], [{ spent: '1', reserved: 0 }], [undefined], [7]])(
    'about its state: %j is no state',
    async (lie) => {
      const store = { ...createMemorySpendingStore(), read: () => lie as never };
      await expect(createSpendingLimit({ maxCost: 10, prices, store }).status()).rejects.toMatchObject({ code: 'SPENDING_STORE_FAILED' });
    },
  );
});
