import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSpendingLimit, getAI, withFallback, type AIOptions, type RequestEvent, type UsageEvent } from '../src/index.ts';
import { LoopbackVendor, type Wire } from './loopback/server.ts';

const QUERY = 'When does the ferry leave?';
const documents = ['The museum opens at ten.', 'The ferry leaves at noon.', 'Bread is baked at five.'];
const ranked =
  (rows: unknown, more: object = {}): Wire =>
  () => ({ json: { results: rows, ...more } });
const good = ranked(
  [
    { index: 0, relevance_score: 0.1 },
    { index: 1, relevance_score: 0.9 },
    { index: 2, relevance_score: 0.05 },
  ],
  { model: 'answering-model', usage: { prompt_tokens: 40, total_tokens: 40 } },
);

let vendor: LoopbackVendor;
const usage: UsageEvent[] = [];
const requests: RequestEvent[] = [];
const make = (type: 'together' | 'litellm' | 'openai', options: AIOptions = {}) =>
  getAI(
    {
      type,
      apiKey: 'rerank-secret-key',
      baseUrl: `${vendor.url}/v1`,
      onUsage: (event) => usage.push(event),
      onRequest: (event) => requests.push(event),
      ...options,
    },
    {},
  );

beforeAll(async () => {
  vendor = await LoopbackVendor.start(good);
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  vendor.wire = good;
  usage.length = 0;
  requests.length = 0;
});

describe('rerank', () => {
  it('sorts documents by relevance to a query', async () => {
    const { results, model, usage: spent } = await (await make('together')).rerank(QUERY, documents, { topN: 2 });
    expect(results).toEqual([
      { index: 1, score: 0.9, document: documents[1] },
      { index: 0, score: 0.1, document: documents[0] },
    ]);
    expect(model).toBe('answering-model');
    expect(spent).toEqual({ promptTokens: 40, completionTokens: 0, totalTokens: 40 });
    expect(vendor.requests[0]).toMatchObject({
      path: '/v1/rerank',
      json: { model: 'mixedbread-ai/Mxbai-Rerank-Large-V2', query: QUERY, documents, top_n: 2, return_documents: false },
    });
    expect(usage).toMatchObject([{ operation: 'rerank', usage: { promptTokens: 40 } }]);
    expect(requests).toMatchObject([{ operation: 'rerank', status: 'succeeded', attempts: 1 }]);
    expect(JSON.stringify([usage, requests])).not.toMatch(/ferry|secret/);
  });

  it('discovers the model behind a gateway, and falls back to the next provider of a chain', async () => {
    vendor.wire = (request) =>
      request.path.endsWith('/models') ? { json: { data: [{ id: 'chat-1' }, { id: 'cohere/rerank-v3' }] } } : good(request);
    const gateway = await make('litellm');
    await gateway.rerank(QUERY, documents);
    expect(vendor.requests.at(-1)?.json['model']).toBe('cohere/rerank-v3');
    const chain = withFallback([await make('openai'), gateway]);
    expect((await chain.rerank(QUERY, documents)).results[0]?.index).toBe(1);
  });

  it('supports a reranking model of the AI SDK, and that of the cloud platform', async () => {
    const rerankingModel = {
      specificationVersion: 'v4',
      provider: 'p',
      modelId: 'ranker',
      doRerank: async () => ({ ranking: [{ index: 2, relevanceScore: 1 }] }),
    } as const;
    const ai = await getAI({ type: 'custom', rerankingModel }, {});
    expect((await ai.rerank(QUERY, documents)).results).toEqual([{ index: 2, score: 1, document: documents[2] }]);
    expect(ai.getCapabilities()).toMatchObject({ reranking: true, chat: false });
    vendor.wire = ranked([{ index: 1, relevanceScore: 0.7 }]);
    const bedrock = await getAI({ type: 'bedrock', region: 'eu-west-1', apiKey: 'k', baseUrl: vendor.url }, {});
    expect((await bedrock.rerank(QUERY, documents)).results[0]).toMatchObject({ index: 1, score: 0.7 });
    expect(vendor.requests.at(-1)?.path).toBe('/rerank');
  });

  it('rejects invalid input before anything is sent, naming the field', async () => {
    const ai = await make('together');
    await expect(ai.rerank(' ', documents)).rejects.toThrow('query');
    await expect(ai.rerank(QUERY, [])).rejects.toThrow('documents');
    await expect(ai.rerank(QUERY, ['x', ''])).rejects.toThrow('documents[1]');
    await expect(ai.rerank(QUERY, documents, { topN: 4 })).rejects.toThrow('topN');
    await expect(ai.rerank(QUERY, documents, { top: 4 } as never)).rejects.toThrow('topN');
    await expect((await make('openai')).rerank(QUERY, documents)).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED' });
    expect(vendor.requests).toHaveLength(0);
  });

  it.each([
    ['nothing', undefined],
    ['an empty list', []],
    ['an unknown document', [{ index: 3, relevance_score: 1 }]],
    [
      'a document twice',
      [
        { index: 1, relevance_score: 1 },
        { index: 1, relevance_score: 0.5 },
      ],
    ],
    ['no number', [{ index: '1', relevance_score: 1 }]],
    ['an invalid score', [{ index: 1, relevance_score: null }]],
    ['exceed the number', Array.from({ length: 100_000 }, (_one, index) => ({ index, relevance_score: 1 }))],
    ['rows of nothing', [null, 5, 'x']],
  ])('rejects a response with %s', async (_what, rows) => {
    vendor.wire = ranked(rows);
    await expect((await make('together')).rerank(QUERY, documents)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });

  it('respects a spending limit, by query or by token', async () => {
    const unknown = await make('together', { spending: createSpendingLimit({ maxCost: 1 }) });
    await expect(unknown.rerank(QUERY, documents)).rejects.toMatchObject({ code: 'PRICE_UNKNOWN' });
    const prices = { 'mixedbread-ai/Mxbai-Rerank-Large-V2': { inputPerMillion: 0, outputPerMillion: 0, perSearch: 0.002 } };
    const spending = createSpendingLimit({ maxCost: 0.003, prices });
    const ai = await make('together', { spending });
    expect((await ai.rerank(QUERY, documents)).usage?.cost).toBe(0.002);
    await expect(ai.rerank(QUERY, documents)).rejects.toMatchObject({ code: 'SPENDING_LIMIT_EXCEEDED' });
    expect(await spending.status()).toMatchObject({ spent: 0.002 });
    expect(vendor.requests).toHaveLength(1);
  });
});
