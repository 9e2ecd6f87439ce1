import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  compatibleVendor,
  createSpendingLimit,
  getAI,
  type AIOptions,
  type ChatOptions,
  type PriceTable,
  type SpendingLimit,
} from '../src/index.ts';
import { priceFactor, worstToolCost } from '../src/pricing/priced-options.ts';
import { mostPictureTokens } from '../src/pricing/picture-tokens.ts';
import { readPictureSize } from '../src/pricing/picture-size.ts';
import { mostInputTokens, mostSearches } from '../src/pricing/worst-cost.ts';
import { collect } from './loopback/collect.ts';
import { always, chunk, events } from './loopback/event-stream.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { anthropicWire, openaiWire, PNG } from './loopback/wires.ts';

const ask = [{ role: 'user', content: 'Hello there' }] as const;
const price = { inputPerMillion: 1, outputPerMillion: 10 };
let vendor: LoopbackVendor;
beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  vendor.wire = openaiWire;
});
const openai = (options: AIOptions = {}) => getAI({ type: 'openai', apiKey: 'k', baseUrl: vendor.url, defaultModel: 'm', ...options }, {});
const claude = (options: AIOptions = {}) =>
  getAI({ type: 'anthropic', apiKey: 'k', baseUrl: vendor.url, defaultModel: 'm', ...options }, {});
const answer = (usage: unknown): void => {
  vendor.wire = always({ json: { model: 'm', choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }], usage } });
};
const message = (usage: object): void => {
  vendor.wire = always({
    json: { type: 'message', model: 'm', content: [{ type: 'text', text: 'Hi' }], stop_reason: 'end_turn', usage },
  });
};

describe('what is billed is counted', () => {
  it.each([
    [
      'reasoning beside the completion, with a total',
      { prompt_tokens: 11, completion_tokens: 1, total_tokens: 501, completion_tokens_details: { reasoning_tokens: 489 } },
      490,
    ],
    [
      'reasoning beside the completion, without a total',
      { prompt_tokens: 11, completion_tokens: 1, completion_tokens_details: { reasoning_tokens: 489 } },
      490,
    ],
    [
      'reasoning within the completion',
      { prompt_tokens: 11, completion_tokens: 490, total_tokens: 501, completion_tokens_details: { reasoning_tokens: 489 } },
      490,
    ],
    ['a total above the sum', { prompt_tokens: 11, completion_tokens: 5, total_tokens: 100 }, 89],
    ['a total below the sum', { prompt_tokens: 11, completion_tokens: 5, total_tokens: 3 }, 5],
    ['a total that is not plausible', { prompt_tokens: 11, completion_tokens: 5, total_tokens: 1e300 }, 5],
    ['a total that is text', { prompt_tokens: 11, completion_tokens: 5, total_tokens: '900' }, 5],
  ])('%s', async (_name, usage, completionTokens) => {
    answer(usage);
    const ai = await openai({ prices: { m: price } });
    const response = await ai.chat(ask);
    expect(response.usage).toMatchObject({ promptTokens: 11, completionTokens, totalTokens: 11 + completionTokens });
    expect(response.usage?.cost).toBeCloseTo((11 + completionTokens * 10) / 1e6, 12);
    vendor.wire = always(events(chunk({ content: 'Hi' }), { ...chunk({}, 'stop'), usage }, '[DONE]'));
    const stream = ai.stream(ask);
    const streamed = stream.response;
    await collect(stream);
    expect((await streamed).usage).toEqual(response.usage);
  });

  it('reasoning that is fewer than the completion, if the vendor’s row says that it is beside it', async () => {
    const row = compatibleVendor({
      kind: 'acme',
      baseUrl: () => vendor.url,
      keyVariables: ['ACME_KEY'],
      models: { chat: 'm' },
      wire: { reasoningTokens: 'beside' },
    });
    answer({ prompt_tokens: 10, completion_tokens: 100, completion_tokens_details: { reasoning_tokens: 40 } });
    const ai = await getAI({ vendor: row, apiKey: 'k' }, {});
    expect((await ai.chat(ask)).usage).toMatchObject({ completionTokens: 140, reasoningTokens: 40 });
    // Only the context of the model limits what such a vendor may bill.
    const call = { maxTokens: 10, spending: createSpendingLimit({ maxCost: 0.5, prices: { m: price } }) };
    await expect(ai.chat(ask, call)).rejects.toMatchObject({ code: 'PRICE_UNKNOWN' });
    const known = (contextTokens: number) => createSpendingLimit({ maxCost: 0.5, prices: { m: { ...price, contextTokens } } });
    await expect(ai.chat(ask, { ...call, spending: known(100_000) })).rejects.toMatchObject({ code: 'SPENDING_LIMIT_EXCEEDED' });
    await ai.chat(ask, { ...call, spending: known(10_000) });
  });

  it('writing to the cache for an hour, at its own price or twice the input', async () => {
    const cache = { ephemeral_5m_input_tokens: 1000, ephemeral_1h_input_tokens: 2000 };
    message({ input_tokens: 100, cache_creation_input_tokens: 3000, output_tokens: 10, cache_creation: cache });
    const cost = async (own: PriceTable[string]) => (await (await claude({ prices: { m: own } })).chat(ask)).usage?.cost;
    const response = await (await claude()).chat(ask);
    expect(response.usage).toMatchObject({ promptTokens: 3100, cacheWriteTokens: 3000, cacheWriteHourTokens: 2000 });
    expect(await cost({ ...price, cacheWritePerMillion: 1.25 })).toBeCloseTo((100 + 1250 + 4000 + 100) / 1e6, 12);
    expect(await cost({ ...price, cacheWritePerMillion: 1.25, cacheWriteHourPerMillion: 3 })).toBeCloseTo(
      (100 + 1250 + 6000 + 100) / 1e6,
      12,
    );
    expect(await cost(price)).toBeCloseTo((3100 + 100) / 1e6, 12);
    message({ input_tokens: 100, cache_creation_input_tokens: 10, output_tokens: 10, cache_creation: cache });
    expect((await (await claude()).chat(ask)).usage).toMatchObject({ cacheWriteTokens: 10, cacheWriteHourTokens: 10 });
  });

  it('every iteration of an answer, thinking, and searches, also in a stream', async () => {
    const usage = {
      input_tokens: 20,
      output_tokens: 30,
      output_tokens_details: { thinking_tokens: 12 },
      server_tool_use: { web_search_requests: 3 },
      iterations: [
        { type: 'compaction', input_tokens: 1000, output_tokens: 200, cache_read_input_tokens: 5 },
        { type: 'message', input_tokens: 20, output_tokens: 30 },
        'odd',
      ],
    };
    message(usage);
    const ai = await claude({ prices: { m: { ...price, perWebSearch: 0.01 } } });
    const expected = { promptTokens: 1025, completionTokens: 230, cachedTokens: 5, reasoningTokens: 12, webSearches: 3 };
    const response = await ai.chat(ask);
    expect(response.usage).toMatchObject(expected);
    expect(response.usage?.cost).toBeCloseTo((1025 + 2300) / 1e6 + 0.03, 12);
    vendor.wire = (request) => anthropicWire(request);
    vendor.wire = always(
      events(
        { type: 'message_start', message: { model: 'm', usage: { input_tokens: 20, output_tokens: 1 } } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Hi' } },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
        { type: 'message_stop' },
      ),
    );
    const stream = ai.stream(ask);
    const streamed = stream.response;
    await collect(stream);
    expect((await streamed).usage).toMatchObject(expected);
    message({ ...usage, iterations: [{ input_tokens: 1, output_tokens: 1 }] });
    expect((await ai.chat(ask)).usage).toMatchObject({ promptTokens: 20, completionTokens: 30 });
  });
});

describe('what can be billed is reserved', () => {
  const limit = (options: object = {}): SpendingLimit => createSpendingLimit({ maxCost: 100, prices: { m: price }, ...options });
  const refused = async (call: ChatOptions, spending = limit()): Promise<string> => {
    const failure: unknown = await (await openai({ spending })).chat(ask, call).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'PRICE_UNKNOWN' });
    return (failure as Error).message;
  };

  it.each([
    ['service_tier', 'priority'],
    ['serviceTier', 'flex'],
    ['web_search_options', {}],
    ['prediction', { type: 'content', content: 'x' }],
    ['modalities', ['text', 'audio']],
    ['tools', [{ type: 'web_search' }]],
    ['an_option_of_next_year', true],
  ])('the option %s is refused under a limit, by its name, and nothing is sent', async (name, value) => {
    expect(await refused({ providerOptions: { openai: { [name]: value } } })).toContain(`providerOptions.openai.${name}`);
    expect(vendor.requests).toHaveLength(0);
    const client = await openai({ spending: limit(), providerOptions: { openai: { [name]: value } } });
    await expect(client.chat(ask)).rejects.toMatchObject({ code: 'PRICE_UNKNOWN' });
    await expect(client.embed('x')).rejects.toMatchObject({ code: 'PRICE_UNKNOWN' });
    expect(vendor.requests).toHaveLength(0);
    await (await openai()).chat(ask, { providerOptions: { openai: { [name]: value } } });
    expect(vendor.requests).toHaveLength(1);
  });

  it('an option with a factor is reserved and counted at it; one that costs nothing, or is another vendor’s, passes', async () => {
    const spending = limit({
      prices: { m: { ...price, factors: { 'service_tier=priority': 3, 'service_tier=flex': 0.5 } } },
      neutralOptions: ['shade'],
    });
    const ai = await openai({ spending });
    answer({ prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 });
    const cost = async (fields: Record<string, unknown>, name = 'openai'): Promise<number | undefined> =>
      (await ai.chat(ask, { providerOptions: { [name]: fields } })).usage?.cost;
    expect(await cost({ service_tier: 'priority' })).toBeCloseTo(0.006, 12);
    // A vendor may fall back to the full price.
    expect(await cost({ serviceTier: 'flex' })).toBeCloseTo(0.002, 12);
    expect(await cost({ service_tier: 'default', user: 'u', store: true, shade: 'dark', n: 1 })).toBeCloseTo(0.002, 12);
    expect(await cost({ service_tier: 'priority' }, 'anthropic')).toBeCloseTo(0.002, 12);
    expect((await spending.status()).spent).toBeCloseTo(0.012, 9);
    expect(
      priceFactor(
        { ...price, factors: { 'a=1': 2, 'b=x': 3 } },
        { names: undefined, sets: [{ z: { a: 1 } }, { z: { b: 'x' } }], neutral: new Set() },
      ),
    ).toBe(6);
  });

  it('a tool of the vendor has a price if its uses and the context are limited', () => {
    const search = { type: 'provider', id: 'anthropic.web_search_20260318', args: { maxUses: 2 } };
    const full = { ...price, perWebSearch: 0.01, contextTokens: 100_000 };
    expect(worstToolCost(full, [search, { type: 'function', name: 'f' }])).toBeCloseTo(2 * (0.01 + 0.1), 12);
    expect(worstToolCost(full, [{ ...search, args: {} }])).toEqual({ option: 'the tool anthropic.web_search_20260318' });
    expect(worstToolCost(price, [search])).toMatchObject({ option: expect.stringContaining('web_search') });
    expect(worstToolCost(full, [{ type: 'provider', id: 'openai.code_interpreter' }])).toMatchObject({
      option: expect.stringContaining('code_interpreter'),
    });
  });

  it('a model whose price is that of an image has no price as a chat model', async () => {
    expect(await refused({}, limit({ prices: { m: { inputPerMillion: 0, outputPerMillion: 0, perImage: 1 } } }))).toContain("'m'");
  });

  it('pictures by model and size', () => {
    const picture = (width: number, height: number): Uint8Array => {
      const bytes = PNG.slice();
      new DataView(bytes.buffer).setUint32(16, width);
      new DataView(bytes.buffer).setUint32(20, height);
      return bytes;
    };
    const large = picture(4000, 3000);
    expect(mostPictureTokens('assistant-hosted', 'claude-sonnet-5', picture(280, 280))).toBe(100);
    expect(mostPictureTokens('assistant-hosted', 'claude-sonnet-5', large)).toBe(4784);
    expect(mostPictureTokens('general-hosted', 'gpt-6-luna', large)).toBe(24_600);
    expect(mostPictureTokens('general-hosted', 'gpt-6-luna', picture(320, 320))).toBe(246);
    expect(mostPictureTokens('general-hosted', 'gpt-4o-mini', picture(10, 10))).toBe(48_169);
    expect(mostPictureTokens('gateway-proxy', 'anything', picture(10, 10))).toBe(48_169);
    expect(mostPictureTokens('general-hosted', 'gpt-6-luna', undefined)).toBe(24_600);
    expect(mostPictureTokens('general-hosted', 'gpt-6-luna', new Uint8Array(5))).toBe(24_600);
    expect(mostPictureTokens('general-hosted', 'gpt-6-luna', Buffer.from(picture(320, 320)).toString('base64'))).toBe(246);
  });

  it('the size of a picture is read from its header, whatever the header', () => {
    const of = (...bytes: number[]) => readPictureSize(new Uint8Array(bytes));
    const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc2, 0, 11, 8, 1, 0, 2, 0, 3, 0, 0, 0, 0];
    expect(of(...jpeg)).toEqual({ width: 512, height: 256 });
    expect(of(...Buffer.from('GIF89a'), 0x10, 0, 0x20, 0)).toEqual({ width: 16, height: 32 });
    const webp = (form: string, ...rest: number[]) =>
      of(...Buffer.from(`RIFF....WEBP${form}`), ...rest, ...Array.from({ length: 20 }, () => 0));
    expect(webp('VP8X', 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 19, 0, 0)).toEqual({ width: 10, height: 20 });
    expect(webp('VP8 ', 0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 10, 0, 20, 0)).toEqual({ width: 10, height: 20 });
    expect(webp('VP8L', 0, 0, 0, 0, 0x2f, 9, 0xc0, 4, 0)).toEqual({ width: 10, height: 20 });
    for (const cut of [
      [],
      [0xff, 0xd8],
      jpeg.slice(0, 12),
      [0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0, 0, 0, 0, 0],
      Array.from(PNG.slice(0, 20)),
    ]) {
      expect(of(...cut)).toBeUndefined();
    }
    expect(of(...PNG.slice(0, 16), 0, 0, 0, 0, 0, 0, 0, 9)).toBeUndefined();
  });
});

describe('costs that vendors report', () => {
  const row = (wire: NonNullable<Parameters<typeof compatibleVendor>[0]['wire']>) =>
    compatibleVendor({ kind: 'acme', baseUrl: () => vendor.url, keyVariables: ['ACME_KEY'], models: { chat: 'm' }, wire });
  const usage = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 };

  it('are compared with the prices at each settlement, and the higher one counts', async () => {
    const spending = createSpendingLimit({ maxCost: 10, prices: { m: price, n: price } });
    const ai = await getAI({ vendor: row({ reportsCost: true }), apiKey: 'k', spending }, {});
    answer({ ...usage, cost: 0.005 });
    await ai.chat(ask);
    await ai.chat(ask);
    expect((await spending.status()).spent).toBeCloseTo(0.01, 9);
    vendor.wire = always({
      json: { model: 'n', choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }], usage: { ...usage, cost: 0 } },
    });
    expect((await ai.chat(ask, { model: 'n' })).usage?.cost).toBe(0);
    expect((await spending.status()).spent).toBeCloseTo(0.012, 9);
    const [first, second] = spending.audit();
    expect(first).toMatchObject({ model: 'm', calls: 2 });
    expect(first?.reported).toBeCloseTo(0.01, 9);
    expect(first?.priced).toBeCloseTo(0.004, 9);
    expect(first?.ratio).toBeCloseTo(2.5, 9);
    expect(second).toMatchObject({ model: 'n', calls: 1, reported: 0, ratio: 0 });
  });

  it('are read from a header, from `usage.cost`, and in ticks', async () => {
    const ticks = await getAI({ vendor: row({ reportsCost: 'ticks' }), apiKey: 'k' }, {});
    answer({ ...usage, cost_in_usd_ticks: 37_756_000, cost: 9 });
    expect((await ticks.chat(ask)).usage?.cost).toBeCloseTo(0.003_775_6, 12);
    const spending = createSpendingLimit({ maxCost: 10, prices: { m: price } });
    const gateway = await getAI({ type: 'litellm', baseUrl: vendor.url, defaultModel: 'm', spending }, {});
    vendor.wire = () => ({
      json: { model: 'm', choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }], usage },
      headers: { 'x-litellm-response-cost': '0.001' },
    });
    await gateway.chat(ask);
    expect(spending.audit()).toMatchObject([{ model: 'm', calls: 1, reported: 0.001 }]);
  });
});

describe('the cache', () => {
  it('of an hour is reserved at its price, if the call asks for it', async () => {
    const reservedFor = async (call: ChatOptions): Promise<number> => {
      const spending = createSpendingLimit({
        maxCost: 100,
        prices: { m: { ...price, cacheWritePerMillion: 1.25, cacheWriteHourPerMillion: 4 } },
      });
      vendor.fault = { kind: 'silent' };
      await (await claude({ spending })).chat(ask, { maxTokens: 1, timeout: 100, ...call }).catch(() => undefined);
      return (await spending.status()).spent;
    };
    const five = await reservedFor({ promptCache: { ttl: '5m' } });
    const hour = await reservedFor({ promptCache: { ttl: '1h' } });
    expect(hour).toBeGreaterThan(five * 2.5);
  });
});

describe('a document', () => {
  const tokensOf = (text: string): number =>
    mostInputTokens(
      [
        {
          role: 'user',
          content: [{ type: 'file', mediaType: 'application/pdf', data: { type: 'data', data: Buffer.from(text, 'latin1') } }],
        },
      ],
      {},
      { kind: 'x', model: 'm' },
    );
  const pages = (kids: string, rest = ''): string => `%PDF-1.4\n1 0 obj << /Type /Pages /Kids ${kids} /Count 1 >> endobj ${rest}`;

  it('is reserved by the pages to which it refers, and at the most if they cannot be counted', () => {
    const one = tokensOf(pages('[2 0 R]'));
    expect(one).toBeGreaterThanOrEqual(8000);
    expect(one).toBeLessThan(9000);
    expect(tokensOf(pages('[2 0 R 3 0 R]'))).toBeGreaterThanOrEqual(16_000);
    // Pages that are compressed, encrypted, referred to twice, or written so that a search does not find them.
    for (const hidden of [
      pages('[2 0 R]', '/Type /ObjStm'),
      pages('[2 0 R]', '/Encrypt 9 0 R'),
      pages('[2 0 R 2 0 R]'),
      pages('7 0 R'),
      pages('%x\n[2 0 R]'),
      pages('[2 0 %x\nR 3 0 R]'),
      pages('[2 0 R]', '/K#69ds [3 0 R]'),
      '%PDF-1.4 nothing',
      'no document',
    ]) {
      expect(tokensOf(hidden)).toBeGreaterThanOrEqual(8_000_000);
    }
  });
});

it.each(['text/plain', 'application/pdf'])('a file of the type %s that the vendor fetches is reserved at the most', (mediaType) => {
  const data = { type: 'url' as const, url: new URL('https://files.example/long') };
  const content = [{ type: 'file' as const, mediaType, data }];
  expect(mostInputTokens([{ role: 'user', content }], {}, { kind: 'x', model: 'm' })).toBeGreaterThanOrEqual(8_000_000);
});

it('a picture in the result of a tool is reserved by its size, as one in a message', () => {
  // One colour on 2000 by 2000 pixels takes few bytes.
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452000007d0000007d00802000000', 'hex');
  const file = { type: 'file' as const, mediaType: 'image/png', data: { type: 'data' as const, data: header.toString('base64') } };
  const model = { kind: 'openai', model: 'gpt-5' };
  const output = { type: 'content' as const, value: [{ type: 'text' as const, text: 'A map.' }, file] };
  const result = { type: 'tool-result' as const, toolCallId: 'call', toolName: 'map', output };
  const shown = mostInputTokens([{ role: 'user', content: [file] }], {}, model);
  expect(shown).toBeGreaterThan(500);
  expect(mostInputTokens([{ role: 'tool', content: [result] }], {}, model)).toBeGreaterThanOrEqual(shown);
});

it('a query of rerank is reserved by its documents, and long ones count as several', () => {
  expect(mostSearches('q', ['x'])).toBe(1);
  expect(
    mostSearches(
      'q',
      Array.from({ length: 100 }, () => 'short'),
    ),
  ).toBe(1);
  expect(
    mostSearches(
      'q',
      Array.from({ length: 101 }, () => 'short'),
    ),
  ).toBe(2);
  expect(
    mostSearches(
      'q',
      Array.from({ length: 100 }, () => 'x'.repeat(1000)),
    ),
  ).toBe(3);
  expect(mostSearches('q'.repeat(1000), ['x'.repeat(150)])).toBe(2);
});

describe('what is not known is counted as reserved', () => {
  /** What a call counts, and what it reserved, in US dollars. */
  async function counted(ask_: (ai: Awaited<ReturnType<typeof openai>>) => Promise<unknown>): Promise<[spent: number, reserved: number]> {
    let held = 0;
    let settled = 0;
    const store = {
      reserve: (_key: string, { amount }: { amount: number }) => ((held = amount), true),
      settle: (_key: string, _id: string, amount: number) => void (settled = amount),
      read: () => ({ spent: settled, reserved: 0 }),
    };
    const spending = createSpendingLimit({ maxCost: 5, prices: { m: price }, store });
    await ask_(await openai({ spending })).catch(() => undefined);
    await spending.flush();
    return [settled, held];
  }
  const chat = () => counted((ai) => ai.chat(ask, { maxTokens: 50 }));

  it.each([
    ['no usage', undefined],
    ['nothing counted', { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }],
    ['no output counted for an answer', { prompt_tokens: 11, completion_tokens: 0, total_tokens: 11 }],
    ['one count alone', { prompt_tokens: 11 }],
    ['a negative count', { prompt_tokens: 11, completion_tokens: -7 }],
  ])('%s', async (_name, usage) => {
    answer(usage);
    const [spent, reserved] = await chat();
    expect(spent).toBe(reserved);
    expect(spent).toBeGreaterThan(0);
  });

  it.each([
    [400, 'nothing'],
    [429, 'nothing'],
    [500, 'nothing'],
    [503, 'nothing'],
    [529, 'nothing'],
    [408, 'all'],
    [502, 'all'],
    [504, 'all'],
    [524, 'all'],
  ])('a status %i counts %s: a gateway may time out while the vendor goes on', async (status, what) => {
    vendor.wire = always({ status, json: { error: { message: 'no' } } });
    const [spent, reserved] = await chat();
    expect(spent).toBe(what === 'all' ? reserved : 0);
  });
});

describe('what changes the price without an option', () => {
  const limited = (more: object = {}) => createSpendingLimit({ maxCost: 5, prices: { m: { ...price, ...more } } });
  /** The bodies that are sent to OpenAI's own address. */
  async function sentTo(baseUrl: string | undefined, options: AIOptions, call: ChatOptions = {}): Promise<Record<string, unknown>[]> {
    const bodies: Record<string, unknown>[] = [];
    const fetch = async (_url: unknown, init?: { body?: unknown }) => {
      bodies.push(JSON.parse(String(init?.body)) as Record<string, unknown>);
      const choices = [{ message: { content: 'Hi' }, finish_reason: 'stop' }];
      return Promise.resolve(Response.json({ model: 'm', choices, usage: { prompt_tokens: 1, completion_tokens: 1 } }));
    };
    const ai = await getAI(
      { type: 'openai', apiKey: 'k', defaultModel: 'm', fetch: fetch as never, ...(baseUrl ? { baseUrl } : {}), ...options },
      {},
    );
    await ai.chat(ask, call);
    return bodies;
  }

  it('is the tier of a project at OpenAI: the standard one is asked for under a limit', async () => {
    for (const address of [undefined, 'https://eu.api.openai.com/v1'])
      expect(await sentTo(address, { spending: limited() })).toMatchObject([{ service_tier: 'default' }]);
    const flex = { providerOptions: { openai: { service_tier: 'flex' } } };
    expect(await sentTo(undefined, { spending: limited({ factors: { 'service_tier=flex': 0.5 } }) }, flex)).toMatchObject([
      { service_tier: 'flex' },
    ]);
    expect((await sentTo(undefined, {}))[0]).not.toHaveProperty('service_tier');
    expect((await sentTo('https://gateway.example/v1', { spending: limited() }))[0]).not.toHaveProperty('service_tier');
    const auto = { providerOptions: { openai: { service_tier: 'auto' } } };
    await expect(sentTo(undefined, { spending: limited() }, auto)).rejects.toMatchObject({ code: 'PRICE_UNKNOWN' });
  });

  it('is a header of the client or the call, unless it is known to change nothing', async () => {
    const priority = { 'X-Vertex-AI-LLM-Shared-Request-Type': 'priority' };
    for (const [options, call] of [
      [{ headers: priority }, {}],
      [{}, { headers: priority }],
    ] as const)
      await expect((await openai({ spending: limited(), ...options })).chat(ask, call)).rejects.toMatchObject({
        code: 'PRICE_UNKNOWN',
        message: expect.stringContaining('headers.X-Vertex-AI-LLM-Shared-Request-Type') as unknown,
      });
    expect(vendor.requests).toHaveLength(0);
    await (await openai({ spending: limited() })).chat(ask, { headers: { traceparent: '00-1-2-01', 'X-Request-ID': '1' } });
    const known = createSpendingLimit({ maxCost: 5, prices: { m: price }, neutralOptions: ['x-house'] });
    await (await openai({ spending: known })).chat(ask, { headers: { 'X-House': 'news' } });
    answer({ prompt_tokens: 0, completion_tokens: 1000 });
    const dearer = limited({ factors: { 'x-vertex-ai-llm-shared-request-type=priority': 1.8 } });
    expect((await (await openai({ spending: dearer })).chat(ask, { headers: priority })).usage?.cost).toBeCloseTo(0.018, 12);
  });

  it('is where the workspace of an Anthropic account computes its answers: the dearest is reserved, and what was reported is counted', async () => {
    let held = 0;
    const store = {
      reserve: (_key: string, { amount }: { amount: number }) => ((held = amount), true),
      settle: () => undefined,
      read: () => ({ spent: 0, reserved: 0 }),
    };
    const spending = createSpendingLimit({ maxCost: 5, prices: { m: { ...price, factors: { 'inference_geo=us': 1.1 } } }, store });
    const costIn = async (geo: string | undefined, call: ChatOptions = {}): Promise<[cost: number | undefined, held: number]> => {
      message({ input_tokens: 1000, output_tokens: 100, ...(geo === undefined ? {} : { inference_geo: geo }) });
      const { usage } = await (await claude({ spending })).chat(ask, { maxTokens: 100, ...call });
      return [usage?.cost, held];
    };
    const inGeo = (geo: string): ChatOptions => ({ providerOptions: { anthropic: { inference_geo: geo } } });
    const [anywhere, most] = await costIn('global');
    expect(anywhere).toBeCloseTo(0.002, 12);
    expect((await costIn('us'))[0]).toBeCloseTo(0.0022, 12);
    // An option of the call decides, and is reserved and counted once.
    const [there, reserved] = await costIn('us', inGeo('us'));
    expect(there).toBeCloseTo(0.0022, 12);
    expect(reserved).toBe(most);
    expect((await costIn('global', inGeo('global')))[1]).toBeLessThan(most);
    expect(vendor.requests[0]?.json).not.toHaveProperty('inference_geo');
  });
});
