import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSpendingLimit, defineTool, getAI, runTools, type AIOptions, type ServerTool, type Source } from '../src/index.ts';
import { collect } from './loopback/collect.ts';
import { always, callsIn, chunk, events } from './loopback/event-stream.ts';
import { LoopbackVendor, type Recorded, type Reply } from './loopback/server.ts';

const ask = [{ role: 'user', content: 'When does the harbour open?' }] as const;
let vendor: LoopbackVendor;
beforeAll(async () => {
  vendor = await LoopbackVendor.start(always({ json: {} }));
});
afterAll(() => vendor.close());
beforeEach(() => vendor.reset());
const anthropic = (options: AIOptions = {}) => getAI({ type: 'anthropic', apiKey: 'test-key', baseUrl: vendor.url, ...options }, {});
const openai = (options: AIOptions = {}) => getAI({ type: 'openai', apiKey: 'test-key', baseUrl: `${vendor.url}/v1`, ...options }, {});
const gemini = () => getAI({ type: 'gemini', apiKey: 'test-key', baseUrl: vendor.url }, {});
const search: readonly ServerTool[] = [{ type: 'web_search', maxUses: 3, allowedDomains: ['harbour.example'] }];

const use = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'harbour hours' } };
const found = {
  type: 'web_search_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: [
    { type: 'web_search_result', url: 'https://harbour.example/hours', title: 'Hours', encrypted_content: 'ENC-1', page_age: null },
    { type: 'web_search_result', url: 'https://quay.example/', title: 'Quay', encrypted_content: 'ENC-2', page_age: null },
  ],
};
const citation = {
  type: 'web_search_result_location',
  url: 'https://harbour.example/hours',
  title: 'Hours',
  encrypted_index: 'IDX-1',
  cited_text: 'Open from eight.',
};
const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-x' };
const usage = { input_tokens: 100, output_tokens: 20, server_tool_use: { web_search_requests: 1 } };
const blocks = [{ type: 'text', text: 'Let me look. ' }, use, found, { type: 'text', text: 'It opens at eight.', citations: [citation] }];
const message = (content: readonly unknown[], stopReason = 'end_turn'): Reply => ({
  json: { ...head, content, stop_reason: stopReason, usage },
});
const sources: Source[] = [
  { type: 'url', url: 'https://harbour.example/hours', title: 'Hours', cited: true, citedTexts: ['Open from eight.'] },
  { type: 'url', url: 'https://quay.example/', title: 'Quay' },
];

/** The same answer as events of the Messages wire. */
function streamed(content: readonly Record<string, unknown>[], stopReason = 'end_turn'): Reply {
  const parts = content.flatMap((block, index): object[] => {
    const { text, citations, input } = block as { text?: string; citations?: unknown[]; input?: unknown };
    const start = text === undefined ? { ...block, ...(input === undefined ? {} : { input: {} }) } : { type: 'text', text: '' };
    return [
      { type: 'content_block_start', index, content_block: start },
      ...(input === undefined
        ? []
        : [{ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) } }]),
      ...(citations ?? []).map((one) => ({ type: 'content_block_delta', index, delta: { type: 'citations_delta', citation: one } })),
      ...(text === undefined ? [] : [{ type: 'content_block_delta', index, delta: { type: 'text_delta', text } }]),
      { type: 'content_block_stop', index },
    ];
  });
  return events(
    { type: 'message_start', message: { ...head, content: [], usage } },
    ...parts,
    { type: 'message_delta', delta: { stop_reason: stopReason }, usage: { output_tokens: 20 } },
    { type: 'message_stop' },
  );
}

describe('a search of the vendor’s, over the Messages wire', () => {
  it('is requested with its limits, and its sources are on the answer', async () => {
    vendor.wire = always(message(blocks));
    const location = { city: 'Kiel', country: 'DE' };
    const response = await (
      await anthropic()
    ).chat(ask, { serverTools: [{ ...search[0], location } as ServerTool, { type: 'code_execution' }] });
    expect(vendor.requests[0]?.json['tools']).toEqual([
      {
        type: 'web_search_20250305',
        name: 'web_search',
        max_uses: 3,
        allowed_domains: ['harbour.example'],
        user_location: { type: 'approximate', city: 'Kiel', country: 'DE' },
      },
      { type: 'code_execution_20250825', name: 'code_execution' },
    ]);
    expect(response).toMatchObject({ content: 'Let me look. It opens at eight.', finishReason: 'stop', sources });
    expect(response.toolCalls).toBeUndefined();
    expect(response.usage?.serverTools).toEqual({ web_search: 1 });
  });

  it('has the same outcome as a stream, whose events name each source', async () => {
    vendor.wire = always(streamed(blocks));
    const stream = (await anthropic()).stream(ask, { serverTools: search });
    const all = await collect(stream.events());
    expect(all.flatMap((event) => (event.type === 'source' ? [[event.source.url, event.source.cited]] : []))).toEqual([
      ['https://harbour.example/hours', undefined],
      ['https://quay.example/', undefined],
      ['https://harbour.example/hours', true],
    ]);
    const response = await stream.response;
    expect(response.sources).toEqual(sources);
    expect(response.usage?.serverTools).toEqual({ web_search: 1 });
    vendor.wire = always(message(blocks));
    const { message: whole } = await (await anthropic()).chat(ask, { serverTools: search });
    expect(response.message).toEqual(whole);
  });

  it('is sent back unchanged when the conversation continues, after JSON too', async () => {
    vendor.wire = always(message(blocks));
    const ai = await anthropic();
    const { message: turn } = await ai.chat(ask, { serverTools: search });
    await ai.chat([...ask, JSON.parse(JSON.stringify(turn)) as typeof turn, { role: 'user', content: 'And on Sunday?' }], {
      serverTools: search,
    });
    expect((vendor.requests[1]?.json['messages'] as { content: unknown }[] | undefined)?.[1]?.content).toEqual(blocks);
  });

  it.each([
    ['whole', (content: typeof blocks, reason: string) => message(content, reason)],
    ['streamed', (content: typeof blocks, reason: string) => streamed(content, reason)],
  ])('that the vendor interrupts is continued by the loop: %s', async (_way, reply) => {
    const first = [{ type: 'text', text: 'Let me look. ' }, use] as typeof blocks;
    vendor.wire = ({ json }: Recorded) =>
      (json['messages'] as unknown[]).length === 1
        ? reply(first, 'pause_turn')
        : reply([found, { type: 'text', text: 'At eight.', citations: [citation] }] as typeof blocks, 'end_turn');
    const ai = await anthropic();
    const onEvent = _way === 'streamed' ? { onEvent: () => undefined } : {};
    const { status, response, steps } = await runTools(ai, ask, { tools: [], serverTools: search, ...onEvent });
    expect([status, steps.length, steps[0]?.finishReason]).toEqual(['completed', 2, 'paused']);
    expect(response).toMatchObject({ content: 'At eight.', sources });
    expect((vendor.requests[1]?.json['messages'] as { role: string; content: unknown }[] | undefined)?.[1]).toEqual({
      role: 'assistant',
      content: first,
    });
    // What is asked for in a form comes when the vendor has finished.
    const asked = { serverTools: search, responseFormat: { type: 'json_schema' as const, schema: { type: 'object', properties: {} } } };
    vendor.wire = ({ json }: Recorded) =>
      (json['messages'] as unknown[]).length === 1
        ? reply(first, 'pause_turn')
        : reply([{ type: 'text', text: '{}' }] as typeof blocks, 'end_turn');
    const formed = await runTools(ai, ask, { tools: [], ...asked, ...onEvent });
    expect([formed.steps[0]?.object, formed.response?.object]).toEqual([undefined, {}]);
    vendor.wire = always(reply(first, 'pause_turn'));
    const endless = await runTools(ai, ask, { tools: [], serverTools: search, maxSteps: 3, ...onEvent });
    expect([endless.status, endless.steps.length]).toEqual(['step-limit', 3]);
  });

  it('can be the use of an MCP server, whose token is kept out of errors', async () => {
    vendor.wire = always(
      message([
        { type: 'mcp_tool_use', id: 'm1', name: 'find', server_name: 'archive', input: {} },
        { type: 'mcp_tool_result', tool_use_id: 'm1', is_error: false, content: [] },
        { type: 'text', text: 'Done.' },
      ]),
    );
    const serverTools: ServerTool[] = [
      {
        type: 'mcp',
        name: 'archive',
        url: 'https://mcp.archive.example/sse',
        authorization: 'archive-token-0123456789',
        allowedTools: ['find'],
      },
    ];
    const { usage: used } = await (await anthropic({ headers: { 'anthropic-beta': 'own-beta' } })).chat(ask, { serverTools });
    expect(used?.serverTools).toEqual({ mcp: 1 });
    expect(vendor.requests[0]?.json).toMatchObject({
      mcp_servers: [
        { type: 'url', name: 'archive', url: 'https://mcp.archive.example/sse', authorization_token: 'archive-token-0123456789' },
      ],
      tools: [
        { type: 'mcp_toolset', mcp_server_name: 'archive', default_config: { enabled: false }, configs: { find: { enabled: true } } },
      ],
    });
    expect(vendor.requests[0]?.headers['anthropic-beta']).toBe('own-beta,mcp-client-2025-11-20');
    vendor.fault = { kind: 'status', status: 400, json: { error: { message: 'Bad token archive-token-0123456789.' } } };
    const ai = await anthropic();
    const errors = await Promise.all([
      ai.chat(ask, { serverTools }).catch(String),
      collect(ai.stream(ask, { serverTools })).catch(String),
      ai.chat(ask, { headers: { 'x-own': 'archive-token-0123456789' } }).catch(String),
    ]);
    for (const error of errors) {
      expect(error).toContain('Bad token');
      expect(error).not.toContain('archive-token');
    }
  });
});

describe('sources of other wires', () => {
  it('come from OpenAI’s Responses wire, which server tools need', async () => {
    const annotation = { type: 'url_citation', start_index: 0, end_index: 5, url: 'https://harbour.example/hours', title: 'Hours' };
    vendor.wire = always({
      json: {
        id: 'resp_1',
        object: 'response',
        created_at: 1_700_000_000,
        model: 'gpt-6-luna',
        status: 'completed',
        output: [
          { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'hours' } },
          {
            type: 'message',
            id: 'msg_1',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: 'At eight.', annotations: [annotation] }],
          },
        ],
        usage: { input_tokens: 11, output_tokens: 7, total_tokens: 18 },
      },
    });
    const response = await (await openai()).chat(ask, { serverTools: [{ type: 'web_search', allowedDomains: ['harbour.example'] }] });
    expect(vendor.requests[0]?.path).toBe('/v1/responses');
    expect(vendor.requests[0]?.json['tools']).toEqual([{ type: 'web_search', filters: { allowed_domains: ['harbour.example'] } }]);
    expect(response.sources).toEqual([expect.objectContaining({ type: 'url', url: 'https://harbour.example/hours', title: 'Hours' })]);
    expect(response.usage?.serverTools).toEqual({ web_search: 1 });
  });

  it('come from Gemini’s grounding', async () => {
    const candidate = {
      content: { role: 'model', parts: [{ text: 'At eight.' }] },
      finishReason: 'STOP',
      groundingMetadata: {
        webSearchQueries: ['harbour hours', 'harbour sunday'],
        groundingChunks: [{ web: { uri: 'https://harbour.example/hours', title: 'harbour.example' } }],
      },
    };
    const body = { candidates: [candidate], usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 3, totalTokenCount: 8 } };
    vendor.wire = ({ path }) => (path.includes('stream') ? events(body) : { json: body });
    const ai = await gemini();
    const stream = ai.stream(ask, { serverTools: [{ type: 'web_search' }] });
    const all = await collect(stream.events());
    expect(all.some((event) => event.type === 'source' && event.source.url === 'https://harbour.example/hours')).toBe(true);
    for (const response of [await ai.chat(ask, { serverTools: [{ type: 'web_search' }] }), await stream.response]) {
      expect(response.sources).toEqual([{ type: 'url', url: 'https://harbour.example/hours', title: 'harbour.example' }]);
      expect(response.usage?.serverTools).toEqual({ web_search: 2 });
    }
    expect(vendor.requests[0]?.json['tools']).toEqual([{ googleSearch: {} }]);
  });

  it('come from the annotations of chat completions, of servers that search themselves', async () => {
    const annotations = [
      { type: 'url_citation', url_citation: { url: 'https://harbour.example/', title: 'Harbour', start_index: 0, end_index: 4 } },
    ];
    vendor.wire = ({ json }) =>
      json['stream'] === true
        ? events(chunk({ content: 'At eight.' }), chunk({ annotations }), chunk({}, 'stop'), '[DONE]')
        : { json: { choices: [{ message: { content: 'At eight.', annotations }, finish_reason: 'stop' }] } };
    const ai = await getAI({ type: 'openrouter', apiKey: 'test-key', baseUrl: vendor.url }, {});
    const expected = [{ type: 'url', url: 'https://harbour.example/', title: 'Harbour' }];
    expect((await ai.chat(ask)).sources).toEqual(expected);
    expect((await ai.stream(ask).response).sources).toEqual(expected);
  });
});

describe('a hostile source', () => {
  it.each([
    ['<script>alert(1)</script>Hours', 'alert(1) Hours'],
    ['Hours<img src=x onerror=alert(1)', 'Hours'],
    ['a\u202Eb\u0000c\n\nd', 'a b c d'],
    ['x'.repeat(100_000), 'x'.repeat(500)],
    [5, undefined],
  ])('has a plain title: %j', async (title, plain) => {
    const result = { ...found, content: [{ type: 'web_search_result', url: 'https://a.example/', title, encrypted_content: 'E' }] };
    vendor.wire = always(message([use, result, { type: 'text', text: 'x' }]));
    const { sources: read } = await (await anthropic()).chat(ask, { serverTools: search });
    expect(read).toEqual([{ type: 'url', url: 'https://a.example/', ...(plain === undefined ? {} : { title: plain }) }]);
  });

  it('with an address that is no page is left out, and there are not too many', async () => {
    const addresses = [
      'javascript:alert(1)',
      'data:text/html,x',
      'https://user:pw@a.example/',
      'not an address',
      `https://a.example/${'x'.repeat(5000)}`,
    ];
    const many = Array.from({ length: 1000 }, (_value, index) => `https://a.example/${index}`);
    const result = {
      ...found,
      content: [...addresses, ...many].map((url) => ({ type: 'web_search_result', url, title: 't', encrypted_content: 'E' })),
    };
    vendor.wire = always(message([use, result, { type: 'text', text: 'x' }]));
    const { sources: read = [] } = await (await anthropic()).chat(ask, { serverTools: search });
    expect(read).toHaveLength(500);
    expect(read.every(({ url }) => url?.startsWith('https://a.example/'))).toBe(true);
  });
});

describe('a server tool', () => {
  it.each([
    [[{ type: 'web_serch' }], 'serverTools[0].type'],
    [[{ type: 'web_search', maxUse: 3 }], 'serverTools[0].maxUses'],
    [[{ type: 'web_search', maxUses: 0 }], 'serverTools[0].maxUses'],
    [[{ type: 'web_search', allowedDomains: ['https://a.example'] }], 'serverTools[0].allowedDomains'],
    [[{ type: 'web_search', allowedDomains: ['a.example'], blockedDomains: ['b.example'] }], 'serverTools[0]'],
    [[{ type: 'web_search', location: { town: 'Kiel' } }], 'serverTools[0].location.'],
    [[{ type: 'web_search' }, { type: 'web_search' }], 'serverTools[1]'],
    [[{ type: 'mcp', name: 'a', url: 'http://127.0.0.1/' }], 'serverTools[0].url'],
    [[{ type: 'mcp', name: 'a b', url: 'https://a.example/' }], 'serverTools[0].name'],
    ['web_search', 'serverTools'],
    [[null], 'serverTools[0].type'],
  ])('that is malformed is rejected before anything is sent: %j', async (serverTools, field) => {
    const error = await (await anthropic()).chat(ask, { serverTools } as never).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: expect.stringMatching(/INVALID/), message: expect.stringContaining(field) });
    expect(vendor.requests).toHaveLength(0);
  });

  it('that the vendor does not have, or whose limit it does not have, is rejected; the capabilities tell', async () => {
    const stores = ['store-1'];
    await expect((await anthropic()).chat(ask, { serverTools: [{ type: 'file_search', stores }] })).rejects.toMatchObject({
      code: 'NOT_IMPLEMENTED',
    });
    await expect((await gemini()).chat(ask, { serverTools: search })).rejects.toThrow('maxUses');
    await expect((await openai()).chat(ask, { serverTools: search })).rejects.toThrow('maxUses');
    const mistral = await getAI({ type: 'mistral', apiKey: 'test-key', baseUrl: vendor.url }, {});
    await expect(mistral.chat(ask, { serverTools: [{ type: 'web_search' }] })).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED' });
    expect(mistral.getCapabilities().serverTools).toEqual([]);
    expect((await anthropic()).getCapabilities().serverTools).toContain('web_fetch');
    expect(vendor.requests).toHaveLength(0);
  });

  it('is rejected under a spending limit, since no reservation covers what it reads', async () => {
    const spending = createSpendingLimit({ maxCost: 5, prices: { 'claude-haiku-5-5': { inputPerMillion: 1, outputPerMillion: 5 } } });
    const error = (await anthropic({ spending })).chat(ask, { serverTools: search });
    await expect(error).rejects.toMatchObject({ code: 'PRICE_UNKNOWN', message: expect.stringMatching(/serverTools|web_search/) });
    expect(vendor.requests).toHaveLength(0);
  });
});

describe('a search whose number and fee are known', () => {
  it('is reserved at its most and counted with its fee under a spending limit', async () => {
    vendor.wire = always(message(blocks));
    const price = { inputPerMillion: 1, outputPerMillion: 5, perWebSearch: 0.01, contextTokens: 200_000 };
    const spending = createSpendingLimit({ maxCost: 5, prices: { 'claude-haiku-5-5': price, 'claude-x': price } });
    const { usage: used } = await (await anthropic({ spending })).chat(ask, { serverTools: search });
    expect(used?.serverTools).toEqual({ web_search: 1 });
    expect(used?.cost).toBeCloseTo(100 / 1e6 + (20 * 5) / 1e6 + 0.01, 10);
    const small = createSpendingLimit({ maxCost: 0.2, prices: { 'claude-haiku-5-5': price } });
    // Three searches, each of which may read a whole context.
    await expect((await anthropic({ spending: small })).chat(ask, { serverTools: search })).rejects.toMatchObject({
      code: 'SPENDING_LIMIT_EXCEEDED',
    });
    await expect((await anthropic({ spending })).chat(ask, { serverTools: [{ type: 'web_fetch', maxUses: 1 }] })).rejects.toMatchObject({
      code: 'PRICE_UNKNOWN',
    });
    expect(vendor.requests).toHaveLength(1);
  });
});

describe('a stream of 10,000 tool calls', () => {
  it('is an invalid response on every wire, and no tool is run', async () => {
    const calls = Array.from({ length: 10_000 }, (_value, index) => ({
      index,
      id: `call_${index}`,
      function: { name: 'f', arguments: '{}' },
    }));
    let runs = 0;
    const tool = defineTool({ name: 'f', parameters: { type: 'object', properties: {} }, execute: () => (runs += 1) });
    vendor.wire = always(callsIn(calls));
    await expect(runTools(await openai(), ask, { tools: [tool], onEvent: () => undefined })).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
    });
    vendor.wire = always(streamed(calls.map(({ id }) => ({ type: 'tool_use', id, name: 'f', input: {} }))));
    await expect(runTools(await anthropic(), ask, { tools: [tool], onEvent: () => undefined })).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
    });
    expect(runs).toBe(0);
  });

  it('of the vendor’s own is bounded too', async () => {
    vendor.wire = always(streamed(Array.from({ length: 10_001 }, (_value, index) => ({ ...use, id: `s${index}` }))));
    await expect((await anthropic()).stream(ask, { serverTools: search }).response).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});
