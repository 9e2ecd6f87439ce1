import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getAI, InvalidObjectError, priceTableDate, type AIOptions, type UsageEvent } from '../src/index.ts';
import { costOf, findPrice } from '../src/pricing/find-price.ts';
import { collect } from './loopback/collect.ts';
import { always, chunk, events } from './loopback/event-stream.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { anthropicWire, openaiWire } from './loopback/wires.ts';

const ask = [{ role: 'user', content: 'Hello there' }] as const;
const price = { inputPerMillion: 1, outputPerMillion: 10 };
let vendor: LoopbackVendor;
let seen: UsageEvent[];
beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  vendor.wire = openaiWire;
  seen = [];
});

const openai = (options: AIOptions = {}) =>
  getAI({ type: 'openai', apiKey: 'test-key', baseUrl: vendor.url, onUsage: (event) => void seen.push(event), ...options }, {});
const responding = (model: string, usage: unknown, message: unknown = { content: 'Hi' }, finish = 'stop') =>
  always({ json: { model, choices: [{ message, finish_reason: finish }], usage } });
const usual = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 };

describe('the cost of a call', () => {
  it('uses the price of the model that answered, never of another', async () => {
    const ai = await openai({ prices: { 'gpt-6-luna': price, 'gpt-4.1': { inputPerMillion: 50, outputPerMillion: 500 } } });
    vendor.wire = responding('gpt-6-luna', usual);
    expect((await ai.chat(ask)).usage?.cost).toBeCloseTo(0.002);
    vendor.wire = responding('gpt-4.1-2025-04-14', usual);
    expect((await ai.chat(ask, { model: 'gpt-4.1' })).usage?.cost).toBeCloseTo(0.1);
    vendor.wire = responding('gpt-50', usual);
    expect((await ai.chat(ask, { model: 'gpt-50' })).usage).not.toHaveProperty('cost');
    vendor.wire = openaiWire;
    expect((await ai.embed('x')).usage).not.toHaveProperty('cost');
    const priced = await openai({ prices: { 'text-embedding-3-small': { inputPerMillion: 2, outputPerMillion: 0 } } });
    expect((await priced.embed('x')).usage?.cost).toBeCloseTo(0.000_008);
  });

  it('uses dated table prices only, and changes on the announced day', () => {
    const find = (kind: string, model: string, day = '2026-11-22') =>
      findPrice({ kind, own: undefined }, model, new Date(`${day}T12:00:00Z`));
    expect(find('assistant-hosted', 'claude-fable-5-1')).toMatchObject({ inputPerMillion: 10, cachedInputPerMillion: 0.25 });
    expect(find('multimodal-hosted', 'gemini-3.8-flash', '2026-12-31')).toMatchObject({ inputPerMillion: 0.75 });
    expect(find('multimodal-hosted', 'gemini-3.8-flash', '2027-01-01')).toMatchObject({ inputPerMillion: 1.5, outputPerMillion: 7.5 });
    for (const model of ['gpt-transcribe-2', 'text-embedding-3', 'gpt-6-sol-mini']) expect(find('general-hosted', model)).toBeUndefined();
    for (const kind of ['groq', 'mistral', 'azure', 'together']) expect(find(kind, 'gemini-3.8-flash')).toBeUndefined();
  });

  it('counts cache reads and writes at their own prices', async () => {
    vendor.wire = () => ({
      json: {
        type: 'message',
        model: 'claude-haiku-5-5',
        content: [{ type: 'text', text: 'Hi' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 100, cache_read_input_tokens: 1000, cache_creation_input_tokens: 2000, output_tokens: 10 },
      },
    });
    const prices = { 'claude-haiku-5-5': { ...price, cachedInputPerMillion: 0.1, cacheWritePerMillion: 1.25 } };
    const ai = await getAI({ type: 'anthropic', apiKey: 'test-key', baseUrl: vendor.url, prices }, {});
    const { usage } = await ai.chat(ask);
    expect(usage).toMatchObject({ promptTokens: 3100, cachedTokens: 1000, cacheWriteTokens: 2000 });
    expect(usage?.cost).toBeCloseTo((100 + 100 + 2500 + 100) / 1e6);
  });

  it('uses a table with a date, and rises for long prompts', () => {
    expect(priceTableDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    const haiku = findPrice({ kind: 'assistant-hosted', own: undefined }, 'claude-haiku-5-5');
    const usage = (promptTokens: number) => ({ promptTokens, completionTokens: 0, totalTokens: promptTokens });
    expect(costOf(usage(100_000), haiku!)).toBeCloseTo(0.01);
    expect(costOf(usage(200_000), haiku!)).toBeCloseTo(0.1);
    expect(findPrice({ kind: 'assistant-hosted', own: undefined }, 'claude-haiku')).toBeUndefined();
    expect(findPrice({ kind: 'general-hosted', own: undefined }, 'constructor')).toBeUndefined();
  });
});

describe('a billed call is reported', () => {
  const format = { type: 'json_schema', schema: { type: 'object', required: ['title'] } } as const;

  it('if its object is invalid or truncated; the error carries the text', async () => {
    const ai = await openai();
    vendor.wire = responding('m', usual, { content: 'The secret is {"titel"' });
    const error = await ai.chat(ask, { responseFormat: format }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InvalidObjectError);
    expect(error).toMatchObject({ code: 'INVALID_OBJECT', text: 'The secret is {"titel"', usage: { totalTokens: 1100 } });
    const { inspect } = await import('node:util');
    expect(inspect(error, { showHidden: true, depth: 9 }) + JSON.stringify(error)).not.toContain('The secret');
    vendor.wire = responding('m', usual, { content: '{"title": "Harb' }, 'length');
    await expect(ai.chat(ask, { responseFormat: format })).rejects.toMatchObject({ code: 'INVALID_OBJECT', text: '{"title": "Harb' });
    vendor.wire = always(events(chunk({ content: 'no' }), { ...chunk({}, 'stop'), usage: usual }, '[DONE]'));
    await expect(collect(ai.stream(ask, { responseFormat: format }))).rejects.toMatchObject({ code: 'INVALID_OBJECT', text: 'no' });
    expect(seen.map((event) => event.usage?.totalTokens)).toEqual([1100, 1100, 1100]);
  });

  it('if the answer is a refusal', async () => {
    const ai = await openai();
    vendor.wire = responding('m', usual, { content: null, refusal: 'No.' });
    await expect(ai.chat(ask)).rejects.toMatchObject({ code: 'CONTENT_FILTERED' });
    expect(seen).toMatchObject([{ usage: { totalTokens: 1100 } }]);
  });

  it('and an object that violates its schema names the location in the schema, without quoting the answer', async () => {
    const ai = await openai();
    const schema = { type: 'object', additionalProperties: false, properties: { a: { type: 'string' } } };
    vendor.wire = responding('m', usual, { content: '{"the_secret_name": 1}' });
    const error = await ai.chat(ask, { responseFormat: { type: 'json_schema', schema } }).catch((caught: unknown) => caught);
    expect(String(error)).toContain('#/additionalProperties');
    expect(String(error)).not.toContain('the_secret_name');
  });
});

describe('usage reported by a server', () => {
  it.each([
    [
      { prompt_tokens: -5, completion_tokens: 3 },
      { promptTokens: 0, completionTokens: 3, totalTokens: 3 },
    ],
    [
      { prompt_tokens: '11', completion_tokens: 3 },
      { promptTokens: 0, completionTokens: 3, totalTokens: 3 },
    ],
    [{ prompt_tokens: 1e308, completion_tokens: 1e308 }, undefined],
    [
      { prompt_tokens: 10, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 1e9 } },
      { promptTokens: 10, completionTokens: 3, totalTokens: 13, cachedTokens: 10 },
    ],
    [
      { prompt_tokens: 10, completion_tokens: 3, completion_tokens_details: 'x' },
      { promptTokens: 10, completionTokens: 3, totalTokens: 13 },
    ],
    ['lots', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('%j is parsed as %j', async (usage, expected) => {
    vendor.wire = responding('m', usage);
    expect((await (await openai()).chat(ask)).usage).toEqual(expected);
  });

  it('is also read on the Messages API and from a gateway’s header', async () => {
    vendor.wire = (request) => {
      const reply = anthropicWire(request) as { json: object };
      return { json: { ...reply.json, usage: { input_tokens: -1, output_tokens: 'many' } } };
    };
    const claude = await getAI({ type: 'anthropic', apiKey: 'test-key', baseUrl: vendor.url }, {});
    expect((await claude.chat(ask)).usage).toBeUndefined();
    for (const cost of ['-1', '1e308', 'free', '']) {
      vendor.wire = (request) => ({ ...(openaiWire(request) as { json: object }), headers: { 'x-litellm-response-cost': cost } });
      const gateway = await getAI({ type: 'litellm', baseUrl: vendor.url, defaultModel: 'm' }, {});
      expect((await gateway.chat(ask)).usage).not.toHaveProperty('cost');
    }
  });
});
