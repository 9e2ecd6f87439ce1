import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAI, getAIAuto, type AIOptions } from '../src/index.ts';
import { LoopbackVendor, type Wire } from './loopback/server.ts';
import { ANSWER, geminiWire, openaiWire } from './loopback/wires.ts';

const ask = [{ role: 'user', content: 'Where is the ship?' }] as const;
const tool = { type: 'function', function: { name: 'look_up', parameters: { type: 'object', properties: {} } } } as const;
const KEY = 'named-vendor-secret-key';
let vendor: LoopbackVendor;

beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  vendor.wire = openaiWire;
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const make = (type: NonNullable<AIOptions['type']>, options: AIOptions = {}) =>
  getAI({ type, apiKey: KEY, baseUrl: `${vendor.url}/v1`, ...options }, {});
const body = (index = -1) => vendor.requests.at(index)?.json ?? {};
const always =
  (json: unknown): Wire =>
  () => ({ json });
const answered = (message: object, more: object = {}) =>
  always({ model: 'm', choices: [{ message, finish_reason: 'stop' }], usage: { prompt_tokens: 11, completion_tokens: 7 }, ...more });

describe('groq', () => {
  it('receives the efforts of its models, and off if supported', async () => {
    const ai = await make('groq', { generationLimits: { maxReasoningTokens: 8192 } });
    for (const [model, reasoning, sent] of [
      ['openai/gpt-oss-20b', undefined, 'low'],
      ['openai/gpt-oss-120b', { effort: 'high' }, 'high'],
      ['qwen/qwen3.6-27b', undefined, 'none'],
      ['qwen/qwen3.6-27b', { effort: 'low' }, 'default'],
      ['llama-3.3-70b-versatile', { effort: 'high' }, undefined],
    ] as const) {
      await ai.chat(ask, { model, ...(reasoning === undefined ? {} : { reasoning }) });
      expect(body()['reasoning_effort'], model).toBe(sent);
    }
    expect(body()).toMatchObject({ max_completion_tokens: 4096 });
  });

  it('has its usage read from its wrapper', async () => {
    vendor.wire = () => ({
      type: 'text/event-stream',
      chunks: [
        'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n',
        'data: {"choices":[{"delta":{},"finish_reason":"stop"}],"x_groq":{"usage":{"prompt_tokens":3,"completion_tokens":2}}}\n\n',
        'data: [DONE]\n\n',
      ],
    });
    const stream = (await make('groq')).stream(ask);
    expect((await stream.response).usage).toMatchObject({ promptTokens: 3, completionTokens: 2 });
  });
});

describe('mistral', () => {
  it('gets its own names for the seed, for "some tool", for a PDF, and no option it would reject', async () => {
    const ai = await make('mistral');
    const pdf = new TextEncoder().encode('%PDF-1.4 tiny');
    const content = [
      { type: 'text', text: 'Sum this up.' },
      { type: 'file', data: pdf, mimeType: 'application/pdf' },
    ] as const;
    await ai.stream([{ role: 'user', content }], { seed: 7, tools: [tool], toolChoice: 'required' }).response;
    expect(body()).toMatchObject({ random_seed: 7, tool_choice: 'any', model: 'mistral-small-latest', reasoning_effort: 'none' });
    expect(body()).not.toHaveProperty('seed');
    expect(body()).not.toHaveProperty('stream_options');
    expect(JSON.stringify(body())).toContain('"document_url":"data:application/pdf;base64,');
    await ai.chat(ask, { reasoning: { effort: 'low' } });
    expect(body()['reasoning_effort']).toBe('high');
    await ai.chat(ask, { model: 'mistral-large-2512' });
    expect(body()).not.toHaveProperty('reasoning_effort');
  });

  it('is parsed if it responds with a list of reasoning and text parts', async () => {
    vendor.wire = answered({
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
        { type: 'text', text: 'Here.' },
      ],
    });
    expect(await (await make('mistral')).chat(ask)).toMatchObject({ content: 'Here.', reasoning: 'Hm.' });
  });
});

describe('deepseek', () => {
  it('does not reason unless requested, and then gets its reasoning back in a tool loop', async () => {
    const ai = await make('deepseek');
    await ai.chat(ask, { temperature: 0.5 });
    expect(body()).toMatchObject({ thinking: { type: 'disabled' }, temperature: 0.5 });
    vendor.wire = answered({
      content: null,
      reasoning_content: 'I should look.',
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look_up', arguments: '{}' } }],
    });
    const options = { tools: [tool], reasoning: { effort: 'low' }, temperature: 0.5 } as const;
    const first = await ai.chat(ask, options);
    expect(body()).toMatchObject({ thinking: { type: 'enabled' }, reasoning_effort: 'low' });
    expect(body()).not.toHaveProperty('temperature');
    expect(first.warnings).toMatchObject([{ feature: 'temperature' }]);
    const message = JSON.parse(JSON.stringify(first.message)) as typeof first.message;
    const plain = { role: 'assistant', content: 'Earlier.' } as const;
    await ai.chat([ask[0], plain, ask[0], message, { role: 'tool', toolCallId: 'c1', content: 'x' }], options);
    const turns = (body()['messages'] as { role: string; reasoning_content?: string }[]).filter(({ role }) => role === 'assistant');
    expect(turns.map((turn) => turn.reasoning_content)).toEqual(['', 'I should look.']);
  });

  it('streams reasoning that is sent back too, and counts cached tokens', async () => {
    vendor.wire = () => ({
      type: 'text/event-stream',
      chunks: [
        'data: {"choices":[{"delta":{"reasoning_content":"Think"}}]}\n\n',
        'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":2,"prompt_cache_hit_tokens":4}}\n\n',
        'data: [DONE]\n\n',
      ],
    });
    const response = await (await make('deepseek')).stream(ask, { reasoning: { effort: 'low' } }).response;
    expect(response).toMatchObject({ reasoning: 'Think', usage: { cachedTokens: 4 } });
    vendor.wire = openaiWire;
    await (await make('deepseek')).chat([...ask, response.message, ...ask], { reasoning: { effort: 'low' } });
    expect(JSON.stringify(body())).toContain('"reasoning_content":"Think"');
  });
});

describe('openrouter', () => {
  it('sends the number of reasoning tokens, uses the reported cost, and sends its details back', async () => {
    const ai = await make('openrouter');
    const details = [{ type: 'reasoning.encrypted', data: 'SEALED', index: 0 }];
    vendor.wire = answered(
      { content: 'Hi.', reasoning: 'Because.', reasoning_details: details },
      { usage: { prompt_tokens: 11, completion_tokens: 7, cost: 0.00078 } },
    );
    const first = await ai.chat(ask, { reasoning: { maxTokens: 800 } });
    expect(body()).toMatchObject({ model: 'openrouter/auto', reasoning: { max_tokens: 800 } });
    expect(first).toMatchObject({ reasoning: 'Because.', usage: { cost: 0.00078 } });
    await ai.chat([...ask, JSON.parse(JSON.stringify(first.message)), ...ask], { promptCache: { ttl: '1h' } });
    expect(JSON.stringify(body())).toContain(JSON.stringify(details));
    expect(JSON.stringify(body())).toContain('"cache_control":{"type":"ephemeral","ttl":"1h"}');
    expect(body()).not.toHaveProperty('reasoning');
    await ai.chat(ask, { reasoning: { effort: 'none' } });
    expect(body()['reasoning']).toEqual({ effort: 'none' });
    await expect(ai.chat(ask, { providerOptions: { openrouter: { reasoning: { max_tokens: 9000 } } } })).rejects.toMatchObject({
      code: 'AI_LIMIT_EXCEEDED',
    });
  });

  it('is the only one whose reported cost is used', async () => {
    vendor.wire = answered({ content: 'Hi.' }, { usage: { prompt_tokens: 1, completion_tokens: 1, cost: 5 } });
    expect((await (await make('groq')).chat(ask)).usage).not.toHaveProperty('cost');
  });
});

describe('azure', () => {
  it('uses a resource’s address, with its own header for the key', async () => {
    const urls: string[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      urls.push(input as string);
      expect(new Headers(init?.headers).get('api-key')).toBe(KEY);
      return Response.json({ choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] });
    };
    for (const baseUrl of ['https://desk.openai.azure.com', 'https://desk.openai.azure.com/openai/', 'https://gateway.example/azure/v1']) {
      await (await getAI({ type: 'azure', apiKey: KEY, baseUrl, defaultModel: 'desk-gpt', fetch }, {})).chat(ask);
    }
    await (await getAIAuto({ fetch, defaultModel: 'd' }, { AZURE_RESOURCE_NAME: 'desk', AZURE_API_KEY: KEY })).chat(ask);
    expect(urls).toEqual([
      'https://desk.openai.azure.com/openai/v1/chat/completions',
      'https://desk.openai.azure.com/openai/v1/chat/completions',
      'https://gateway.example/azure/v1/chat/completions',
      'https://desk.openai.azure.com/openai/v1/chat/completions',
    ]);
    await expect(getAI({ type: 'azure', apiKey: KEY }, {})).rejects.toThrow(/baseUrl.*AZURE_OPENAI_ENDPOINT/);
    await expect(getAI({ type: 'azure', apiKey: KEY }, { AZURE_RESOURCE_NAME: 'user@evil.example/#' })).rejects.toThrow('baseUrl');
  });

  it('accepts an expiring token instead of the key, renews it, and never reveals it', async () => {
    let serial = 0;
    const accessToken = async () => `entra-token-number-${(serial += 1)}`;
    const ai = await getAI({ type: 'azure', baseUrl: `${vendor.url}/v1`, accessToken, defaultModel: 'gpt-6-luna' }, {});
    expect((await ai.chat(ask)).content).toBe(ANSWER);
    await ai.stream(ask).response;
    await ai.getModels();
    expect(vendor.requests.map(({ headers }) => [headers.authorization, headers['api-key']])).toEqual([
      ['Bearer entra-token-number-1', undefined],
      ['Bearer entra-token-number-2', undefined],
      ['Bearer entra-token-number-3', undefined],
    ]);
    expect(body(0)).toMatchObject({ reasoning_effort: 'none', max_completion_tokens: 4096 });
    vendor.fault = { kind: 'status', status: 401, json: { error: { message: 'entra-token-number-4 is no good' } } };
    const error = (await ai.chat(ask).catch((caught: unknown) => caught)) as Error;
    expect(error).toMatchObject({ code: 'AUTH_ERROR' });
    expect(`${error.message}${error.stack}`).not.toContain('entra-token');
    const failing = await getAI(
      {
        type: 'azure',
        baseUrl: vendor.url,
        defaultModel: 'x',
        accessToken: () => {
          throw new Error('the secret was s3cret');
        },
      },
      {},
    );
    const refused = (await failing.chat(ask).catch((caught: unknown) => caught)) as Error;
    expect(refused).toMatchObject({ code: 'AUTH_ERROR' });
    expect(refused.message).not.toContain('s3cret');
  });
});

describe('vertex', () => {
  beforeEach(() => {
    vendor.wire = geminiWire;
  });

  it('uses the address of project and region, with a token and no key', async () => {
    const urls: string[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const headers = new Headers(init?.headers);
      urls.push(input as string);
      expect(headers.get('authorization')).toBe('Bearer a-google-token');
      expect(headers.has('x-goog-api-key')).toBe(false);
      return Response.json({ candidates: [{ content: { parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }] });
    };
    const common = { type: 'vertex', project: 'desk-1', accessToken: 'a-google-token', fetch } as const;
    for (const region of [undefined, 'europe-west4', 'eu']) {
      expect((await (await getAI({ ...common, ...(region === undefined ? {} : { region }) }, {})).chat(ask)).content).toBe('Hi');
    }
    const rest = 'publishers/google/models/gemini-3.8-flash:generateContent';
    expect(urls).toEqual([
      `https://aiplatform.googleapis.com/v1/projects/desk-1/locations/global/${rest}`,
      `https://europe-west4-aiplatform.googleapis.com/v1/projects/desk-1/locations/europe-west4/${rest}`,
      `https://aiplatform.eu.rep.googleapis.com/v1/projects/desk-1/locations/eu/${rest}`,
    ]);
    await expect(getAI({ ...common, region: 'evil.example/#' }, {})).rejects.toThrow('region');
    await expect(getAI({ type: 'vertex' }, {})).rejects.toThrow(/project.*GOOGLE_VERTEX_PROJECT/);
  });

  it('accepts a key without a project, and embeds over its own two routes', async () => {
    const ai = await make('vertex');
    expect((await ai.embed(['one', 'two'])).embeddings).toHaveLength(2);
    await ai.embed('one', { model: 'gemini-embedding-2', dimensions: 3 });
    expect(vendor.requests.map((request) => request.path)).toEqual([
      '/v1/models/gemini-embedding-001:predict',
      '/v1/models/gemini-embedding-001:predict',
      '/v1/models/gemini-embedding-2:embedContent',
    ]);
    expect(vendor.requests.every(({ headers }) => headers['x-goog-api-key'] === KEY)).toBe(true);
    expect(body(0)).toEqual({ instances: [{ content: 'one' }], parameters: {} });
    expect(body()).toEqual({ content: { parts: [{ text: 'one' }] }, embedContentConfig: { outputDimensionality: 3 } });
  });

  it('uses the credentials of the machine through Google’s own library', async () => {
    // Simulates the metadata server of a Google machine, which issues tokens.
    const metadata = await LoopbackVendor.start((request) => ({
      headers: { 'metadata-flavor': 'Google' },
      json: request.path.includes('/token') ? { access_token: 'machine-token', expires_in: 3600, token_type: 'Bearer' } : {},
    }));
    const folder = await mkdtemp(path.join(tmpdir(), 'colophon-vertex-'));
    vi.stubEnv('GCE_METADATA_HOST', metadata.url.replace('http://', ''));
    vi.stubEnv('CLOUDSDK_CONFIG', folder);
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', undefined);
    const ai = await getAI({ type: 'vertex', baseUrl: `${vendor.url}/v1` }, {});
    expect((await ai.chat(ask)).content).toBe(ANSWER);
    expect(vendor.requests[0]?.headers.authorization).toBe('Bearer machine-token');
    await rm(folder, { recursive: true });
    await metadata.close();
  });
});
