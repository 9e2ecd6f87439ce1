import { generateText, jsonSchema, streamText, tool } from 'ai';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  AIClient,
  AIError,
  AIMessageClass,
  AIThread,
  asLanguageModel,
  defineTool,
  getAI,
  OpenAIClient,
  RateLimitError,
  runTools,
  withFallback,
  type RequestEvent,
} from '../src/index.ts';
import { createFakeAI } from '../src/testing/index.ts';
import { collect } from './loopback/collect.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { ANSWER, anthropicWire, openaiWire, USAGE } from './loopback/wires.ts';

const ask = [{ role: 'user', content: 'Hello there' }] as const;
let vendor: LoopbackVendor;
let claude: LoopbackVendor;

beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
  claude = await LoopbackVendor.start(anthropicWire);
});
afterAll(async () => {
  await vendor.close();
  await claude.close();
});
beforeEach(() => {
  vendor.reset();
  claude.reset();
});

const openai = (options = {}) => getAI({ apiKey: 'sk-test', baseUrl: `${vendor.url}/v1`, ...options }, {});
const anthropic = (options = {}) => getAI({ type: 'assistant-hosted', apiKey: 'sk-test', baseUrl: claude.url, ...options }, {});

describe('a chain of providers', () => {
  it('tries the next one after a failure specific to a provider', async () => {
    const ai = withFallback([await anthropic(), await openai()]);
    for (const status of [401, 404, 429, 500, 529]) {
      claude.fault = { kind: 'status', status };
      expect((await ai.chat(ask)).content).toBe(ANSWER);
    }
    expect(claude.requests).toHaveLength(5);
    expect(vendor.requests).toHaveLength(5);
  });

  it('does not try the next one after a refusal, an abort or blocked content', async () => {
    const ai = withFallback([await anthropic(), await openai()]);
    await expect(ai.chat(ask, { maxTokens: 99_999 })).rejects.toMatchObject({ code: 'AI_LIMIT_EXCEEDED' });
    await expect(ai.chat(ask, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'AI_ABORTED' });
    claude.fault = { kind: 'status', status: 400, json: { error: { code: 'content_filter' } } };
    await expect(ai.chat(ask)).rejects.toMatchObject({ code: 'CONTENT_FILTERED' });
    expect(vendor.requests).toHaveLength(0);
  });

  it('applies each provider’s own ceilings', async () => {
    claude.fault = { kind: 'status', status: 500 };
    const ai = withFallback([await anthropic(), await openai({ generationLimits: { maxOutputTokens: 50 } })]);
    await expect(ai.chat(ask, { maxTokens: 60 })).rejects.toMatchObject({ code: 'AI_LIMIT_EXCEEDED' });
    expect(vendor.requests).toHaveLength(0);
  });

  it('falls back in a stream only before the first chunk', async () => {
    const ai = withFallback([await anthropic(), await openai()]);
    claude.fault = { kind: 'status', status: 503 };
    const stream = ai.stream(ask);
    expect((await collect(stream)).join('')).toBe(ANSWER);
    expect((await stream.response).usage).toEqual(USAGE);
    vendor.reset();
    claude.fault = { kind: 'cut-stream' };
    const broken = withFallback([await openai(), await anthropic()]).stream(ask);
    vendor.fault = { kind: 'cut-stream' };
    claude.reset();
    await expect(collect(broken)).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
    expect(claude.requests).toHaveLength(0);
  });

  it('never submits a video twice if the first may have been accepted, and polls the provider that accepted it', async () => {
    const submitted: string[] = [];
    const video = (name: 'video-task-a' | 'video-task-b', error?: AIError) => ({
      ...createFakeAI(['']),
      type: name,
      submitVideoGenerationJob: async () => {
        submitted.push(name);
        if (error) throw error;
        return { jobId: '1', provider: name, model: 'm', createdAt: '' };
      },
      getVideoGenerationJob: async () => ({ status: 'running' as const, rawStatus: name }),
    });
    const doubtful = withFallback([
      video('video-task-a', new AIError('gone', { code: 'NETWORK_ERROR', retryable: true })),
      video('video-task-b'),
    ] as never);
    await expect(doubtful.submitVideoGenerationJob({ prompt: 'x' })).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
    expect(submitted).toEqual(['video-task-a']);
    const certain = withFallback([video('video-task-a', new RateLimitError('slow')), video('video-task-b')] as never);
    const handle = await certain.submitVideoGenerationJob({ prompt: 'x' });
    expect((await certain.getVideoGenerationJob(handle)).rawStatus).toBe('video-task-b');
  });
});

describe('a provider as a model of the AI SDK', () => {
  it('answers generateText and streamText under this library’s limits and events', async () => {
    const events: RequestEvent[] = [];
    const model = asLanguageModel(
      await openai({ onRequest: (event: RequestEvent) => events.push(event), generationLimits: { maxOutputTokens: 77 } }),
    );
    const result = await generateText({ model, prompt: 'Hello there', maxRetries: 0 });
    expect(result.text).toBe(ANSWER);
    expect(result.usage).toMatchObject({ inputTokens: 11, outputTokens: 7 });
    expect(vendor.requests[0]?.json['max_completion_tokens']).toBe(77);
    const streamed = streamText({ model, prompt: 'Hello there', maxRetries: 0 });
    expect((await collect(streamed.textStream)).join('')).toBe(ANSWER);
    await expect(generateText({ model, prompt: 'x', maxOutputTokens: 78, maxRetries: 0 })).rejects.toThrow('ceiling');
    expect(events.map((event) => event.status)).toEqual(['succeeded', 'succeeded', 'rejected']);
  });

  it('runs a loop of tools, with signatures of the vendor', async () => {
    const model = asLanguageModel(await anthropic());
    const look_up = tool({
      description: 'Looks up.',
      inputSchema: jsonSchema<{ name: string }>({ type: 'object', properties: { name: { type: 'string' } } }),
      execute: async () => 'RESULT-OF-TOOL',
    });
    const { stepCountIs } = await import('ai');
    const result = await generateText({
      model,
      prompt: 'Please call the tool.',
      tools: { look_up },
      stopWhen: stepCountIs(3),
      maxRetries: 0,
      reasoning: 'low',
    });
    expect(result.text).toBe(ANSWER);
    expect(claude.requests).toHaveLength(2);
    expect(claude.requests[1]?.body).toContain('RESULT-OF-TOOL');
    expect(claude.requests[1]?.body).toContain('SIGNED');
  });
});

describe('the fake for tests', () => {
  it('answers from its script and records its calls', async () => {
    const ai = createFakeAI([
      'One.',
      { toolCalls: [{ name: 'find', arguments: { id: 1 } }] },
      { error: new RateLimitError('slow', { retryAfter: 3 }) },
    ]);
    expect(await ai.message('First?')).toBe('One.');
    expect((await ai.chat(ask)).toolCalls?.[0]?.function).toEqual({ name: 'find', arguments: '{"id":1}' });
    await expect(ai.chat(ask)).rejects.toMatchObject({ code: 'RATE_LIMIT', retryAfter: 3 });
    expect(ai.calls[0]).toEqual([{ role: 'user', content: 'First?' }]);
    expect(ai.calls).toHaveLength(3);
  });

  it('streams, embeds and applies the limits of real providers', async () => {
    const ai = createFakeAI((messages) => `You said: ${JSON.stringify(messages.at(-1)?.content)}`);
    const chunks = await collect(ai.stream(ask));
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.join('')).toBe('You said: "Hello there"');
    const { embeddings } = await ai.embed(['a', 'a', 'b']);
    expect(embeddings[0]).toEqual(embeddings[1]);
    expect(embeddings[0]).not.toEqual(embeddings[2]);
    await expect(ai.chat(ask, { maxTokens: 5000 })).rejects.toMatchObject({ code: 'AI_LIMIT_EXCEEDED' });
    expect(ai.calls).toHaveLength(1);
  });
});

describe('spans', () => {
  it('follow the conventions of OpenTelemetry and contain no text', async () => {
    const exporter = new InMemorySpanExporter();
    const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer('test');
    const ai = await openai({ tracer });
    await ai.chat(ask, { temperature: 0.5, stop: 'END', maxTokens: 90 });
    vendor.fault = { kind: 'status', status: 401 };
    await expect(ai.chat(ask)).rejects.toBeDefined();
    const [good, bad] = exporter.getFinishedSpans();
    expect(good?.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-6-luna',
      'gen_ai.request.max_tokens': 90,
      'gen_ai.request.temperature': 0.5,
      'gen_ai.request.stop_sequences': ['END'],
      'gen_ai.response.model': 'answering-model',
      'gen_ai.response.finish_reasons': ['stop'],
      'server.address': '127.0.0.1',
      'gen_ai.usage.input_tokens': 11,
      'gen_ai.usage.output_tokens': 7,
    });
    expect(good?.name).toBe('chat gpt-6-luna');
    expect(bad?.attributes).toMatchObject({ 'error.type': 'AUTH_ERROR', 'http.response.status_code': 401 });
    expect(bad?.status.code).toBe(2);
    expect(JSON.stringify([good?.attributes, bad?.attributes])).not.toMatch(/Hello there|lighthouse/);
  });

  it('cover a loop of tools and each tool in it', async () => {
    const exporter = new InMemorySpanExporter();
    const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer('test');
    const ai = createFakeAI([{ toolCalls: [{ name: 'find', arguments: { secret: 'harbour' } }] }, 'Done.'], { tracer });
    await runTools(ai, ask, { tools: [defineTool({ name: 'find', parameters: { type: 'object' }, execute: () => 'RESULT' })] });
    const spans = exporter.getFinishedSpans();
    expect(spans.map((span) => span.name)).toEqual(['chat fake-model', 'execute_tool find', 'chat fake-model', 'invoke_agent']);
    expect(spans[1]?.attributes).toMatchObject({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'find' });
    expect(JSON.stringify(spans.map((span) => span.attributes))).not.toMatch(/harbour|RESULT|Hello there/);
    const failing = createFakeAI([{ error: new RateLimitError('slow') }], { tracer });
    await expect(runTools(failing, ask, { tools: [defineTool({ name: 'f', parameters: {}, execute: () => '' })] })).rejects.toBeDefined();
    expect(exporter.getFinishedSpans().at(-1)?.attributes['error.type']).toBe('RATE_LIMIT');
  });

  it('change nothing if the tracer throws', async () => {
    const startSpan = (): never => {
      throw new Error('tracer');
    };
    expect((await (await openai({ tracer: { startSpan } })).chat(ask)).content).toBe(ANSWER);
  });
});

describe('the cost of a call', () => {
  it('comes from a price table, with cached tokens at their own price, or is absent', async () => {
    const prices = { 'gpt-6-luna': { inputPerMillion: 1, outputPerMillion: 10 } };
    expect((await (await openai({ prices })).chat(ask)).usage?.cost).toBeCloseTo(81 / 1_000_000);
    expect((await (await openai()).chat(ask)).usage).not.toHaveProperty('cost');
  });
});

describe('the classes of earlier versions', () => {
  const options = () => ({ apiKey: 'sk-test', baseUrl: `${vendor.url}/v1` });

  it('delegate to the new ones', async () => {
    const client = await AIClient.create({ type: 'openai', ...options() });
    expect(await client.message('Hello')).toBe(ANSWER);
    expect((await client.chat(ask)).content).toBe(ANSWER);
    expect((await client.complete('Hello')).content).toBe(ANSWER);
    expect((await collect(await client.stream(ask))).join('')).toBe(ANSWER);
    expect((await new OpenAIClient(options()).provider()).type).toBe('general-hosted');
    await expect(AIClient.create({ type: 'anthropic' })).rejects.toThrow('apiKey');
  });

  it('remember a conversation, but not a failed turn', async () => {
    const thread = new OpenAIClient(options()).createThread('Be brief.');
    expect(thread).toBeInstanceOf(AIThread);
    expect(await thread.send('First')).toBe(ANSWER);
    vendor.fault = { kind: 'status', status: 500 };
    await expect(thread.send('Second')).rejects.toMatchObject({ code: 'API_ERROR' });
    vendor.reset();
    await thread.send('Third');
    expect(thread.messages.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'user', 'assistant']);
    expect(thread.messages[1]).toBeInstanceOf(AIMessageClass);
    expect(vendor.requests[0]?.json['messages']).toHaveLength(4);
  });
});
