import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  AIError,
  AuthenticationError,
  ContextLengthError,
  ModelNotFoundError,
  RateLimitError,
  type AIOptions,
  type AIProvider,
  type RequestEvent,
  type UsageEvent,
} from '../../src/index.ts';
import { collect } from '../loopback/collect.ts';
import { LoopbackVendor, type Fault } from '../loopback/server.ts';
import { ANSWER, CHUNKS, PNG, USAGE } from '../loopback/wires.ts';
import { SECRET, textKinds } from './kinds.ts';

const PROMPT = 'Where did the marmalade ship sail in nineteen twelve?';
const messages = [{ role: 'user', content: PROMPT }] as const;
const tool = {
  type: 'function',
  function: { name: 'look_up', description: 'Looks a name up.', parameters: { type: 'object', properties: { name: { type: 'string' } } } },
} as const;
const bookSchema = {
  type: 'object',
  properties: { title: { type: 'string' }, pages: { type: 'integer' } },
  required: ['title', 'pages'],
  additionalProperties: false,
};

describe.each(textKinds)('the contract of every text kind: $name', (kind) => {
  let vendor: LoopbackVendor;
  let other: LoopbackVendor;
  const usage: UsageEvent[] = [];
  const requests: RequestEvent[] = [];
  const calls = () => vendor.requests.filter(kind.isCall);
  const make = (options: AIOptions = {}): Promise<AIProvider> =>
    kind.make(vendor.url, { onUsage: (event) => usage.push(event), onRequest: (event) => requests.push(event), ...options });
  const test = (name: string, label: string, body: () => Promise<void>): void => {
    const reason = kind.skips[name];
    it.skipIf(reason !== undefined)(reason === undefined ? label : `${label} (not here: ${reason})`, body);
  };

  beforeAll(async () => {
    vendor = await LoopbackVendor.start(kind.wire);
    other = await LoopbackVendor.start(() => ({ json: {} }));
  });
  afterAll(async () => {
    await vendor.close();
    await other.close();
  });
  beforeEach(() => {
    vendor.reset();
    other.reset();
    usage.length = 0;
    requests.length = 0;
  });

  it('answers a conversation with one request and reports it once', async () => {
    const ai = await make({ usageTags: { team: 'desk', place: 'client' } });
    const response = await ai.chat(messages, { usageTags: { place: 'call' } });
    expect(response).toMatchObject({ content: ANSWER, finishReason: 'stop', usage: USAGE });
    expect(calls()).toHaveLength(1);
    expect(usage).toMatchObject([{ provider: kind.name, operation: 'chat', usage: USAGE, tags: { team: 'desk', place: 'call' } }]);
    expect(usage[0]?.timestamp).toBeInstanceOf(Date);
    expect(requests).toMatchObject([
      { provider: kind.name, operation: 'chat', status: 'succeeded', attempts: 1, effectiveMaxOutputTokens: 4096 },
    ]);
  });

  it('streams the same answer in chunks, with its usage', async () => {
    const stream = (await make()).stream(messages);
    const chunks = await collect(stream);
    expect(chunks.join('')).toBe(ANSWER);
    expect(chunks.length).toBeGreaterThanOrEqual(CHUNKS.length);
    expect(await stream.response).toMatchObject({ content: ANSWER, usage: USAGE });
    expect(calls()).toHaveLength(1);
    expect(usage).toMatchObject([{ operation: 'stream', usage: USAGE }]);
    expect(requests).toMatchObject([{ operation: 'stream', status: 'succeeded', attempts: 1 }]);
  });

  it('reports complete and message as one chat each, under their own names to onRequest', async () => {
    const ai = await make();
    expect(await ai.message(PROMPT, { system: 'Be brief.' })).toBe(ANSWER);
    expect((await ai.complete(PROMPT)).content).toBe(ANSWER);
    expect(usage.map((event) => event.operation)).toEqual(['chat', 'chat']);
    expect(requests.map((event) => event.operation)).toEqual(['message', 'complete']);
  });

  it('passes on a tool call, accepts its result, and continues', async () => {
    const ai = await make();
    const asked = [{ role: 'user', content: 'Please call the tool.' }] as const;
    const first = await ai.chat(asked, { tools: [tool] });
    expect(first.finishReason).toBe('tool_calls');
    const [call] = first.toolCalls ?? [];
    expect(call?.function.name).toBe('look_up');
    expect(JSON.parse(call!.function.arguments)).toEqual({ name: 'Harbour' });
    const result = { role: 'tool', toolCallId: call!.id, content: 'RESULT-OF-TOOL' } as const;
    const second = await ai.chat([...asked, JSON.parse(JSON.stringify(first.message)), result], { tools: [tool] });
    expect(second.content).toBe(ANSWER);
    expect(vendor.requests.at(-1)?.body).toContain('RESULT-OF-TOOL');
  });

  it('streams a tool call', async () => {
    const stream = (await make()).stream([{ role: 'user', content: 'Please call the tool.' }], { tools: [tool] });
    expect(await collect(stream)).toEqual([]);
    expect((await stream.response).toolCalls?.[0]?.function.name).toBe('look_up');
  });

  it('returns a validated object for a JSON schema', async () => {
    const response = await (
      await make()
    ).chat([{ role: 'user', content: 'Give JSON.' }], {
      responseFormat: { type: 'json_schema', schema: bookSchema },
    });
    expect(response.object).toEqual({ title: 'Harbour', pages: 3 });
  });

  it('rejects an answer that violates the schema, without quoting it', async () => {
    const ai = await make();
    const schema = { ...bookSchema, properties: { ...bookSchema.properties, pages: { type: 'string' } } };
    const error = await ai
      .chat([{ role: 'user', content: 'Give JSON.' }], { responseFormat: { type: 'json_schema', schema } })
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'INVALID_OBJECT' });
    expect(String(error)).not.toContain('Harbour');
  });

  test('vision', 'sends an image inside a message and describes one', async () => {
    const ai = await make();
    await ai.chat([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image', image: PNG },
        ],
      },
    ]);
    expect(calls()[0]?.body).toContain(Buffer.from(PNG).toString('base64'));
    expect(await ai.describeImage(PNG)).toBe(ANSWER);
    expect(kind.readCeiling(calls()[1]!.json)).toBe(500);
  });

  test('embed', 'embeds one text and several', async () => {
    const ai = await make();
    const { embeddings } = await ai.embed(['one', 'two']);
    expect(embeddings).toHaveLength(2);
    expect(embeddings[0]?.slice(0, 2)).toEqual([0.1, 0.2]);
    expect((await ai.embed('one')).embeddings).toHaveLength(1);
    expect(requests.map((event) => event.operation)).toEqual(['embed', 'embed']);
  });

  test('embedImage', 'embeds an image', async () => {
    expect((await (await make()).embedImage(PNG)).embeddings[0]?.slice(0, 2)).toEqual([0.1, 0.2]);
    expect(requests).toMatchObject([{ operation: 'embedImage', status: 'succeeded' }]);
  });

  test('generateImage', 'draws an image as bytes or base64', async () => {
    const ai = await make();
    const { images } = await ai.generateImage('A harbour.');
    expect(images).toEqual([{ data: PNG, mimeType: 'image/png' }]);
    const again = await ai.generateImage('A harbour.', { outputFormat: 'base64' });
    expect(again.images[0]?.data).toBe(Buffer.from(PNG).toString('base64'));
  });

  test('getModels', 'lists its models', async () => {
    expect((await (await make()).getModels()).length).toBeGreaterThan(0);
  });

  it('estimates tokens without a request', async () => {
    expect(await (await make()).countTokens('four letters make one')).toBeGreaterThan(3);
    expect(vendor.requests).toHaveLength(0);
  });

  it('throws NOT_IMPLEMENTED and sends nothing for operations denied by its capabilities', async () => {
    const ai = await make();
    const can = ai.getCapabilities();
    const attempts: [boolean, () => Promise<unknown>][] = [
      [can.embeddings, () => ai.embed('x')],
      [can.imageEmbeddings, () => ai.embedImage(PNG)],
      [can.tts, () => ai.synthesizeSpeech('x')],
      [can.voiceDesign, () => ai.designVoice({ description: 'low' })],
      [can.videoGeneration, () => ai.submitVideoGenerationJob({ prompt: 'x' })],
    ];
    for (const [able, attempt] of attempts.filter(([supported]) => !supported)) {
      expect(able).toBe(false);
      await expect(attempt()).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED' });
    }
    expect(vendor.requests).toHaveLength(0);
    expect(requests.every((event) => event.status === 'rejected' && event.errorCode === 'NOT_IMPLEMENTED')).toBe(true);
  });

  it('sends the ceiling it reports: the default, and a smaller one of the call', async () => {
    const ai = await make();
    await ai.chat(messages);
    await ai.chat(messages, { maxTokens: 321 });
    await collect(ai.stream(messages, { maxTokens: 123 }));
    expect(calls().map((request) => kind.readCeiling(request.json))).toEqual([4096, 321, 123]);
    expect(requests.map((event) => event.effectiveMaxOutputTokens)).toEqual([4096, 321, 123]);
  });

  it('rejects a call above a ceiling before any request, including model discovery', async () => {
    const ai = await make({ generationLimits: { maxOutputTokens: 1000 } });
    const refused = [
      ai.chat(messages, { maxTokens: 1001 }),
      ai.chat(messages, { reasoning: { maxTokens: 1025 } }),
      ai.chat(messages, { n: 2 }),
      'vision' in kind.skips ? ai.complete('What?', { maxTokens: 5000 }) : ai.describeImage(PNG, 'What?', { maxTokens: 5000 }),
      ai.stream(messages, { maxTokens: 5000 }).next(),
    ];
    for (const attempt of refused) await expect(attempt).rejects.toMatchObject({ code: 'AI_LIMIT_EXCEEDED' });
    expect(vendor.requests).toHaveLength(0);
    expect(requests).toHaveLength(5);
    expect(requests.every((event) => event.status === 'rejected' && event.attempts === 0)).toBe(true);
    expect(requests.some((event) => event.requestedMaxOutputTokens === 1001)).toBe(true);
  });

  it("works with effort 'low' and with thinkingLevel on a client that has the default ceilings", async () => {
    const ai = await make();
    expect((await ai.chat(messages, { reasoning: { effort: 'low' } })).content).toBe(ANSWER);
    expect((await ai.chat(messages, { thinkingLevel: 'high' })).content).toBe(ANSWER);
    expect(requests.every((event) => (event.effectiveReasoningTokens ?? 0) <= 1024)).toBe(true);
    for (const request of calls()) expect(Number(kind.readCeiling(request.json))).toBeLessThanOrEqual(4096);
  });

  const failures: [string, Fault, Partial<AIError>, (abstract new (...args: never[]) => AIError)?][] = [
    ['401', { kind: 'status', status: 401 }, { code: 'AUTH_ERROR', retryable: false }, AuthenticationError],
    ['403', { kind: 'status', status: 403 }, { code: 'FORBIDDEN', retryable: false }, AuthenticationError],
    ['402', { kind: 'status', status: 402 }, { code: 'INSUFFICIENT_CREDITS', retryable: false }],
    ['404', { kind: 'status', status: 404 }, { code: 'MODEL_NOT_FOUND', retryable: false }, ModelNotFoundError],
    ['413', { kind: 'status', status: 413 }, { code: 'CONTEXT_LENGTH_EXCEEDED', retryable: false }, ContextLengthError],
    [
      '429 with seconds',
      { kind: 'status', status: 429, headers: { 'retry-after': '20' } },
      { code: 'RATE_LIMIT', retryable: true, retryAfter: 20 },
      RateLimitError,
    ],
    [
      '429 with a hint in the body',
      { kind: 'status', status: 429, json: { error: { message: 'slow down', details: [{ retryDelay: '7s' }] } } },
      { code: 'RATE_LIMIT', retryAfter: 7 },
    ],
    [
      '429 with nothing',
      { kind: 'status', status: 429, json: { error: { message: 'slow down' } } },
      { code: 'RATE_LIMIT', retryAfter: undefined },
    ],
    [
      '429 for a spent quota',
      { kind: 'status', status: 429, json: { error: { message: 'pay', code: 'insufficient_quota' } } },
      { code: 'QUOTA_EXHAUSTED', retryable: false },
    ],
    ['500', { kind: 'status', status: 500 }, { code: 'API_ERROR', retryable: true }],
    ['503', { kind: 'status', status: 503 }, { code: 'API_ERROR', retryable: true }],
    ['529', { kind: 'status', status: 529 }, { code: 'API_ERROR', retryable: true }],
    ['408', { kind: 'status', status: 408 }, { code: 'API_ERROR', retryable: true }],
    ['malformed JSON', { kind: 'malformed' }, { code: 'INVALID_RESPONSE', retryable: false }],
    ['a page of HTML', { kind: 'wrong-type' }, { code: 'INVALID_RESPONSE', retryable: false }],
    ['a body cut short', { kind: 'cut-body' }, { code: 'NETWORK_ERROR', retryable: true }],
    ['a dropped connection', { kind: 'drop' }, { code: 'NETWORK_ERROR', retryable: true }],
  ];

  it.each(failures)('converts %s to its error after one request, without prompt, answer or key', async (_name, fault, expected, type) => {
    vendor.fault = fault;
    vendor.faultFor = kind.isCall;
    const error = await (await make()).chat(messages).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AIError);
    if (type) expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject(expected);
    expect(calls()).toHaveLength(1);
    expect(requests).toMatchObject([{ status: 'failed', attempts: 1, errorCode: expected.code }]);
    expect(usage).toEqual([]);
    expectNoLeak(error, requests);
  });

  it('reads a Retry-After that is a date', async () => {
    vendor.fault = { kind: 'status', status: 429, headers: { 'retry-after': new Date(Date.now() + 30_000).toUTCString() } };
    vendor.faultFor = kind.isCall;
    const error = (await (await make()).chat(messages).catch((caught: unknown) => caught)) as RateLimitError;
    expect(error.retryAfter).toBeGreaterThanOrEqual(20);
    expect(error.retryAfter).toBeLessThanOrEqual(30);
  });

  test('redirect', 'does not follow a redirect, which would receive the key', async () => {
    vendor.fault = { kind: 'redirect', to: other.url };
    vendor.faultFor = kind.isCall;
    await expect((await make()).chat(messages)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
    expect(other.requests).toHaveLength(0);
  });

  test('huge', 'does not read an answer of 300 MB', async () => {
    vendor.fault = { kind: 'huge' };
    vendor.faultFor = kind.isCall;
    const before = process.memoryUsage().rss;
    await expect((await make({ maxResponseBytes: 8 * 1024 * 1024 })).chat(messages)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it('fails a stream that is cut in the middle', async () => {
    vendor.fault = { kind: 'cut-stream' };
    vendor.faultFor = kind.isCall;
    const seen: string[] = [];
    const reading = (async () => {
      for await (const chunk of (await make()).stream(messages)) seen.push(chunk);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'NETWORK_ERROR', retryable: true });
    expect(requests).toMatchObject([{ operation: 'stream', status: 'failed' }]);
    expectNoLeak(await reading.catch((caught: unknown) => caught), requests);
  });

  it('fails a stream that is refused, once and with the same errors', async () => {
    vendor.fault = { kind: 'status', status: 429, headers: { 'retry-after': '9' } };
    vendor.faultFor = kind.isCall;
    const stream = (await make()).stream(messages);
    await expect(collect(stream)).rejects.toMatchObject({ code: 'RATE_LIMIT', retryAfter: 9 });
    await expect(stream.response).rejects.toMatchObject({ code: 'RATE_LIMIT' });
    expect(calls()).toHaveLength(1);
    expect(requests).toMatchObject([{ operation: 'stream', status: 'failed', attempts: 1 }]);
  });

  it('aborts a silent stream at the idle timeout and a slow one at the timeout', async () => {
    vendor.fault = { kind: 'slow-drip' };
    vendor.faultFor = kind.isCall;
    const ai = await make();
    await expect(collect(ai.stream(messages, { idleTimeout: 60 }))).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    await expect(collect(ai.stream(messages, { timeout: 60 }))).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    await expect(ai.chat(messages, { timeout: 60 })).rejects.toMatchObject({ code: 'AI_TIMEOUT', retryable: true });
    expect(requests.map((event) => event.status)).toEqual(['timed_out', 'timed_out', 'timed_out']);
  });

  it('sends nothing when the signal is aborted already', async () => {
    const ai = await make();
    const signal = AbortSignal.abort();
    await expect(ai.chat(messages, { signal })).rejects.toMatchObject({ code: 'AI_ABORTED' });
    await expect(ai.stream(messages, { signal }).next()).rejects.toMatchObject({ code: 'AI_ABORTED' });
    expect(vendor.requests).toHaveLength(0);
    expect(requests.map((event) => event.status)).toEqual(['aborted', 'aborted']);
  });

  it('stops the request when the signal aborts while it waits for headers', async () => {
    vendor.fault = { kind: 'silent' };
    vendor.faultFor = kind.isCall;
    const controller = new AbortController();
    const call = (await make()).chat(messages, { signal: controller.signal });
    const aborted = expect(call).rejects.toMatchObject({ code: 'AI_ABORTED' });
    await expect.poll(() => calls().length, { timeout: 10_000 }).toBe(1);
    controller.abort();
    await aborted;
    await expect.poll(() => calls()[0]?.abandoned, { timeout: 10_000 }).toBe(true);
  });

  it('aborts the request when its reader leaves the loop', async () => {
    vendor.fault = { kind: 'slow-drip' };
    vendor.faultFor = kind.isCall;
    const stream = (await make()).stream(messages);
    const first =
      kind.name === 'multimodal-hosted'
        ? undefined
        : await Promise.race([stream.next(), new Promise((resolve) => setTimeout(resolve, 200))]);
    expect(first === undefined || typeof first === 'object').toBe(true);
    await stream.return?.();
    await expect(stream.response).rejects.toMatchObject({ code: 'AI_ABORTED' });
    if (calls().length > 0) await expect.poll(() => calls()[0]?.abandoned, { timeout: 10_000 }).toBe(true);
    expect(requests.every((event) => event.status === 'aborted')).toBe(true);
  });

  it('retries only if configured, as often as configured', async () => {
    vendor.fault = { kind: 'status', status: 429, headers: { 'retry-after-ms': '10' } };
    vendor.faultFor = kind.isCall;
    vendor.faultsLeft = 2;
    const ai = await make({ maxRetries: 2 });
    expect((await ai.chat(messages)).content).toBe(ANSWER);
    expect(calls()).toHaveLength(3);
    expect(requests).toMatchObject([{ status: 'succeeded', attempts: 3 }]);
  });

  it('ignores callbacks that throw', async () => {
    const explode = (): never => {
      throw new Error('callback');
    };
    const ai = await make({ onUsage: explode, onRequest: explode });
    expect((await ai.chat(messages, { onProgress: explode })).content).toBe(ANSWER);
    await expect(ai.chat(messages, { maxTokens: 99_999 })).rejects.toMatchObject({ code: 'AI_LIMIT_EXCEEDED' });
  });

  it('calls onProgress with the chunks of a chat', async () => {
    const chunks: string[] = [];
    const response = await (await make()).chat(messages, { onProgress: (chunk) => chunks.push(chunk) });
    expect(chunks.join('')).toBe(ANSWER);
    expect(response).toMatchObject({ content: ANSWER, usage: USAGE });
  });

  it('names the field of a message that cannot be sent', async () => {
    const ai = await make();
    await expect(ai.chat([])).rejects.toThrow('messages');
    await expect(ai.chat([{ role: 'captain', content: 'x' } as never])).rejects.toThrow('messages[0].role');
    await expect(ai.chat([{ role: 'user', content: [{ type: 'sound' }] } as never])).rejects.toThrow('messages[0].content[0].type');
    expect(vendor.requests).toHaveLength(0);
  });

  it('keeps prompt, answer and key out of every event of a successful call, and out of a printed provider', async () => {
    const ai = await make({ usageTags: { note: `with ${SECRET}` } });
    await ai.chat(messages);
    await collect(ai.stream(messages));
    const { inspect } = await import('node:util');
    expectNoLeak(undefined, [...usage, ...requests], inspect(ai, { depth: 10 }), JSON.stringify(ai));
  });
});

function expectNoLeak(error: unknown, ...things: unknown[]): void {
  const printed = [error instanceof Error ? inspectError(error) : '', ...things.map((thing) => JSON.stringify(thing))].join('\n');
  for (const secret of [PROMPT, PROMPT.slice(10, 35), ANSWER, CHUNKS[0], SECRET]) expect(printed).not.toContain(secret);
}

function inspectError(error: Error): string {
  const fields = Object.getOwnPropertyNames(error).map((name) => `${name}: ${JSON.stringify((error as never)[name])}`);
  return [error.stack, ...fields, error.cause instanceof Error ? inspectError(error.cause) : JSON.stringify(error.cause)].join('\n');
}
