import { setTimeout as wait } from 'node:timers/promises';
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAI, type AIOptions, type Message, type RequestEvent, type UsageEvent } from '../src/index.ts';
import { GeneralHostedProvider } from '../src/providers.ts';
import { collect } from './loopback/collect.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { ANSWER, anthropicWire, bedrockWire, geminiWire, ollamaWire, openaiWire, PNG } from './loopback/wires.ts';

const ask = [{ role: 'user', content: 'Hello there' }] as const;
let vendor: LoopbackVendor;
let serial = 0;
const openai = (options: AIOptions = {}) => getAI({ apiKey: `sk-test-${(serial += 1)}`, baseUrl: `${vendor.url}/v1`, ...options }, {});
const anthropic = (options: AIOptions = {}) => getAI({ type: 'assistant-hosted', apiKey: 'sk-test', baseUrl: vendor.url, ...options }, {});
const gemini = (options: AIOptions = {}) => getAI({ type: 'multimodal-hosted', apiKey: 'sk-test', baseUrl: vendor.url, ...options }, {});

beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  vendor.wire = openaiWire;
});

describe('reasoning', () => {
  const last = () => vendor.requests.at(-1)!.json;

  it('is switched off explicitly where a model allows it, and sent at its lowest where it does not', async () => {
    await (await openai()).chat(ask);
    expect(last()['reasoning_effort']).toBe('none');
    await (await openai()).chat(ask, { model: 'gpt-5-mini' });
    expect(last()['reasoning_effort']).toBe('minimal');
    await (await openai()).chat(ask, { model: 'gpt-4.1' });
    expect(last()).not.toHaveProperty('reasoning_effort');
    vendor.wire = anthropicWire;
    await (await anthropic()).chat(ask);
    expect(last()['thinking']).toEqual({ type: 'disabled' });
    await (await anthropic()).chat(ask, { model: 'claude-opus-5-5' });
    expect(last()).toMatchObject({ output_config: { effort: 'low' } });
    expect((await anthropic({ defaultModel: 'claude-opus-5-5' })).getCapabilities().reasoningWhenNotRequested).toBe('minimal');
    expect((await anthropic()).getCapabilities().reasoningWhenNotRequested).toBe('off');
    vendor.wire = geminiWire;
    await (await gemini()).chat(ask, { model: 'gemini-2.5-flash-lite' });
    expect(last()).toMatchObject({ generationConfig: { thinkingConfig: { thinkingBudget: 0 } } });
    vendor.wire = ollamaWire;
    await (await getAI({ type: 'local-server', baseUrl: vendor.url, defaultModel: 'qwen' }, {})).chat(ask);
    expect(last()['think']).toBe(false);
  });

  it('is subtracted from the output ceiling if a package adds it on top', async () => {
    vendor.wire = anthropicWire;
    await (await anthropic()).chat(ask, { model: 'claude-haiku-4-5', reasoning: { effort: 'low' } });
    expect(last()).toMatchObject({ max_tokens: 4096, thinking: { type: 'enabled', budget_tokens: 1024 } });
    await expect(
      (await anthropic()).chat(ask, { model: 'claude-haiku-4-5', maxTokens: 1024, reasoning: { effort: 'low' } }),
    ).rejects.toMatchObject({
      code: 'AI_LIMIT_EXCEEDED',
    });
    await expect((await anthropic()).chat(ask, { model: 'claude-haiku-4-5', reasoning: { maxTokens: 500 } })).rejects.toThrow(
      'at least 1024',
    );
    vendor.wire = bedrockWire;
    const bedrock = await getAI({ type: 'cloud-platform', region: 'eu-west-1', apiKey: 'bearer-key', baseUrl: vendor.url }, {});
    await bedrock.chat(ask, { model: 'eu.anthropic.claude-haiku-4-5-20251001-v1:0', reasoning: { effort: 'low' } });
    expect(last()).toMatchObject({
      inferenceConfig: { maxTokens: 4096 },
      additionalModelRequestFields: { thinking: { budget_tokens: 1024 } },
    });
    expect(vendor.requests.at(-1)?.headers.authorization).toBe('Bearer bearer-key');
  });

  it('sends the effort to one gateway, and effort and number to the other', async () => {
    await (
      await getAI({ type: 'gateway-proxy', baseUrl: vendor.url, defaultModel: 'm' }, {})
    ).chat(ask, { reasoning: { effort: 'low', maxTokens: 900 } });
    expect(last()).toMatchObject({ reasoning_effort: 'low', max_tokens: 4096 });
    expect(last()).not.toHaveProperty('reasoning');
    await (
      await getAI({ type: 'gateway-governance', baseUrl: vendor.url, defaultModel: 'p/m' }, {})
    ).chat(ask, { reasoning: { effort: 'low', maxTokens: 900 } });
    expect(last()).toMatchObject({ reasoning: { effort: 'low', max_tokens: 900 } });
  });

  it('is combined with tools over the Responses API, with the same ceiling', async () => {
    const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }] as const;
    const response = await (await openai()).chat(ask, { tools, reasoning: { effort: 'low' } });
    expect(vendor.requests[0]?.path).toBe('/v1/responses');
    expect(last()).toMatchObject({ max_output_tokens: 4096, reasoning: { effort: 'low' }, store: false });
    expect(response.usage).toMatchObject({ totalTokens: 18, reasoningTokens: 2 });
    await (await openai()).chat(ask, { tools });
    expect(vendor.requests[1]?.path).toBe('/v1/chat/completions');
  });

  it('is omitted if a tool turn lacks the vendor’s signature', async () => {
    vendor.wire = anthropicWire;
    const ai = await anthropic({ defaultModel: 'claude-haiku-4-5' });
    const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } } as const;
    const unsigned: Message[] = [
      ...ask,
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', toolCallId: 'c1', content: 'x' },
    ];
    await ai.chat(unsigned, { reasoning: { effort: 'low' } });
    expect(last()['thinking']).toEqual({ type: 'disabled' });
    expect(last()['tools']).toHaveLength(1);
  });
});

describe('a history', () => {
  it('is replayed with answered calls only, results together, and orphans as plain text', async () => {
    const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } }) as const;
    await (
      await openai()
    ).chat([
      ...ask,
      { role: 'assistant', content: '', tool_calls: [call('a'), call('b'), call('unanswered')] },
      { role: 'tool', tool_call_id: 'a', content: 'one' },
      { role: 'tool', tool_call_id: 'b', content: 'two' },
      { role: 'tool', tool_call_id: 'nobody', name: 'g', content: 'three' },
    ]);
    const sent = vendor.requests[0]?.json['messages'] as Record<string, unknown>[];
    expect(sent.map((message) => message['role'])).toEqual(['user', 'assistant', 'tool', 'tool', 'user']);
    expect(sent[1]?.['tool_calls']).toHaveLength(2);
    expect(sent[4]?.['content']).toBe('Result of g: three');
  });
});

describe('one request per answer', () => {
  it('is enforced if a package would continue a truncated answer', async () => {
    vendor.wire = () => ({
      json: {
        candidates: [{ content: { role: 'model', parts: [{ text: 'part' }] }, finishReason: 'CONTINUATION', continuationToken: 'more' }],
      },
    });
    await (await gemini()).chat(ask).catch((error: unknown) => expect(error).toMatchObject({ code: 'AI_LIMIT_EXCEEDED' }));
    expect(vendor.requests).toHaveLength(1);
  });

  it('rejects a retired model without a request, but only for the vendor’s own address', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>();
    const own = await getAI({ apiKey: 'k', fetch }, {});
    await expect(own.generateImage('A boat.', { model: 'dall-e-3' })).rejects.toMatchObject({
      code: 'MODEL_NOT_FOUND',
      message: expect.stringContaining('2026-05-12'),
    });
    const claude = await getAI({ type: 'anthropic', apiKey: 'k', fetch, defaultModel: 'claude-3-5-sonnet-20241022' }, {});
    await expect(claude.chat(ask)).rejects.toThrow('switched off');
    expect(fetch).not.toHaveBeenCalled();
    expect((await (await openai()).generateImage('A boat.', { model: 'dall-e-3' })).images).toHaveLength(1);
  });

  it('asks a gateway once for a model, and again after a failure', async () => {
    const ai = await getAI({ type: 'gateway-proxy', baseUrl: vendor.url }, {});
    vendor.fault = { kind: 'status', status: 500 };
    await expect(ai.chat(ask)).rejects.toMatchObject({ code: 'API_ERROR' });
    vendor.reset();
    await ai.chat(ask);
    await ai.chat(ask);
    expect(vendor.requests.map((request) => request.path)).toEqual(['/v1/models', '/v1/chat/completions', '/v1/chat/completions']);
    expect(vendor.requests[1]?.json['model']).toBe('chat-one');
    expect((await ai.getModels())[2]).toMatchObject({ id: 'chat-one', shutdownDate: '2027-01-14', lifecycle: 'deprecated' });
  });

  it('picks an installed model that can chat on a local server', async () => {
    vendor.wire = ollamaWire;
    const ai = await getAI({ type: 'local-server', baseUrl: vendor.url.replace('http://', '') }, {});
    await ai.chat(ask);
    expect(vendor.requests.at(-1)?.json['model']).toBe('small-instruct:latest');
  });
});

describe('options of a call', () => {
  it('the length of vectors, under the vendor’s name for it', async () => {
    await (await openai()).embed('x', { dimensions: 256 });
    expect(vendor.requests.at(-1)?.json['dimensions']).toBe(256);
    vendor.wire = geminiWire;
    await (await gemini()).embed('x', { dimensions: 128 });
    expect(vendor.requests.at(-1)?.body).toContain('"outputDimensionality":128');
    await (await gemini()).embedImage(PNG, { dimensions: 64 });
    expect(vendor.requests.at(-1)?.json['outputDimensionality']).toBe(64);
  });

  it('an image model if the vendor has no current default', async () => {
    vendor.wire = bedrockWire;
    const ai = await getAI({ type: 'cloud-platform', region: 'eu-west-1', apiKey: 'bearer-key', baseUrl: vendor.url }, {});
    expect((await ai.generateImage('A boat.', { model: 'amazon.titan-image-generator-v2:0' })).images[0]?.data).toEqual(PNG);
    await expect(ai.generateImage('A boat.')).rejects.toThrow('model');
  });

  it('tools that it must or must not call', async () => {
    const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }] as const;
    const ai = await openai();
    await ai.chat(ask, { tools, toolChoice: 'required' });
    expect(vendor.requests.at(-1)?.json['tool_choice']).toBe('required');
    await ai.chat(ask, { tools, toolChoice: { type: 'function', function: { name: 'f' } } });
    expect(vendor.requests.at(-1)?.json['tool_choice']).toEqual({ type: 'function', function: { name: 'f' } });
    await expect(ai.chat(ask, { tools, toolChoice: { type: 'function', function: { name: 'g' } } })).rejects.toThrow("'g'");
    await expect(ai.chat(ask, { toolChoice: 'required' })).rejects.toThrow('toolChoice');
  });

  it('sampling, with the vendor’s own handling if a model does not accept it', async () => {
    await (await openai()).chat(ask, { model: 'gpt-4.1', temperature: 0.2, topP: 0.9, seed: 4 });
    expect(vendor.requests.at(-1)?.json).toMatchObject({ temperature: 0.2, top_p: 0.9, seed: 4, max_tokens: 4096 });
    await (await openai()).chat(ask, { model: 'gpt-5-mini', temperature: 0.2 });
    expect(vendor.requests.at(-1)?.json).not.toHaveProperty('temperature');
    expect(vendor.requests.at(-1)?.json['max_completion_tokens']).toBe(4096);
    await expect((await openai()).chat(ask, { temperature: Number.NaN })).rejects.toThrow('temperature');
  });

  it('a schema, which must be one', async () => {
    const responseFormat = { type: 'json_schema', schema: { $ref: '#/nowhere' } } as const;
    await expect((await openai()).chat([{ role: 'user', content: 'Give JSON.' }], { responseFormat })).rejects.toThrow(
      'responseFormat.schema',
    );
  });
});

describe('images by address', () => {
  it('are fetched by the library if the vendor does not, within the rules', async () => {
    const pictures = await LoopbackVendor.start(() => ({ bytes: PNG, type: 'image/png' }));
    vendor.wire = geminiWire;
    const content = [{ type: 'image_url', image_url: { url: `${pictures.url}/a.png` } }] as const;
    await expect((await gemini()).chat([{ role: 'user', content }])).rejects.toThrow('messages[0].content[0].image_url.url');
    const ai = await gemini({ imageUrlOrigins: [pictures.origin] });
    expect((await ai.chat([{ role: 'user', content }])).content).toBe(ANSWER);
    expect(vendor.requests[0]?.body).toContain(Buffer.from(PNG).toString('base64'));
    pictures.fault = { kind: 'status', status: 404 };
    await expect(ai.describeImage(`${pictures.url}/a.png`)).rejects.toMatchObject({ code: 'IMAGE_FETCH_ERROR', status: 404 });
    pictures.fault = { kind: 'silent' };
    await expect(ai.describeImage(`${pictures.url}/a.png`, 'What?', { timeout: 50 })).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    await pictures.close();
  });
});

describe('a stream', () => {
  it('is rejected with an event like any call, and ends by itself if it is not read', async () => {
    const events: RequestEvent[] = [];
    const ai = await openai({ onRequest: (event) => events.push(event) });
    await expect(ai.stream(ask, { idleTimeout: 0 }).next()).rejects.toMatchObject({ code: 'AI_LIMIT_INVALID' });
    await expect(ai.stream(ask, { timeout: -1 }).next()).rejects.toMatchObject({ code: 'AI_LIMIT_INVALID' });
    expect(events.map((event) => event.status)).toEqual(['rejected', 'rejected']);
    vendor.fault = { kind: 'slow-drip' };
    const unread = ai.stream(ask, { timeout: 500 });
    await unread.next();
    await expect(unread.response).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    await expect(unread.next()).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    expect(events.map((event) => event.status)).toEqual(['rejected', 'rejected', 'timed_out']);
    await expect.poll(() => vendor.requests.at(-1)?.abandoned, { timeout: 10_000 }).toBe(true);
  });

  it('reports blocked content and errors inside it', async () => {
    const ai = await openai();
    vendor.wire = () => ({
      type: 'text/event-stream',
      chunks: ['data: {"choices":[{"delta":{},"finish_reason":"content_filter"}]}\n\n', 'data: [DONE]\n\n'],
    });
    await expect(collect(ai.stream(ask))).rejects.toMatchObject({ code: 'CONTENT_FILTERED' });
    vendor.wire = () => ({
      type: 'text/event-stream',
      chunks: ['data: {"error":{"message":"Hello there","type":"overloaded_error"}}\n\n'],
    });
    const error = await collect(ai.stream(ask)).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'API_ERROR', retryable: true });
    expect(String(error)).not.toContain('Hello there');
    vendor.wire = anthropicWire;
    const claude = await anthropic();
    vendor.wire = () => ({
      type: 'text/event-stream',
      chunks: ['event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"busy"}}\n\n'],
    });
    await expect(collect(claude.stream(ask))).rejects.toMatchObject({ retryable: true });
  });
});

describe('limits apply to instances created directly', () => {
  it('as to those of the factory', async () => {
    const ai = new GeneralHostedProvider({ apiKey: 'k', baseUrl: `${vendor.url}/v1` });
    await ai.chat(ask);
    expect(vendor.requests[0]?.json['max_completion_tokens']).toBe(4096);
    await expect(ai.chat(ask, { maxTokens: 4097 })).rejects.toMatchObject({ code: 'AI_LIMIT_EXCEEDED' });
    expect(() => new GeneralHostedProvider({ apiKey: 'k', maxRetries: Number.NaN })).toThrow(
      expect.objectContaining({ code: 'AI_LIMIT_INVALID' }),
    );
    const raised = new GeneralHostedProvider({ apiKey: 'k', baseUrl: `${vendor.url}/v1`, generationLimits: { maxOutputTokens: 9000 } });
    await raised.chat(ask);
    expect(vendor.requests.at(-1)?.json['max_completion_tokens']).toBe(9000);
  });
});

describe('pacing of a client', () => {
  it('serializes clients with the same key, and handles rate limits alone', async () => {
    const rateLimit = { key: 'one budget', cooldownMs: 40, maxAttempts: 2, initialDelayMs: 30 };
    const [one, two] = await Promise.all([openai({ rateLimit }), openai({ rateLimit, maxRetries: 3 })]);
    const begin = performance.now();
    await Promise.all([one.chat(ask), two.chat(ask), one.embed('x')]);
    expect(performance.now() - begin).toBeGreaterThan(75);
    vendor.reset();
    vendor.fault = { kind: 'status', status: 429, json: {} };
    await expect(two.chat(ask)).rejects.toMatchObject({ code: 'RATE_LIMIT' });
    expect(vendor.requests).toHaveLength(2);
  });

  it('does not pace streams, and paces nested calls once', async () => {
    const ai = await openai({ rateLimit: { enabled: true, cooldownMs: 60_000 } });
    expect(await ai.message('Hello')).toBe(ANSWER);
    expect((await collect(ai.stream(ask))).join('')).toBe(ANSWER);
    await expect(ai.chat(ask, { timeout: 100 })).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
  });

  it('counts the wait in the queue against the timeout of the call', async () => {
    const ai = await openai({ rateLimit: { enabled: true } });
    vendor.fault = { kind: 'silent' };
    vendor.faultsLeft = 1;
    const first = ai.chat(ask, { timeout: 300 });
    const second = ai.chat(ask, { timeout: 60 });
    await expect(second).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    await expect(first).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    expect(vendor.requests).toHaveLength(1);
  });
});

describe('older and custom models', () => {
  it('of specification V2 work like current ones', async () => {
    const seen: LanguageModelV4CallOptions[] = [];
    const usage = { inputTokens: 4, outputTokens: 2, totalTokens: 6, reasoningTokens: 1 };
    const model = {
      specificationVersion: 'v2' as const,
      provider: 'old',
      modelId: 'old-model',
      supportedUrls: {},
      doGenerate: async (options: LanguageModelV4CallOptions) => {
        seen.push(options);
        return { content: [{ type: 'text', text: 'old answer' }], finishReason: 'length', usage, warnings: [] };
      },
      doStream: async () => ({
        stream: new ReadableStream({
          start(controller) {
            controller.enqueue({ type: 'text-delta', id: '0', delta: 'old' });
            controller.enqueue({ type: 'finish', finishReason: 'stop', usage });
            controller.close();
          },
        }),
      }),
    };
    const ai = await getAI({ type: 'ai-sdk', model }, {});
    const content = [{ type: 'image', image: PNG }] as const;
    expect(await ai.chat([{ role: 'user', content }])).toMatchObject({
      content: 'old answer',
      finishReason: 'length',
      usage: { promptTokens: 4, completionTokens: 2, reasoningTokens: 1 },
    });
    expect(seen[0]?.maxOutputTokens).toBe(4096);
    expect(seen[0]?.prompt).toMatchObject([{ content: [{ type: 'file', data: PNG }] }]);
    const stream = ai.stream(ask);
    expect(await collect(stream)).toEqual(['old']);
    expect((await stream.response).usage).toMatchObject({ totalTokens: 6 });
    await expect(getAI({ type: 'custom' }, {})).rejects.toThrow('model');
    const { createOpenAI } = await import('@ai-sdk/openai');
    const embeddingModel = createOpenAI({ apiKey: 'k', baseURL: `${vendor.url}/v1` }).embedding('text-embedding-3-small');
    const embedder = await getAI({ type: 'custom', embeddingModel }, {});
    expect((await embedder.embed('x')).embeddings).toHaveLength(1);
    await expect(embedder.chat(ask)).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED' });
  });

  it('that ignore the signal do not block the call', async () => {
    const model = {
      specificationVersion: 'v4' as const,
      provider: 'deaf',
      modelId: 'd',
      supportedUrls: {},
      doGenerate: () => new Promise<never>(() => undefined),
      doStream: () => new Promise<never>(() => undefined),
    };
    const ai = await getAI({ type: 'custom', model }, {});
    await expect(ai.chat(ask, { timeout: 30 })).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    await expect(ai.stream(ask, { timeout: 30 }).next()).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
  });
});

describe('explicit credentials', () => {
  it('take precedence over a bearer token in the environment', async () => {
    vi.stubEnv('AWS_BEARER_TOKEN_BEDROCK', 'somebody-elses-token');
    vendor.wire = bedrockWire;
    const ai = await getAI({
      type: 'cloud-platform',
      region: 'eu-west-1',
      credentials: { accessKeyId: 'AKID', secretAccessKey: 's' },
      baseUrl: vendor.url,
    });
    await ai.chat(ask);
    await ai.getModels();
    expect(vendor.requests.map((request) => request.headers.authorization?.split(' ')[0])).toEqual([
      'AWS4-HMAC-SHA256',
      'AWS4-HMAC-SHA256',
    ]);
    vi.unstubAllEnvs();
  });
});

describe('a missing package', () => {
  it('is an error that names the command to install it', async () => {
    const { loadPackage } = await import('../src/vendors/load-package.ts');
    const missing = (): Promise<never> => Promise.reject(Object.assign(new Error('no'), { code: 'ERR_MODULE_NOT_FOUND' }));
    await expect(loadPackage('general-hosted', '@ai-sdk/openai', missing)).rejects.toMatchObject({
      code: 'MISSING_PACKAGE',
      message: expect.stringContaining('npm install @ai-sdk/openai'),
    });
  });
});

describe('resources', () => {
  it('are released after a thousand aborted calls, at every stage of a call', async () => {
    const events: RequestEvent[] = [];
    const usage: UsageEvent[] = [];
    const ai = await openai({ onRequest: (event) => events.push(event), onUsage: (event) => usage.push(event) });
    await ai.chat(ask);
    vendor.faultFor = (request) => request.body.includes('stall');
    const caller = new AbortController();
    const added = vi.spyOn(caller.signal, 'addEventListener');
    const removed = vi.spyOn(caller.signal, 'removeEventListener');
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        Array.from({ length: 100 }, async (_one, index) => {
          const controller = new AbortController();
          const signal = AbortSignal.any([controller.signal, caller.signal]);
          vendor.fault = index % 2 === 0 ? { kind: 'silent' } : { kind: 'slow-drip' };
          const stall = [{ role: 'user', content: 'stall' }] as const;
          const work = index % 3 === 0 ? collect(ai.stream(stall, { signal })) : ai.chat(stall, { signal });
          if (index % 5 === 0) controller.abort();
          else setTimeout(() => controller.abort(), index % 7);
          await expect(work).rejects.toMatchObject({ code: 'AI_ABORTED' });
        }),
      );
    }
    expect(events.filter((event) => event.status === 'aborted')).toHaveLength(1000);
    expect(added.mock.calls.length).toBe(removed.mock.calls.length);
    await ai.chat(ask);
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    await expect.poll(() => vendor.connections(), { timeout: 5000 }).toBeLessThan(10);
    const idle = timers();
    await Promise.all(Array.from({ length: 50 }, () => ai.chat(ask)));
    await wait(20);
    // Vitest has its own timers, so only additional ones count.
    expect(timers()).toBeLessThanOrEqual(idle + 2);
  });
});
