import { describe, expect, it, vi } from 'vitest';
import { createMemorySpendingStore, createSpendingLimit, readPrices, type SpendingStore } from '../src/index.ts';

const LEASE = 60_000;

describe('the ceiling of a spending limit', () => {
  it.each([Number.NaN, Infinity, -1, -0.01, '5' as never])('is not %s', (maxCost) => {
    expect(() => createSpendingLimit({ maxCost })).toThrow(expect.objectContaining({ code: 'AI_LIMIT_INVALID' }));
  });

  it('may be nothing: then only what costs nothing is sent', async () => {
    const spending = createSpendingLimit({ maxCost: 0 });
    await expect(spending.reserve(0.000_001, 'openai', LEASE)).rejects.toMatchObject({ code: 'SPENDING_LIMIT_EXCEEDED' });
    expect(await spending.reserve(0, 'openai', LEASE)).toMatchObject({ amount: 0 });
    expect(await spending.status()).toMatchObject({ maxCost: 0, spent: 0, reserved: 0, remaining: 0 });
  });
});

describe('a settlement', () => {
  it('is of the actual cost, also if that is nothing', async () => {
    const spending = createSpendingLimit({ maxCost: 10 });
    await spending.settle(await spending.reserve(2, 'openai', LEASE), 0.5);
    expect(await spending.status()).toMatchObject({ spent: 0.5, reserved: 0, remaining: 9.5 });
    await spending.settle(await spending.reserve(2, 'openai', LEASE), 0);
    expect(await spending.status()).toMatchObject({ spent: 0.5, reserved: 0 });
  });

  it.each([undefined, Number.NaN, Infinity, -1])('of a cost of %s is of the whole reservation', async (cost) => {
    const spending = createSpendingLimit({ maxCost: 10 });
    await spending.settle(await spending.reserve(2, 'openai', LEASE), cost);
    expect(await spending.status()).toMatchObject({ spent: 2, reserved: 0, remaining: 8 });
  });

  it('that the store has not confirmed yet is waited for by the state of the limit', async () => {
    const memory = createMemorySpendingStore();
    const { promise: confirmed, resolve: confirm } = Promise.withResolvers<void>();
    const store: SpendingStore = { ...memory, settle: (...settlement) => confirmed.then(() => memory.settle(...settlement)) };
    const spending = createSpendingLimit({ maxCost: 10, store, storeTimeout: 60_000 });
    const settled = spending.settle(await spending.reserve(2, 'openai', LEASE), 0.5);
    const status = spending.status();
    setTimeout(confirm);
    expect(await status).toMatchObject({ spent: 0.5, reserved: 0 });
    expect(await settled).toBe(true);
  });
});

describe('a store that does not say yes in time', () => {
  it('gets back what it reserves when nobody waits any more', async () => {
    const memory = createMemorySpendingStore();
    const { promise: answer, resolve: release } = Promise.withResolvers<void>();
    const settle = vi.fn(memory.settle.bind(memory));
    const store: SpendingStore = { ...memory, settle, reserve: (...reservation) => answer.then(() => memory.reserve(...reservation)) };
    const spending = createSpendingLimit({ maxCost: 10, store, storeTimeout: 1 });
    await expect(spending.reserve(2, 'openai', LEASE)).rejects.toMatchObject({ code: 'SPENDING_STORE_FAILED', retryable: true });
    expect(settle).not.toHaveBeenCalled();
    release();
    await vi.waitFor(() => expect(settle).toHaveBeenCalledWith('default', expect.any(String), 0));
    expect(await memory.read('default', Date.now())).toEqual({ spent: 0, reserved: 0 });
  });

  it.each<[string, () => never | Promise<never>]>([
    [
      'throws',
      () => {
        throw new Error('There is no connection.');
      },
    ],
    ['rejects', () => Promise.reject(new Error('The connection was lost.'))],
  ])('and %s sends nothing and shows nothing, in one error of this library', async (_name, fail) => {
    const store: SpendingStore = { reserve: fail, settle: () => undefined, read: fail };
    const spending = createSpendingLimit({ maxCost: 10, store });
    await expect(spending.reserve(2, 'openai', LEASE)).rejects.toMatchObject({ code: 'SPENDING_STORE_FAILED', provider: 'openai' });
    await expect(spending.status()).rejects.toMatchObject({ code: 'SPENDING_STORE_FAILED', provider: 'spending.status()' });
  });

  it.each([undefined, 'yes', 1, {}])('but %o has not said it', async (answer) => {
    const store: SpendingStore = { ...createMemorySpendingStore(), reserve: () => answer as never };
    await expect(createSpendingLimit({ maxCost: 10, store }).reserve(2, 'openai', LEASE)).rejects.toMatchObject({
      code: 'SPENDING_STORE_FAILED',
    });
  });
});

describe('the state of a limit', () => {
  it('names the table that is asked first: the caller’s, one that was read, or the library’s own', async () => {
    const tableOf = async (options: object) => (await createSpendingLimit({ maxCost: 1, ...options }).status()).table;
    expect(await tableOf({ prices: { 'gpt-6-luna': { inputPerMillion: 1, outputPerMillion: 1 } } })).toEqual({ source: 'own' });
    const prices = await readPrices([], { date: '2026-11-01' });
    expect(await tableOf({ prices })).toMatchObject({ source: 'genai-prices', date: '2026-11-01', digest: prices.digest });
    const undated = await readPrices([]);
    expect(await tableOf({ prices: undated })).toEqual({ source: 'genai-prices', digest: undated.digest });
    const { pricesFrom, table } = await createSpendingLimit({ maxCost: 1 }).status();
    expect(table).toMatchObject({ source: 'shipped', date: pricesFrom, digest: expect.stringMatching(/^[\da-f]{64}$/) });
  });

  it('remembers a hundred models without a price, each once and by a short name', async () => {
    const spending = createSpendingLimit({ maxCost: 1 });
    spending.noteUnpriced('x'.repeat(1000));
    for (let each = 0; each < 200; each += 1) spending.noteUnpriced(`model-${each % 150}`);
    const { unpriced } = await spending.status();
    expect([unpriced.length, unpriced[0]?.length, unpriced[1], unpriced.at(-1)]).toEqual([100, 120, 'model-0', 'model-98']);
  });
});
