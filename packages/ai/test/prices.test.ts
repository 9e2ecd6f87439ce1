import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  comparePrices,
  createSpendingLimit,
  getAI,
  priceTable,
  priceTableDate,
  priceTableDigest,
  readPrices,
  unpricedDefaults,
  VENDORS,
} from '../src/index.ts';
import { checkPrices } from '../src/pricing/check-prices.ts';
import { digestOf } from '../src/pricing/price-book.ts';

/** The forms of the two public tables, with prices of no vendor. */
const genai = (models: unknown[], id = 'openai'): unknown => [{ id, name: 'X', api_pattern: 'https://x', models }];
const model = (prices: unknown, rest: object = {}): unknown => ({ id: 'm', match: { equals: 'm' }, prices, ...rest });
const litellm = (fields: object, provider = 'openai'): unknown => ({
  sample_spec: { input_cost_per_token: 0, litellm_provider: 'one of many' },
  m: { litellm_provider: provider, mode: 'chat', ...fields },
});
const plain = { input_cost_per_token: 2e-6, output_cost_per_token: 1e-5 };

describe('the shipped prices', () => {
  it('are valid, and have the digest and a date', async () => {
    for (const prices of Object.values(priceTable)) checkPrices(prices);
    expect(priceTableDigest).toBe(await digestOf(priceTable));
    expect(priceTableDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it('name every default model of every kind, or say why not', () => {
    const missing: string[] = [];
    const both: string[] = [];
    for (const { kind, models } of VENDORS) {
      for (const name of Object.values(models) as string[]) {
        const isPriced = priceTable[kind]?.[name] !== undefined;
        const isExplained = unpricedDefaults[kind]?.[name] !== undefined;
        if (!isPriced && !isExplained) missing.push(`${kind}: ${name}`);
        if (isPriced && isExplained) both.push(`${kind}: ${name}`);
      }
    }
    expect({ missing, both }).toEqual({ missing: [], both: [] });
    const defaults = new Map(VENDORS.map(({ kind, models }) => [kind as string, Object.values(models) as string[]]));
    const stale = Object.entries(unpricedDefaults).flatMap(([kind, names]) =>
      Object.keys(names).filter((name) => defaults.get(kind)?.includes(name) !== true),
    );
    expect(stale).toEqual([]);
  });
});

describe('a table of genai-prices', () => {
  it('is read: units, tiers, contexts, and prices from a day on', async () => {
    const book = await readPrices(
      genai([
        model(
          {
            input_mtok: { base: 3, tiers: [{ start: 200_000, price: 6 }] },
            output_mtok: { base: 15, tiers: [{ start: 200_000, price: 22.5 }] },
            cache_read_mtok: 0.3,
            cache_write_mtok: 3.75,
            input_audio_mtok: 9,
          },
          { context_window: 1_000_000, prices_checked: '2026-10-01', match: { or: [{ equals: 'm-alias' }, { starts_with: 'm' }] } },
        ),
        {
          id: 'n',
          prices: [
            { prices: { input_mtok: 4, output_mtok: 8 } },
            { constraint: { start_date: '2026-01-01' }, prices: { input_mtok: 2, output_mtok: 8 } },
            { constraint: { start_date: '2999-01-01' }, prices: { input_mtok: 3, output_mtok: 9 } },
          ],
        },
        {
          id: 'night',
          prices: [
            { prices: { input_mtok: 1, output_mtok: 8 } },
            { constraint: { start_time: '00:30:00Z', end_time: '16:30:00Z' }, prices: { input_mtok: 2, output_mtok: 4 } },
          ],
        },
        { id: 'embedding', prices: { input_mtok: 0.1 } },
      ]),
    );
    expect(book).toMatchObject({ source: 'genai-prices', date: '2026-10-01', problems: [] });
    expect(book.digest).toMatch(/^[\da-f]{64}$/);
    const m = {
      inputPerMillion: 3,
      outputPerMillion: 15,
      cachedInputPerMillion: 0.3,
      cacheWritePerMillion: 3.75,
      contextTokens: 1_000_000,
    };
    expect(book.find('general-hosted', 'm')).toMatchObject({
      ...m,
      long: { aboveTokens: 200_000, inputPerMillion: 6, outputPerMillion: 22.5 },
    });
    expect(book.find('general-hosted', 'm-alias')).toMatchObject(m);
    // A price is that of its own model alone, whatever the patterns of the table say.
    expect(book.find('general-hosted', 'm-mini')).toBeUndefined();
    expect(book.find('assistant-hosted', 'm')).toBeUndefined();
    expect(book.find('general-hosted', 'constructor')).toBeUndefined();
    expect(book.find('general-hosted', 'n')).toMatchObject({ inputPerMillion: 2, next: { from: '2999-01-01', inputPerMillion: 3 } });
    expect(book.find('general-hosted', 'night')).toMatchObject({ inputPerMillion: 2, outputPerMillion: 8 });
    expect(book.find('general-hosted', 'embedding')).toMatchObject({ inputPerMillion: 0.1, outputPerMillion: 0 });
  });

  it.each([
    ['below 0', { input_mtok: -1, output_mtok: 1 }],
    ['text', { input_mtok: '3', output_mtok: 1 }],
    ['not finite', { input_mtok: Number.NaN, output_mtok: 1 }],
    ['in an unknown unit', { input_mtok: 1, output_mtok: 1, input_gtok: 1 }],
    ['a tier below 0', { input_mtok: { base: 1, tiers: [{ start: 10, price: -1 }] }, output_mtok: 1 }],
    ['a tier without a start', { input_mtok: { base: 1, tiers: [{ price: 2 }] }, output_mtok: 1 }],
    ['missing', {}],
    ['null', null],
  ])('a price that is %s is refused, and the call with it', async (_name, prices) => {
    const book = await readPrices(genai([model(prices)]));
    expect(book.find('general-hosted', 'm')).toBeUndefined();
    expect(book.problems).toMatchObject([{ kind: 'general-hosted', model: 'm', outcome: 'refused' }]);
    const spending = createSpendingLimit({ maxCost: 5, prices: book });
    const ai = await getAI({ type: 'openai', apiKey: 'k', baseUrl: 'http://127.0.0.1:9', spending }, {});
    await expect(ai.chat([{ role: 'user', content: 'x' }], { model: 'm' })).rejects.toMatchObject({ code: 'PRICE_UNKNOWN' });
    expect((await spending.status()).unpriced).toEqual(['m']);
  });
});

describe('a table of LiteLLM', () => {
  it('is read: tokens, caches, long prompts, tiers of service, images, seconds, characters, queries', async () => {
    const price = async (fields: object) => (await readPrices(litellm(fields))).find('general-hosted', 'm');
    expect(
      await price({
        ...plain,
        cache_read_input_token_cost: 2e-7,
        cache_creation_input_token_cost: 2.5e-6,
        cache_creation_input_token_cost_above_1hr: 4e-6,
        input_cost_per_token_above_200k_tokens: 4e-6,
        output_cost_per_token_above_200k_tokens: 1.5e-5,
        input_cost_per_token_priority: 4e-6,
        output_cost_per_token_flex: 5e-6,
        input_cost_per_token_batches: 1e-6,
        max_input_tokens: 400_000,
      }),
    ).toEqual({
      inputPerMillion: 2,
      outputPerMillion: 10,
      cachedInputPerMillion: 0.2,
      cacheWritePerMillion: 2.5,
      cacheWriteHourPerMillion: 4,
      contextTokens: 400_000,
      factors: { 'service_tier=priority': 2, 'service_tier=flex': 0.5 },
      long: {
        aboveTokens: 200_000,
        inputPerMillion: 4,
        outputPerMillion: 15,
        cachedInputPerMillion: 0.2,
        cacheWritePerMillion: 2.5,
        cacheWriteHourPerMillion: 4,
      },
    });
    expect(await price({ ...plain, output_cost_per_reasoning_token: 3e-5 })).toMatchObject({ outputPerMillion: 30 });
    expect(await price({ mode: 'image_generation', output_cost_per_image: 0.04 })).toMatchObject({ perImage: 0.04 });
    expect(await price({ mode: 'audio_transcription', input_cost_per_second: 0.0001 })).toMatchObject({ perTranscribedMinute: 0.006 });
    expect(await price({ mode: 'audio_speech', input_cost_per_character: 1.5e-5 })).toMatchObject({ speechPerMillionCharacters: 15 });
    expect(await price({ mode: 'video_generation', output_cost_per_second: 0.4 })).toMatchObject({ perVideoSecond: 0.4 });
    expect(await price({ mode: 'rerank', input_cost_per_query: 0.002 })).toMatchObject({ perSearch: 0.002 });
    const gemini = await readPrices({
      'gemini/g': { litellm_provider: 'gemini', ...plain },
      z: { litellm_provider: 'of nobody', ...plain },
    });
    expect(gemini.find('multimodal-hosted', 'g')).toMatchObject({ inputPerMillion: 2 });
    expect(gemini.kinds).toEqual(['multimodal-hosted']);
  });

  it.each([
    ['below 0', { input_cost_per_token: -1e-6 }],
    ['text', { input_cost_per_token: '1e-6' }],
    ['in an unknown unit', { ...plain, output_cost_per_furlong: 1 }],
    ['a second of what is not said', { input_cost_per_second: 1 }],
    ['missing', {}],
  ])('a price that is %s is refused', async (_name, fields) => {
    const book = await readPrices(litellm(fields));
    expect(book.find('general-hosted', 'm')).toBeUndefined();
    expect(book.problems).toMatchObject([{ model: 'm', outcome: 'refused' }]);
  });
});

describe('a newer table', () => {
  const cheap = genai([{ id: 'gpt-6-luna', prices: { input_mtok: 0.001, output_mtok: 0.5 } }]);

  it('that is suddenly cheaper does not lower the shipped price, unless told to', async () => {
    const book = await readPrices(cheap, { date: '2026-12-01' });
    expect(book.find('general-hosted', 'gpt-6-luna')).toEqual(priceTable['general-hosted']?.['gpt-6-luna']);
    expect(book.problems).toMatchObject([{ model: 'gpt-6-luna', outcome: 'cheaper', reason: expect.stringContaining('0.001') }]);
    const believed = await readPrices(cheap, { acceptCheaper: true });
    expect(believed.find('general-hosted', 'gpt-6-luna')).toMatchObject({ inputPerMillion: 0.001 });
    expect(believed.problems).toEqual([]);
    expect(await createSpendingLimit({ maxCost: 1, prices: book }).status()).toMatchObject({
      table: { source: 'genai-prices', date: '2026-12-01', digest: book.digest },
    });
  });

  it('is compared with the shipped prices', async () => {
    const book = await readPrices(
      genai([
        { id: 'gpt-6-luna', prices: { input_mtok: 0.12, output_mtok: 0.5 } },
        { id: 'gpt-7', prices: { input_mtok: 1, output_mtok: 2 } },
      ]),
    );
    const changes = comparePrices(book);
    expect(changes).toContainEqual({ kind: 'general-hosted', model: 'gpt-6-luna', amount: 'inputPerMillion', shipped: 0.1, table: 0.12 });
    expect(changes).toContainEqual({ kind: 'general-hosted', model: 'gpt-7', amount: 'price', shipped: undefined, table: 1 });
    expect(changes).toContainEqual({ kind: 'assistant-hosted', model: 'claude-sonnet-5', amount: 'price', shipped: 2, table: undefined });
    expect(changes.some(({ model: name, amount }) => name === 'gpt-6-luna' && amount === 'outputPerMillion')).toBe(false);
  });

  it('of another form is refused', async () => {
    for (const table of ['text', 7, null, undefined]) {
      await expect(readPrices(table)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
    await expect(readPrices([], { date: 'yesterday' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    for (const empty of [[null, 7, { id: 'openai', models: 'many' }], { m: null, n: 7 }]) {
      expect((await readPrices(empty)).kinds).toEqual([]);
    }
  });
});

describe('colophon-ai-prices', () => {
  const run = async (...args: string[]) => {
    const bin = fileURLToPath(new URL('../bin/colophon-ai-prices.js', import.meta.url));
    const child = spawn(process.execPath, ['--conditions=@colophon/source', '--disable-warning=ExperimentalWarning', bin, ...args]);
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { out, err, code: child.exitCode ?? ((await once(child, 'exit'))[0] as number) };
  };

  it('prints what a table would change, and what of it is refused', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'colophon-prices-'));
    try {
      const file = path.join(folder, 'data.json');
      await writeFile(
        file,
        JSON.stringify(genai([{ id: 'gpt-6-luna', prices: { input_mtok: 0.12, output_mtok: 0.5 } }, model({ input_mtok: -1 })])),
      );
      const { out, err, code } = await run(file);
      expect(out).toContain('general-hosted gpt-6-luna inputPerMillion: $0.1 -> $0.12\n');
      expect(err).toContain('refused: general-hosted m: input_mtok is not a number, or below 0');
      expect([code, (await run()).code, (await run(path.join(folder, 'none'))).code]).toEqual([0, 2, 1]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

it('the shipped table is as old as it says', async () => {
  const source = await readFile(new URL('../src/pricing/price-table.ts', import.meta.url), 'utf8');
  const dates = [...source.matchAll(/\/\/ (\d{4}-\d{2}-\d{2})/g)].map((match) => match[1] as string);
  expect(dates.length).toBeGreaterThan(5);
  expect(dates.every((date) => date <= priceTableDate)).toBe(true);
});
