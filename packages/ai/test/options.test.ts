import { generateText } from 'ai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  asLanguageModel,
  createResponseCache,
  createSpendingLimit,
  defineTool,
  getAI,
  runTools,
  type AIOptions,
  type AIProvider,
  type ProviderType,
} from '../src/index.ts';
import { createFakeAI } from '../src/testing/index.ts';
import { VENDORS } from '../src/vendors/vendors.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { anthropicWire, openaiWire, PNG } from './loopback/wires.ts';

const ask = [{ role: 'user', content: 'Hello there' }] as const;
let vendor: LoopbackVendor;
beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  vendor.wire = openaiWire;
});
const openai = (options: AIOptions = {}) => getAI({ type: 'openai', apiKey: 'test-key', baseUrl: vendor.url, ...options }, {});
const last = () => vendor.requests.at(-1);

describe('an address', () => {
  it.each(['https://user:password@example.com/v1', 'https://example.com/v1?key=secret', 'https://example.com/v1#top'])(
    'with credentials, a query or a fragment is rejected without being printed: %s',
    async (address) => {
      for (const options of [
        { type: 'openai', baseUrl: address },
        { type: 'ollama', baseUrl: address },
        { type: 'speech-local', endpoint: address },
      ] as const) {
        const error = await getAI({ apiKey: 'test-key', ...options }, {}).catch((caught: unknown) => caught);
        expect(error).toMatchObject({
          code: 'NOT_CONFIGURED',
          message: expect.stringMatching(/contains (?:credentials|a query|a fragment)/),
        });
        expect(String(error)).not.toMatch(/password@|secret/);
      }
    },
  );
});

describe('an option that does not exist', () => {
  it('is rejected, naming the closest known one', async () => {
    await expect(openai({ maxRetires: 2 } as never)).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
      message: expect.stringContaining('Did you mean maxRetries?'),
    });
    await expect(openai({ generationLimits: { max_output_tokens: 5 } } as never)).rejects.toThrow('generationLimits.maxOutputTokens');
    await expect(openai({ rateLimit: { coolDown: 5 } } as never)).rejects.toThrow('rateLimit.cooldownMs');
    const ai = await openai();
    await expect(ai.chat(ask, { max_tokens: 5 } as never)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('Did you mean maxTokens?'),
    });
    await expect(ai.chat(ask, { reasoning: { efort: 'low' } } as never)).rejects.toThrow('reasoning.effort');
    await expect(ai.embed('x', { dimension: 5 } as never)).rejects.toThrow('dimensions');
    await expect(ai.stream(ask, { zzz: 1 } as never).next()).rejects.toThrow('There is no option zzz');
    await expect(ai.chat(ask, { promptCache: { tll: '1h' } } as never)).rejects.toThrow('promptCache.ttl');
    const speech = await getAI({ type: 'speech-local', endpoint: vendor.url }, {});
    await expect(speech.streamSpeech('Hello', { voise: 'x' } as never).next()).rejects.toThrow('Did you mean voice?');
    expect(vendor.requests).toHaveLength(0);
    await ai.chat(ask, { maxTokens: undefined, zzz: undefined } as never);
    expect(vendor.requests).toHaveLength(1);
  });
});

describe('a misspelt ceiling', () => {
  it('is rejected everywhere, instead of being ignored', async () => {
    await expect(openai({ credentials: { accessKeyID: 'a', secretAccessKey: 'b' } } as never)).rejects.toThrow('credentials.accessKeyId');
    expect(() => createSpendingLimit({ maxCost: 1, stor: {} } as never)).toThrow('Did you mean store?');
    expect(() => createResponseCache({ tll: 1 } as never)).toThrow('Did you mean ttl?');
    const ai = await openai();
    const tools = [defineTool({ name: 'f', parameters: { type: 'object' }, execute: () => 'done' })];
    await expect(runTools(ai, ask, { tools, budget: { maxToken: 5 } } as never)).rejects.toThrow('budget.maxTokens');
    const { admin } = await getAI({ type: 'litellm', baseUrl: vendor.url, apiKey: 'test-key' }, {});
    const key = { name: 'desk', projectId: 'team' };
    for (const wrong of [
      { rateLimits: { requestMaxLimit: 1 } },
      { rateLimit: { requestsMaxLimit: 1 } },
      { budget: { maxLimit: 1, resetDuration: '1M', max: 2 } },
      { providerConfigs: [{ provider: 'openai', allowedModel: ['a'] }] },
    ]) {
      await expect(admin.createVirtualKey({ ...key, ...wrong } as never)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
    await expect(admin.createProject({ name: 'desk', tenantId: 't', budgt: {} } as never)).rejects.toThrow('Did you mean budget?');
    expect(vendor.requests).toHaveLength(0);
  });

  it.each([
    [{ inputPerMilion: 1, outputPerMillion: 1 }, 'inputPerMillion?'],
    [{ inputPerMillion: '1', outputPerMillion: 1 }, 'inputPerMillion must be'],
    [{ inputPerMillion: 1 }, 'outputPerMillion must be'],
    [{ inputPerMillion: Number.NaN, outputPerMillion: 1 }, 'inputPerMillion must be'],
    [{ inputPerMillion: 1, outputPerMillion: 1, perImage: -1 }, 'perImage must be'],
    [{ inputPerMillion: 1, outputPerMillion: 1, long: { inputPerMillion: 1, outputPerMillion: 2 } }, 'long.aboveTokens must be'],
    [{ inputPerMillion: 1, outputPerMillion: 1, next: { from: 'soon', inputPerMillion: 1, outputPerMillion: 2 } }, 'next.from must be'],
    [null, 'must be an object'],
  ])('is rejected as a price: %j', async (price, message) => {
    await expect(openai({ prices: { m: price } } as never)).rejects.toThrow(message);
    expect(() => createSpendingLimit({ maxCost: 1, prices: { m: price } } as never)).toThrow(message);
  });
});

describe('the headers of a client', () => {
  it('are sent with embeddings too', async () => {
    for (const options of [
      { type: 'ollama', baseUrl: vendor.url },
      { type: 'huggingface', apiToken: 'hf_test_token', baseUrl: vendor.url },
      { type: 'openai', apiKey: 'test-key', baseUrl: vendor.url },
    ] as const) {
      const ai = await getAI({ ...options, headers: { 'x-desk': 'harbour' } }, {});
      await ai.embed('Hello', { model: 'm', headers: { 'x-call': '1' } }).catch(() => undefined);
      expect(last()?.headers).toMatchObject({ 'x-desk': 'harbour', 'x-call': '1' });
    }
  });
});

describe('a vendor-specific option', () => {
  it('is sent to a local server too, unless it raises a limit', async () => {
    vendor.wire = () => ({ json: { message: { content: 'Hi' }, done: true } });
    const ai = await getAI({ type: 'ollama', baseUrl: vendor.url, defaultModel: 'm' }, {});
    const ollama = { keepAlive: '7m', think: true, options: { num_ctx: 9, num_predict: 99_999 } };
    const { warnings } = await ai.chat(ask, {
      maxTokens: 10,
      providerOptions: { ollama },
      tools: [{ type: 'function', function: { name: 'f', parameters: {} } }],
      toolChoice: 'required',
    });
    expect(last()?.json).toMatchObject({ keep_alive: '7m', think: false, options: { num_ctx: 9, num_predict: 10 } });
    expect(warnings).toEqual([{ feature: 'toolChoice', message: expect.any(String) }]);
  });

  it('is sent to that vendor under either spelling, and cannot raise a limit', async () => {
    const ai = await openai({ organization: 'org-1', project: 'proj-1', providerOptions: { openai: { service_tier: 'flex' } } });
    await ai.chat(ask, {
      providerOptions: { openai: { safetyIdentifier: 'u1', stream: true, model: 'other' }, anthropic: { x: 1 } },
      headers: { 'x-trace': '7' },
    });
    expect(last()?.json).toMatchObject({ service_tier: 'flex', safety_identifier: 'u1', model: 'gpt-6-luna' });
    expect(last()?.json).not.toHaveProperty('x');
    expect(last()?.json).not.toHaveProperty('stream');
    expect(last()?.headers).toMatchObject({ 'openai-organization': 'org-1', 'openai-project': 'proj-1', 'x-trace': '7' });
    await expect(ai.chat(ask, { providerOptions: { openai: { max_tokens: 99_999 } } })).rejects.toMatchObject({
      code: 'AI_LIMIT_EXCEEDED',
    });
    await expect(ai.chat(ask, { providerOptions: { openai: { n: 3 } } })).rejects.toMatchObject({ code: 'AI_LIMIT_EXCEEDED' });
    await expect(ai.chat(ask, { providerOptions: { openai: 5 } } as never)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await ai.chat(ask, { providerOptions: { openai: { reasoning_effort: 'high', messages: [] } } });
    expect(last()?.json).toMatchObject({ reasoning_effort: 'none', messages: [{ role: 'user', content: 'Hello there' }] });
    vendor.wire = anthropicWire;
    const claude = await getAI({ type: 'anthropic', apiKey: 'test-key', baseUrl: vendor.url }, {});
    await claude.chat(ask, { topK: 40, model: 'claude-haiku-4-5', providerOptions: { anthropic: { metadata: { user_id: 'u1' } } } });
    expect(last()?.json).toMatchObject({ metadata: { user_id: 'u1' }, top_k: 40 });
  });

  it('passes through an AI SDK model of a provider, with warnings for unsupported options', async () => {
    const model = asLanguageModel(await openai());
    const result = await generateText({
      model,
      prompt: 'Hello there',
      topK: 5,
      maxRetries: 0,
      headers: { 'x-trace': '8' },
      providerOptions: { openai: { service_tier: 'flex' } },
    });
    expect(result.warnings).toMatchObject([{ type: 'unsupported', feature: 'topK' }]);
    expect(last()?.json).toMatchObject({ service_tier: 'flex' });
    expect(last()?.headers['x-trace']).toBe('8');
  });
});

describe('the prompt cache', () => {
  it('is requested in each vendor’s own way', async () => {
    const promptCache = { key: 'desk', ttl: '1h' } as const;
    const long = [{ role: 'system', content: 'Be brief.' }, ...ask] as const;
    const { warnings } = await (await openai()).chat(long, { promptCache });
    expect(last()?.json['prompt_cache_key']).toBe('desk');
    expect(warnings).toMatchObject([{ feature: 'promptCache' }]);
    await (await openai()).chat(long, { promptCache: { ttl: '24h' }, model: 'gpt-5.1' });
    expect(last()?.json['prompt_cache_retention']).toBe('24h');
    await (await openai()).chat(long, { promptCache: { ttl: '30m' } });
    expect(last()?.json['prompt_cache_options']).toEqual({ ttl: '30m' });
    const gateway = await getAI({ type: 'litellm', baseUrl: vendor.url, defaultModel: 'm' }, {});
    await gateway.chat(long, { promptCache: {} });
    expect(last()?.json['messages']).toMatchObject([
      { content: [{ text: 'Be brief.', cache_control: { type: 'ephemeral' } }] },
      { content: [{ text: 'Hello there', cache_control: { type: 'ephemeral' } }] },
    ]);
    vendor.wire = anthropicWire;
    const claude = await getAI({ type: 'anthropic', apiKey: 'test-key', baseUrl: vendor.url }, {});
    await claude.chat(long, { promptCache: { ttl: '1h' } });
    expect(last()?.json['cache_control']).toEqual({ type: 'ephemeral', ttl: '1h' });
    await expect(claude.chat(long, { promptCache: { ttl: '2h' } as never })).rejects.toThrow('promptCache.ttl');
  });

  it('can be marked message by message, part by part and tool by tool', async () => {
    vendor.wire = anthropicWire;
    const claude = await getAI({ type: 'anthropic', apiKey: 'test-key', baseUrl: vendor.url }, {});
    const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object' } }, cacheControl: {} } as const;
    await claude.chat(
      [
        { role: 'system', content: 'Be brief.', cacheControl: { ttl: '1h' } },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Long.', cacheControl: {} },
            { type: 'text', text: 'Short.' },
          ],
        },
      ],
      { tools: [tool] },
    );
    expect(last()?.json).toMatchObject({
      system: [{ text: 'Be brief.', cache_control: { type: 'ephemeral', ttl: '1h' } }],
      messages: [{ content: [{ text: 'Long.', cache_control: { type: 'ephemeral' } }, { text: 'Short.' }] }],
      tools: [{ name: 'f', cache_control: { type: 'ephemeral' } }],
    });
  });
});

describe('the operations a provider lists', () => {
  const options: Partial<Record<string, AIOptions>> = {
    'cloud-platform': { region: 'eu-west-1', apiKey: 'bearer' },
    'model-hub': { apiToken: 'hf_test' },
    'compat-video': { apiKey: 'test-key', defaultModel: 'v' },
    custom: { model: createFakeModel() },
  };
  const attempts: Readonly<Record<string, (ai: AIProvider) => Promise<unknown>>> = {
    chat: (ai) => ai.chat(ask),
    message: (ai) => ai.message('x'),
    complete: (ai) => ai.complete('x'),
    stream: (ai) => ai.stream(ask).next(),
    describeImage: (ai) => ai.describeImage(PNG),
    embed: (ai) => ai.embed('x'),
    embedImage: (ai) => ai.embedImage(PNG),
    generateImage: (ai) => ai.generateImage('x'),
    submitVideoGenerationJob: (ai) => ai.submitVideoGenerationJob({ prompt: 'x' }),
    cancelVideoGenerationJob: (ai) => ai.cancelVideoGenerationJob({ jobId: 'a', provider: ai.type, model: 'm', createdAt: '' }),
    synthesizeSpeech: (ai) => ai.synthesizeSpeech('x'),
    streamSpeech: (ai) => ai.streamSpeech('x').next(),
    cloneVoice: (ai) => ai.cloneVoice({ name: 'x', sampleAudio: new Uint8Array([1]) }),
    designVoice: (ai) => ai.designVoice({ description: 'x' }),
    getVoices: (ai) => ai.getVoices(),
    transcribe: (ai) => ai.transcribe(new Uint8Array(Buffer.from('fLaC'))),
    getModels: (ai) => ai.getModels(),
    countTokens: (ai) => ai.countTokens('x'),
  };

  it.each(VENDORS.filter((row) => row.kind !== 'cli-subscription').map((row) => [row.kind]))('are those that work: %s', async (kind) => {
    const address = kind === 'speech-local' ? { endpoint: vendor.url } : { baseUrl: vendor.url };
    const ai = await getAI({ type: kind as ProviderType, apiKey: 'test-key', ...address, ...options[kind] }, {});
    const listed = ai.getCapabilities().supportedOperations;
    for (const [operation, attempt] of Object.entries(attempts)) {
      const outcome: unknown = await attempt(ai).catch((error: unknown) => error);
      const missing = (outcome as { code?: string } | undefined)?.code === 'NOT_IMPLEMENTED';
      expect([operation, !missing]).toEqual([operation, listed.includes(operation)]);
    }
  });
});

function createFakeModel(): NonNullable<AIOptions['model']> {
  return asLanguageModel(createFakeAI(['Hello.']));
}

describe('a spending limit of a call', () => {
  it('must be one, before anything is sent', async () => {
    const ai = await openai();
    await expect(ai.chat(ask, { spending: { maxCost: 1 } } as never)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('createSpendingLimit'),
    });
    expect(vendor.requests).toHaveLength(0);
  });
});
