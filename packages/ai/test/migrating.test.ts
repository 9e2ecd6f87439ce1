import { readFile } from 'node:fs/promises';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { generateText } from 'ai';
import { MockSpeechModelV4 } from 'ai/test';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  AIError,
  AuthenticationError,
  ContentFilterError,
  ContextLengthError,
  createResponseCache,
  createSpendingLimit,
  decideApproval,
  defineTool,
  getAI,
  getAIAuto,
  RateLimitError,
  readPrices,
  runTools,
  asLanguageModel,
  withFallback,
  withMiddleware,
  type AIOptions,
  type AIProvider,
  type Message,
} from '../src/index.ts';
import { toolsFromMcp } from '../src/mcp.ts';
import { createFakeAI } from '../src/testing/index.ts';
import { collect } from './loopback/collect.ts';
import { LoopbackVendor, type Wire } from './loopback/server.ts';
import { ANSWER, anthropicWire, openaiWire, PNG } from './loopback/wires.ts';

// Each line of the tables in docs/ai/migrating.md, by its first cell: what the page says to write is written here, and run.
const ask = [{ role: 'user', content: 'Say hello.' }] as const;
const call: readonly Message[] = [{ role: 'user', content: 'Call the tool, please.' }];
const lookUp = defineTool({
  name: 'look_up',
  description: 'Returns the entry of a name.',
  parameters: { type: 'object', properties: { name: { type: 'string' } } },
  execute: () => 'RESULT-OF-TOOL',
});
const schema = z.object({ title: z.string() });
const book = { responseFormat: { type: 'json_schema', schema } } as const;

const wire: Wire = (request) => {
  const answer = (content: string) => ({ model: 'gpt-6-luna', choices: [{ message: { content }, finish_reason: 'stop' }] });
  if (request.path.endsWith('/rerank')) return { json: { results: [{ index: 1, relevance_score: 0.9 }] } };
  if (request.path.endsWith('/files')) return { json: { id: 'file-1' } };
  if (request.path.endsWith('/content')) {
    return { type: 'application/jsonl', bytes: JSON.stringify({ custom_id: 'a', response: { status_code: 200, body: answer('Open.') } }) };
  }
  if (request.path.includes('/batches')) return { json: { id: 'batch-1', status: 'completed', output_file_id: 'file-2' } };
  if (request.body.includes('json_schema') && request.json['stream'] !== true) return { json: answer('{"title":"The Sea"}') };
  return openaiWire(request);
};

let openai: LoopbackVendor;
let anthropic: LoopbackVendor;
beforeAll(async () => {
  [openai, anthropic] = await Promise.all([LoopbackVendor.start(wire), LoopbackVendor.start(anthropicWire)]);
});
afterAll(() => Promise.all([openai.close(), anthropic.close()]));
beforeEach(() => [openai, anthropic].forEach((vendor) => vendor.reset()));

const client = (options: AIOptions = {}): Promise<AIProvider> =>
  getAI({ type: 'openai', apiKey: 'test-key', baseUrl: `${openai.url}/v1`, ...options }, {});
const claude = (options: AIOptions = {}): Promise<AIProvider> =>
  getAI({ type: 'anthropic', apiKey: 'test-key', baseUrl: anthropic.url, ...options }, {});
const router = (options: AIOptions = {}): Promise<AIProvider> =>
  getAI({ type: 'openrouter', apiKey: 'test-key', baseUrl: `${openai.url}/v1`, ...options }, {});
const last = (): Readonly<Record<string, unknown>> => openai.requests.at(-1)?.json ?? {};
const text = async (ai: AIProvider): Promise<void> => expect((await ai.chat(ask)).content).toBe(ANSWER);
const streamed = async (): Promise<void> => expect((await collect((await client()).stream(ask))).join('')).toBe(ANSWER);
const tools = async (): Promise<void> =>
  expect((await runTools(await client(), call, { tools: [lookUp], maxSteps: 5 })).status).toBe('completed');
const approve = async (): Promise<void> => {
  const guarded = { ...lookUp, needsApproval: true };
  const { status, state } = await runTools(await client(), call, { tools: [guarded] });
  expect(status).toBe('awaiting-approval');
  const kept = JSON.parse(JSON.stringify(state)) as typeof state;
  const approvals = kept.waiting.map((pending) => decideApproval(pending, { decision: 'approved', by: 'ada' }));
  expect((await runTools(await client(), kept, { tools: [guarded], approvals })).status).toBe('completed');
};
const object = async (): Promise<void> => expect((await (await client()).chat(ask, book)).object?.title).toBe('The Sea');
const embeds = async (): Promise<void> => expect((await (await client()).embed(['a', 'b'])).embeddings).toHaveLength(2);
const falls = async (): Promise<void> => {
  openai.fault = { kind: 'status', status: 500 };
  await text(withFallback([await client(), { provider: await claude(), model: 'claude-haiku-5-5' }]));
};
const retries = async (): Promise<void> => {
  openai.fault = { kind: 'status', status: 503, headers: { 'retry-after': '0' } };
  openai.faultsLeft = 1;
  await text(await client({ maxRetries: 2, timeout: 10_000 }));
  expect(openai.requests).toHaveLength(2);
};
const batches = async (): Promise<void> => {
  const ai = await client();
  const handle = await ai.submitBatch([{ id: 'a', messages: ask }]);
  expect((await ai.getBatch(handle)).status).toBe('succeeded');
  expect(await ai.fetchBatchResults(handle)).toMatchObject([{ id: 'a', response: { content: 'Open.' } }]);
};
const limited = async (): Promise<void> => {
  const spending = createSpendingLimit({ maxCost: 0.001, prices: { 'gpt-6-luna': { inputPerMillion: 1, outputPerMillion: 10 } } });
  await expect((await client({ spending })).chat(ask)).rejects.toMatchObject({ code: 'SPENDING_LIMIT_EXCEEDED' });
  expect(openai.requests).toHaveLength(0);
};
const reports = async (): Promise<void> => {
  const seen: string[] = [];
  await text(await client({ onUsage: ({ operation }) => seen.push(operation), onRequest: ({ status }) => seen.push(status) }));
  expect(seen.sort()).toEqual(['chat', 'succeeded']);
};
const faked = async (): Promise<void> => expect(await createFakeAI(['Hello.']).message('Hi')).toBe('Hello.');
const reranks = async (): Promise<void> => {
  const ai = await getAI({ type: 'litellm', apiKey: 'test-key', baseUrl: openai.url, defaultModel: 'm' }, {});
  expect((await ai.rerank('hours', ['a', 'b'], { model: 'ranker' })).results[0]?.document).toBe('b');
};
const speaks = async (): Promise<void> => {
  const spoken = new Uint8Array([1, 2]);
  const speechModel = new MockSpeechModelV4({
    doGenerate: async () => ({ audio: spoken, warnings: [], response: { timestamp: new Date(), modelId: 'voice' } }),
  });
  expect((await (await getAI({ type: 'ai-sdk', speechModel }, {})).synthesizeSpeech('Good evening.')).audio).toEqual(spoken);
};

const lines: Readonly<Record<string, () => Promise<unknown>>> = {
  // From the AI SDK
  "`openai('gpt-6-luna')`": async () => text(await client({ defaultModel: 'gpt-6-luna' })),
  '`generateText({ model, prompt })`': async () => {
    expect((await (await client()).complete('Say hello.')).content).toBe(ANSWER);
    expect(await (await client()).message('Say hello.')).toBe(ANSWER);
    expect((await generateText({ model: asLanguageModel(await client()), prompt: 'Say hello.' })).text).toBe(ANSWER);
  },
  '`generateText({ model, messages })`': async () =>
    expect((await (await client()).chat(ask)).message).toMatchObject({ role: 'assistant', content: ANSWER }),
  '`streamText(...).textStream`': streamed,
  '`streamText(...).stream`, before that `fullStream`': async () => {
    const types = (await collect((await client()).stream(ask).events())).map(({ type }) => type);
    expect([types[0], types.at(-1)]).toEqual(['text', 'finish']);
  },
  '`tools` with `execute`, `stopWhen: isStepCount(5)`': tools,
  '`createMCPClient(...).tools()`': async () => {
    const server = new McpServer({ name: 'archive', version: '1.0.0' });
    server.registerTool('find', { description: 'Finds.', inputSchema: z.object({}) }, async () => ({
      content: [{ type: 'text', text: 'Found.' }],
    }));
    const mcp = new Client({ name: 'desk', version: '1.0.0' });
    const [here, there] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(there), mcp.connect(here)]);
    expect((await toolsFromMcp(mcp, { server: 'archive' })).map(({ name }) => name)).toEqual(['archive__find']);
  },
  'tools of a vendor such as `openai.tools.webSearch()`': async () => {
    const { content, sources = [] } = await (await claude()).chat(ask, { serverTools: [{ type: 'web_search' }] });
    expect([content, sources]).toEqual([ANSWER, []]);
    expect(JSON.stringify(anthropic.requests.at(-1)?.json['tools'])).toContain('web_search');
  },
  '`needsApproval`': approve,
  '`Output.object({ schema })`, `partialOutputStream`': async () => {
    await object();
    const events = await collect(
      (await client()).stream([{ role: 'user', content: 'Give JSON.' }], { responseFormat: { type: 'json_object' } }).events(),
    );
    expect(events.some(({ type }) => type === 'object')).toBe(true);
  },
  '`embedMany`, `generateImage`': async () => {
    await embeds();
    expect((await (await client()).generateImage('A quay')).images).toHaveLength(1);
  },
  '`generateSpeech`': speaks,
  '`transcribe`': async () => expect((await (await client()).transcribe(PNG, { mimeType: 'audio/wav' })).text).toBe(ANSWER),
  '`rerank({ model, query, documents })`': reranks,
  '`maxOutputTokens`, `stopSequences`, `abortSignal`': async () => {
    await (await client()).chat(ask, { maxTokens: 50, stop: ['END'], signal: AbortSignal.timeout(5000) });
    expect(last()).toMatchObject({ max_completion_tokens: 50, stop: ['END'] });
  },
  "`reasoning: 'low'`": async () => {
    const ai = await client();
    await ai.chat(ask, { reasoning: { effort: 'low' } });
    expect(last()['reasoning_effort']).toBe('low');
    await ai.chat(ask);
    expect(last()['reasoning_effort']).toBe('none');
  },
  "`providerOptions: { openai: { serviceTier: 'flex' } }`": async () => {
    await (await client()).chat(ask, { providerOptions: { openai: { serviceTier: 'flex' } } });
    expect(last()['service_tier']).toBe('flex');
  },
  '`providerOptions: { anthropic: { cacheControl } }`': async () => {
    await (await claude()).chat([{ role: 'system', content: 'Be short.', cacheControl: { ttl: '5m' } }, ...ask]);
    expect(anthropic.requests.at(-1)?.body).toContain('cache_control');
  },
  '`maxRetries` (2 by default)': retries,
  '`usage.inputTokens`, `usage.outputTokens`': async () => {
    const { usage } = await (await client({ prices: { 'gpt-6-luna': { inputPerMillion: 1, outputPerMillion: 10 } } })).chat(ask);
    expect([usage?.promptTokens, usage?.completionTokens, (usage?.cost ?? 0) > 0].every(Boolean)).toBe(true);
  },
  '`APICallError`, `isRetryable`': async () => {
    openai.fault = { kind: 'status', status: 429, headers: { 'retry-after': '7' } };
    const failure: unknown = await (await client()).chat(ask).catch((error: unknown) => error);
    expect(AIError.isInstance(failure) && [failure.code, failure.retryable, failure.retryAfter]).toEqual(['RATE_LIMIT', true, 7]);
  },
  // From LangChain
  '`new ChatOpenAI({ model, maxTokens, temperature })`': async () => {
    await (await client({ defaultModel: 'gpt-4.1' })).chat(ask, { maxTokens: 50, temperature: 0.2 });
    expect(last()).toMatchObject({ model: 'gpt-4.1', temperature: 0.2 });
  },
  "`initChatModel('anthropic:claude-…')`": async () => {
    await text(await claude({ defaultModel: 'claude-haiku-5-5' }));
    await text(await getAIAuto({}, { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: anthropic.url }));
  },
  "`llm.invoke('…')`, `.content`": async () => expect(await (await client()).message('Say hello.')).toBe(ANSWER),
  "`llm.invoke([new SystemMessage('…'), new HumanMessage('…')])`": async () =>
    expect((await (await client()).chat([{ role: 'system', content: 'Be short.' }, ...ask])).content).toBe(ANSWER),
  "`for await (const chunk of await llm.stream('…'))`": streamed,
  '`llm.batch([...])`': async () => {
    const ai = await client({ rateLimit: { enabled: true, key: 'migrating' } });
    expect(await Promise.all(['a', 'b'].map((one) => ai.message(one)))).toEqual([ANSWER, ANSWER]);
    await batches();
  },
  '`llm.withStructuredOutput(schema)`': object,
  '`llm.bindTools([...])`, `tool(fn, { name, schema })`': async () => {
    const { toolCalls } = await (
      await client()
    ).chat(call, {
      tools: [{ type: 'function', function: { name: 'look_up', parameters: { type: 'object', properties: {} } } }],
    });
    expect(toolCalls?.length).toBeGreaterThan(0);
    await tools();
  },
  '`createAgent({ model, tools })`, `AgentExecutor`, `createReactAgent`': tools,
  '`humanInTheLoopMiddleware`, `interrupt()` and a checkpointer': approve,
  '`llm.withFallbacks([other])`': falls,
  '`llm.withRetry({ stopAfterAttempt: 3 })`, `maxRetries`': retries,
  '`new OpenAIEmbeddings()`, `embedQuery`, `embedDocuments`': embeds,
  '`InMemoryCache`': async () => {
    const ai = withMiddleware(await client(), [createResponseCache()]);
    await text(ai);
    await text(ai);
    expect(openai.requests).toHaveLength(1);
  },
  '`usage_metadata.input_tokens`, `.output_tokens`': async () =>
    expect((await (await client()).chat(ask)).usage?.promptTokens).toBeGreaterThan(0),
  'callbacks, LangSmith': reports,
  '`FakeListChatModel`': faked,
  // From OpenRouter
  "`new OpenAI({ baseURL: 'https://openrouter.ai/api/v1', apiKey })`": async () => text(await router()),
  "`client.chat.completions.create({ model: 'vendor/model', messages })`": async () => {
    expect((await (await router()).chat(ask, { model: 'vendor/model' })).content).toBe(ANSWER);
    expect(last()['model']).toBe('vendor/model');
  },
  '`stream: true`': async () => expect((await collect((await router()).stream(ask))).join('')).toBe(ANSWER),
  "`models: ['a', 'b']`, `provider: { order }`": async () => {
    await (await router()).chat(ask, { providerOptions: { openrouter: { models: ['a', 'b'], provider: { order: ['x'] } } } });
    expect(last()).toMatchObject({ models: ['a', 'b'], provider: { order: ['x'] } });
  },
  '`reasoning: { max_tokens }`': async () => {
    await (await router({ generationLimits: { maxReasoningTokens: 2000 } })).chat(ask, { reasoning: { maxTokens: 1500 } });
    expect(last()['reasoning']).toEqual({ max_tokens: 1500 });
  },
  "`plugins: [{ id: 'web' }]`": async () => {
    await (await router()).chat(ask, { providerOptions: { openrouter: { plugins: [{ id: 'web' }] } } });
    expect(last()['plugins']).toEqual([{ id: 'web' }]);
  },
  '`usage: { include: true }`, `usage.cost`': async () => {
    openai.wire = () => ({
      json: {
        choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, cost: 0.5 },
      },
    });
    expect((await (await router()).chat(ask)).usage?.cost).toBe(0.5);
    openai.wire = wire;
  },
  'the limit of a key': limited,
  '`HTTP-Referer`, `X-Title`': async () => {
    await (await router({ headers: { 'HTTP-Referer': 'https://news.example', 'X-Title': 'News' } })).chat(ask);
    expect(openai.requests.at(-1)?.headers).toMatchObject({ 'http-referer': 'https://news.example', 'x-title': 'News' });
  },
  'without OpenRouter': async () => text(await claude({ defaultModel: 'claude-haiku-5-5' })),
  // From LiteLLM
  "`completion(model='anthropic/claude-…', messages)`": async () => text(await claude({ defaultModel: 'claude-haiku-5-5' })),
  '`completion(..., stream=True)`': streamed,
  '`embedding`, `image_generation`, `speech`': async () => {
    await embeds();
    expect((await (await client()).generateImage('A quay')).images).toHaveLength(1);
    await speaks();
  },
  '`rerank`, `create_batch`, `retrieve_batch`': async () => {
    await reranks();
    await batches();
  },
  '`Router(fallbacks=[...])`': falls,
  '`num_retries`, `timeout` (seconds)': retries,
  '`max_budget`, `BudgetManager`': limited,
  '`model_cost`, `completion_cost`': async () => {
    const prices = await readPrices({
      m: { litellm_provider: 'openai', mode: 'chat', input_cost_per_token: 1e-6, output_cost_per_token: 1e-5 },
    });
    const { usage } = await (await client({ defaultModel: 'm', prices: prices.of('general-hosted') })).chat(ask);
    expect(usage?.cost === undefined).toBe(false);
  },
  '`rpm`, `tpm` of a deployment': async () => text(await client({ rateLimit: { enabled: true, key: 'migrating rpm' } })),
  '`success_callback`, `failure_callback`': reports,
  '`drop_params=True`': async () => {
    const { warnings } = await (await client()).chat(ask, { topK: 5 });
    expect(warnings?.map(({ feature }) => feature)).toContain('topK');
  },
  '`litellm.exceptions.RateLimitError` and the others': async () => {
    const kinds = [RateLimitError, AuthenticationError, ContextLengthError, ContentFilterError];
    expect(kinds.every((kind) => kind.prototype instanceof AIError)).toBe(true);
    openai.fault = { kind: 'status', status: 401 };
    await expect((await client()).chat(ask)).rejects.toBeInstanceOf(AuthenticationError);
  },
  "`mock_response='…'`": faked,
};

const page = await readFile(new URL('../../../docs/ai/migrating.md', import.meta.url), 'utf8');
const documented = [...page.matchAll(/^\| (.+?) +\| .+\|$/gm)]
  .map((match) => match[1] ?? '')
  .filter((cell) => cell !== 'before' && !cell.startsWith('---'));

describe('a move from another library', () => {
  it('has each line of the page tried here, and no other', () => {
    expect(documented.length).toBeGreaterThan(55);
    expect([...new Set(documented)].sort()).toEqual(Object.keys(lines).sort());
  });

  it.each(Object.entries(lines))('%s', async (_before, run) => void (await run()));
});
