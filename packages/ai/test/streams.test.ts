import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { streamText } from 'ai';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asLanguageModel, getAI, withFallback, type RequestEvent, type UsageEvent } from '../src/index.ts';
import { createFakeAI } from '../src/testing/index.ts';
import { collect } from './loopback/collect.ts';
import { always, chunk, compatibleKinds, events } from './loopback/event-stream.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { ANSWER, anthropicWire, bedrockWire, geminiWire, openaiWire, USAGE } from './loopback/wires.ts';

const ask = [{ role: 'user', content: 'Hello there' }] as const;
const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
let vendor: LoopbackVendor;

beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  vendor.wire = openaiWire;
});

const sse = (...chunks: string[]) => always({ type: 'text/event-stream', chunks });
const say = (text: string): string => JSON.stringify(chunk({ content: text }));
const stop = JSON.stringify({ ...chunk({}, 'stop'), usage });

describe.each(compatibleKinds)('a stream of %s is parsed', (_name, make) => {
  const read = async () => {
    const stream = (await make(vendor)).stream(ask);
    const text = (await collect(stream)).join('');
    return { text, usage: (await stream.response).usage };
  };

  it.each([
    ['with "error": null in its chunks', sse(`data: {"error":null,${say('Hi').slice(1)}\n\n`, `data: ${stop}\n\n`, 'data: [DONE]\n\n')],
    ['with empty and null data', sse('data:\n\n', 'data: null\n\n', `data: ${say('Hi')}\n\n`, 'data: \n\n', `data: ${stop}\n\n`)],
    ['with comments and names', sse(': keep-alive\n\n', `event: message\nid: 4\ndata: ${say('Hi')}\n\n`, `data:${stop}\n\n`)],
    ['with data over several lines', sse(`data: ${say('Hi').replace(',', ',\ndata: ')}\n\n`, `data: ${stop}\n\n`)],
    ['with CR alone at the end of lines', sse(`data: ${say('Hi')}\r\r`, `data: ${stop}\r\r`, 'data: [DONE]\r\r')],
    ['with CR and LF in different packets', sse(`data: ${say('Hi')}\r`, '\n\r', `\ndata: ${stop}\r\n\r\n`)],
    ['with one line feed between events', sse(`data: ${say('Hi')}\ndata: ${stop}\ndata: [DONE]\n`)],
    ['with [DONE] in the packet of another event', sse(`data: ${say('Hi')}\n\ndata: ${stop}\n\ndata: [DONE]\n\n`)],
    ['with a last event that no blank line ends', sse(`data: ${say('Hi')}\n\n`, `data: ${stop}`)],
    ['with [DONE] and no reason', sse(`data: ${say('Hi')}\n\n`, `data: ${JSON.stringify({ choices: [], usage })}\n\n`, 'data: [DONE]\n\n')],
  ])('%s', async (_case, wire) => {
    vendor.wire = wire;
    expect(await read()).toMatchObject({ text: 'Hi', usage: USAGE });
  });

  it('byte by byte', async () => {
    const bytes = new TextEncoder().encode(`data: ${say('Hé')}\r\n\r\ndata: ${stop}\r\n\r\ndata: [DONE]\r\n\r\n`);
    vendor.wire = always({ type: 'text/event-stream', chunks: Array.from(bytes, (byte) => new Uint8Array([byte])) });
    expect((await read()).text).toBe('Hé');
  });
});

describe('a truncated stream', () => {
  it.each([
    ['openai', openaiWire, 'general-hosted'],
    ['anthropic', anthropicWire, 'assistant-hosted'],
    ['gemini', geminiWire, 'multimodal-hosted'],
    ['bedrock', bedrockWire, 'cloud-platform'],
  ] as const)('fails: %s', async (type, wire, provider) => {
    const seen: RequestEvent[] = [];
    const ai = await getAI(
      { type, apiKey: 'test-key', region: 'eu-west-1', baseUrl: vendor.url, onRequest: (event) => seen.push(event) },
      {},
    );
    vendor.wire = (request) => {
      const reply = wire(request);
      return 'chunks' in reply ? { ...reply, chunks: reply.chunks.slice(0, 2) } : reply;
    };
    await expect(collect(ai.stream(ask))).rejects.toMatchObject({ code: 'NETWORK_ERROR', retryable: true });
    await expect(ai.chat(ask, { onProgress: () => undefined })).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
    expect(seen.map((event) => [event.provider, event.status])).toEqual([
      [provider, 'failed'],
      [provider, 'failed'],
    ]);
  });
});

describe('a server that stays open after its last event', () => {
  const open: ServerResponse[] = [];
  afterEach(() => open.splice(0).forEach((response) => response.destroy()));

  it('does not delay the end of the answer', async () => {
    const server = createServer((request, response) => {
      request.resume();
      open.push(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const messages = [
        { type: 'message_start', message: { model: 'm', usage: { input_tokens: 1 } } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
        { type: 'message_stop' },
      ];
      const chat = [`data: ${say('Hi')}\n\n`, `data: ${stop}\n\n`, 'data: [DONE]\n\n'];
      const lines = [`{"message":{"content":"Hi"}}\n`, '{"done":true,"done_reason":"stop"}\n'];
      const all = request.url?.includes('/messages') ? messages.map((event) => `data: ${JSON.stringify(event)}\n\n`) : chat;
      for (const piece of request.url === '/api/chat' ? lines : all) response.write(piece);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const type of ['openai', 'anthropic', 'ollama'] as const) {
      const ai = await getAI({ type, apiKey: 'test-key', baseUrl, defaultModel: 'm', timeout: 5000 }, {});
      expect(await collect(ai.stream(ask))).toEqual(['Hi']);
    }
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('concurrent reads of one stream', () => {
  const make = compatibleKinds[0]![1];

  it('send one request', async () => {
    const stream = (await make(vendor)).stream(ask);
    const three = await Promise.all([stream.next(), stream.next(), stream.next()]);
    expect(three.map(({ value }) => value).join('')).toBe(ANSWER);
    expect((await stream.next()).done).toBe(true);
    expect(vendor.requests).toHaveLength(1);
  });

  it('are done if only the response is awaited, and late readers get all events', async () => {
    const stream = (await make(vendor)).stream(ask);
    expect((await stream.response).content).toBe(ANSWER);
    expect((await collect(stream)).join('')).toBe(ANSWER);
    const other = (await make(vendor)).stream(ask);
    const [text, response] = await Promise.all([collect(other), other.response]);
    expect(text.join('')).toBe(response.content);
    expect(vendor.requests).toHaveLength(2);
    const chain = withFallback([await make(vendor)]).stream(ask);
    expect((await chain.response).content).toBe(ANSWER);
    expect((await collect(chain)).join('')).toBe(ANSWER);
    vendor.fault = { kind: 'status', status: 500 };
    await expect((await make(vendor)).stream(ask).response).rejects.toMatchObject({ code: 'API_ERROR' });
  });

  it('report errors with the same codes to onProgress and to a loop', async () => {
    vendor.wire = always(events(chunk({ content: 'Hi' }), { error: { type: 'rate_limit_error', message: 'slow down' } }));
    const ai = await make(vendor);
    await expect(collect(ai.stream(ask))).rejects.toMatchObject({ code: 'RATE_LIMIT' });
    await expect(ai.chat(ask, { onProgress: () => undefined })).rejects.toMatchObject({ code: 'RATE_LIMIT' });
  });

  it('send one request for speech too', async () => {
    vendor.wire = () => ({ type: 'audio/wav', chunks: ['aa', 'bb'] });
    const ai = await getAI({ type: 'speech-local', endpoint: vendor.url }, {});
    const speech = ai.streamSpeech('Hello');
    await Promise.all([speech.next(), speech.next(), speech.next()]);
    expect(vendor.requests).toHaveLength(1);
  });
});

describe('an abandoned answer', () => {
  const make = compatibleKinds[0]![1];

  it('is reported with its known usage, or with a marked estimate', async () => {
    const seen: UsageEvent[] = [];
    const onUsage = (event: UsageEvent) => void seen.push(event);
    const left = (await make(vendor, { onUsage })).stream(ask);
    await left.next();
    await left.return?.();
    expect(seen).toMatchObject([{ operation: 'stream', usage: { estimated: true } }]);
    expect(seen[0]?.usage?.promptTokens).toBeGreaterThan(0);
    vendor.fault = { kind: 'slow-drip' };
    const late = (await make(vendor, { onUsage, timeout: 150 })).stream(ask);
    await expect(collect(late)).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    const told = (await make(vendor, { onUsage, timeout: 150 })).chat(ask, { onProgress: () => undefined });
    await expect(told).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    expect(seen[2]).toMatchObject({ operation: 'chat', usage: { estimated: true } });
    vendor.reset();
    vendor.wire = anthropicWire;
    const claude = (await getAI({ type: 'anthropic', apiKey: 'test-key', baseUrl: vendor.url, onUsage }, {})).stream(ask);
    await claude.next();
    await claude.return?.();
    expect(seen[3]?.usage).toEqual({ promptTokens: 11, completionTokens: 1, totalTokens: 12 });
  });

  it('is not reported if nothing had arrived', async () => {
    const seen: UsageEvent[] = [];
    vendor.fault = { kind: 'status', status: 500 };
    const ai = await make(vendor, { onUsage: (event) => void seen.push(event) });
    await expect(collect(ai.stream(ask))).rejects.toMatchObject({ code: 'API_ERROR' });
    expect(seen).toEqual([]);
  });
});

describe('the events of a stream', () => {
  it('contain text, reasoning, calls and the end', async () => {
    vendor.wire = anthropicWire;
    const ai = await getAI({ type: 'anthropic', apiKey: 'test-key', baseUrl: vendor.url }, {});
    const seen = await collect(ai.stream(ask).events());
    expect(seen.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')).toBe(ANSWER);
    expect(seen.at(-1)).toMatchObject({ type: 'finish', response: { content: ANSWER, usage: USAGE } });
    const tool = { type: 'function', function: { name: 'look_up', parameters: { type: 'object' } } } as const;
    const called = await collect(ai.stream([{ role: 'user', content: 'Please call the tool.' }], { tools: [tool] }).events());
    expect(called.map((event) => event.type)).toEqual(['tool-call-start', 'tool-call-delta', 'tool-call', 'finish']);
  });

  it('contain the partial object, and the validated one at the end', async () => {
    const ai = createFakeAI(['{"title": "The harbour at night", "tags": ["sea", "ships"]}']);
    const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
    const seen = await collect(ai.stream(ask, { responseFormat: { type: 'json_schema', schema } }).events());
    const objects = seen.flatMap((event) => (event.type === 'object' ? [event.object] : []));
    expect(objects[0]).toEqual({});
    expect(objects).toContainEqual({ title: 'The harbour' });
    expect(objects.at(-1)).toEqual({ title: 'The harbour at night', tags: ['sea', 'ships'] });
    expect(seen.at(-1)).toMatchObject({ response: { object: { title: 'The harbour at night' } } });
  });
});

describe('a finished stream', () => {
  it.each([
    ['openai', [say('Hi'), stop, '[DONE]']],
    [
      'anthropic',
      [
        { type: 'message_start', message: { model: 'm', usage: { input_tokens: 1, output_tokens: 1 } } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
        { type: 'message_stop' },
      ].map((event) => JSON.stringify(event)),
    ],
  ] as const)('releases its connection for reuse, even if the server ends the response later: %s', async (type, data) => {
    let connections = 0;
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const entry of data) response.write(`data: ${entry}\n\n`);
      setTimeout(() => response.end(), 10);
    }).on('connection', () => (connections += 1));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ai = await getAI({ type, apiKey: 'sk-test-key', baseUrl }, {});
    for (let round = 0; round < 5; round += 1) {
      await collect(ai.stream(ask));
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    server.closeAllConnections();
    server.close();
    expect(connections).toBeLessThanOrEqual(2);
  });
});

describe('an option that a stream could not pass to its provider', () => {
  it('is reported in the first event, and to the functions of the AI SDK', async () => {
    vendor.wire = sse(`data: ${say('Hi')}\n\n`, `data: ${stop}\n\n`);
    const ai = await getAI({ type: 'openai', apiKey: 'sk-test-key', baseUrl: vendor.url }, {});
    const [first, second] = await collect(ai.stream(ask, { topK: 3 }).events());
    expect(first).toEqual({ type: 'warnings', warnings: [{ feature: 'topK', message: expect.any(String) }] });
    expect(second).toEqual({ type: 'text', text: 'Hi' });
    const { warnings } = streamText({ model: asLanguageModel(ai), prompt: 'Hello', topK: 3 });
    expect(await warnings).toMatchObject([{ type: 'unsupported', feature: 'topK' }]);
  });
});

describe('a timeout longer than the maximum of a timer', () => {
  it('counts as none, instead of ending immediately', async () => {
    vendor.wire = sse(`data: ${say('Hi')}\n\n`, `data: ${stop}\n\n`);
    const ai = await getAI({ type: 'openai', apiKey: 'sk-test-key', baseUrl: vendor.url, timeout: 1e11, maxRetries: 1 }, {});
    expect(await collect(ai.stream(ask, { idleTimeout: 3e9 }))).toEqual(['Hi']);
    vendor.reset();
    vendor.fault = { kind: 'status', status: 429, headers: { 'retry-after': '31536000' }, json: {} };
    await expect(ai.chat(ask, { signal: AbortSignal.timeout(150) })).rejects.toMatchObject({ code: 'AI_ABORTED' });
    expect(vendor.requests).toHaveLength(1);
  });
});
