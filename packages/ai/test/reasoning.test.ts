import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getAI, type AIOptions, type ReasoningEffort, type RequestEvent } from '../src/index.ts';
import { chooseWord, claudeTraits, geminiTraits, needsResponses, openaiTraits } from '../src/models/reasoning-table.ts';
import { textKinds } from './contract/kinds.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { ANSWER, anthropicWire, bedrockWire, openaiWire } from './loopback/wires.ts';

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

const last = () => vendor.requests.at(-1)?.json ?? {};
const openai = (options: AIOptions = {}) => getAI({ type: 'openai', apiKey: 'test-key', baseUrl: vendor.url, ...options }, {});

describe.each(textKinds)('reasoning of $name', (kind) => {
  it('works in every form of the request, on a client with the default ceilings', async () => {
    vendor.wire = kind.wire;
    const ai = await kind.make(vendor.url);
    const efforts: ReasoningEffort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];
    for (const reasoning of [
      {},
      { maxTokens: 1024 },
      { maxTokens: 200, effort: 'low' as const },
      ...efforts.map((effort) => ({ effort })),
    ]) {
      expect((await ai.chat(ask, { reasoning })).content).toBe(ANSWER);
    }
  });
});

describe('the effort names of each family', () => {
  it.each([
    ['gpt-6-luna', 'minimal', 'low'],
    ['gpt-6-luna', 'max', 'max'],
    ['gpt-5-mini', 'minimal', 'minimal'],
    ['gpt-5-mini', 'max', 'high'],
    ['gpt-5.1', 'xhigh', 'high'],
    ['gpt-5.2', 'xhigh', 'xhigh'],
    ['gpt-5-pro', 'low', 'high'],
    ['o3', 'minimal', 'low'],
  ])('%s gets %s as %s', (model, requested, expected) => {
    expect(chooseWord(openaiTraits(model), { effort: requested as ReasoningEffort })).toBe(expected);
  });

  it('match the vendors’ documentation', () => {
    expect(claudeTraits('claude-opus-4-6').words).toEqual(['low', 'medium', 'high', 'max']);
    expect(claudeTraits('claude-haiku-5-5').words).toEqual(['low', 'medium', 'high', 'xhigh', 'max']);
    expect(geminiTraits('gemini-3.8-flash').words).toEqual(['low', 'medium', 'high']);
    expect(geminiTraits('gemini-3.5-flash-lite').words).toContain('minimal');
    expect(openaiTraits('gpt-4.1').words).toEqual([]);
    expect(needsResponses('gpt-6-luna', { tools: false, reasoning: true, effort: 'max' })).toBe(true);
  });
});

describe('the sent request', () => {
  it('requests no more than reported', async () => {
    const seen: RequestEvent[] = [];
    const ai = await openai({ onRequest: (event) => void seen.push(event) });
    await ai.chat(ask, { thinkingLevel: 'high' });
    expect(last()['reasoning_effort']).toBe('low');
    expect(seen[0]?.effectiveReasoningTokens).toBe(1024);
    const raised = await openai({ generationLimits: { maxReasoningTokens: 8192 } });
    await raised.chat(ask, { thinkingLevel: 'high' });
    expect(last()['reasoning_effort']).toBe('high');
    await raised.chat(ask, { reasoning: { effort: 'max' } });
    expect(last()['reasoning_effort']).toBe('high');
    await raised.chat(ask, { reasoning: { effort: 'high', maxTokens: 4096 } });
    expect(last()['reasoning_effort']).toBe('medium');
  });

  it('disables reasoning if the call does', async () => {
    const none = { reasoning: { effort: 'none' } } as const;
    await (await openai()).chat(ask, none);
    expect(last()['reasoning_effort']).toBe('none');
    await (await getAI({ type: 'litellm', baseUrl: vendor.url, defaultModel: 'm' }, {})).chat(ask, none);
    expect(last()['reasoning_effort']).toBe('none');
    await (await getAI({ type: 'bifrost', baseUrl: vendor.url, defaultModel: 'm' }, {})).chat(ask, none);
    expect(last()['reasoning']).toEqual({ effort: 'none' });
    await (await getAI({ type: 'huggingface', apiToken: 'hf_test', baseUrl: vendor.url }, {})).chat(ask, none);
    expect(last()['reasoning_effort']).toBe('none');
    vendor.wire = bedrockWire;
    const bedrock = await getAI({ type: 'bedrock', region: 'eu-west-1', apiKey: 'bearer', baseUrl: vendor.url }, {});
    await bedrock.chat(ask, { ...none, model: 'eu.anthropic.claude-haiku-5-5' });
    expect(last()['additionalModelRequestFields']).toMatchObject({ thinking: { type: 'disabled' } });
    vendor.wire = anthropicWire;
    const claude = await getAI({ type: 'anthropic', apiKey: 'test-key', baseUrl: vendor.url }, {});
    await claude.chat(ask, { ...none, model: 'claude-sonnet-5-5' });
    expect(last()).toMatchObject({ thinking: { type: 'between_tools' }, output_config: { effort: 'low' } });
  });

  it('omits sampling options that a model rejects, with a warning', async () => {
    const ai = await openai();
    const { warnings } = await ai.chat(ask, { model: 'gpt-5-mini', temperature: 0.2, topK: 5, presencePenalty: 1 });
    expect(last()).not.toHaveProperty('temperature');
    expect(warnings?.map(({ feature }) => feature).toSorted()).toEqual(['presencePenalty', 'temperature', 'topK']);
    await ai.chat(ask, { temperature: 0.2 });
    expect(last()['temperature']).toBe(0.2);
  });
});
