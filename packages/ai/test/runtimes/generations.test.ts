import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { generateText as generateText7 } from 'ai';
import { createOpenAI } from '@ai-sdk/openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asLanguageModel, asLanguageModelV3, getAI, type AIOptions } from '../../src/index.ts';
import { collect } from '../loopback/collect.ts';
import { LoopbackVendor } from '../loopback/server.ts';
import { ANSWER, openaiWire, PNG } from '../loopback/wires.ts';

const TOOLS = path.join(import.meta.dirname, '../../../../tools/runtimes/node_modules');
const isInstalled = existsSync(path.join(TOOLS, 'ai-of-ai-sdk-6'));
type AnyLanguageModel = NonNullable<AIOptions['model']>;
const ask = [{ role: 'user', content: 'Hello there' }] as const;
let vendor: LoopbackVendor;
beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
});
afterAll(() => vendor.close());

/** A package of AI SDK 6; its types are not those of the installed generation. */
async function load(name: string): Promise<Record<string, (options: unknown) => unknown>> {
  return (await import(pathToFileURL(path.join(TOOLS, name, 'dist/index.mjs')).href)) as Record<string, (options: unknown) => unknown>;
}
const viaCustom = async (model: AnyLanguageModel) => {
  const ai = await getAI({ type: 'custom', model }, {});
  const answer = await ai.chat(ask);
  return [answer.content, answer.usage?.totalTokens, (await collect(ai.stream(ask))).join('')];
};
const openai = () => getAI({ type: 'openai', apiKey: 'test-key', baseUrl: `${vendor.url}/v1` }, {});
const messages = [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Hi' },
      { type: 'image', image: PNG },
    ],
  },
];

describe('AI SDK 7, provider specification V4', () => {
  it('has models that custom takes, and functions that take ours', async () => {
    const model = createOpenAI({ apiKey: 'k', baseURL: `${vendor.url}/v1` }).chat('gpt-4.1');
    expect(await viaCustom(model)).toEqual([ANSWER, 18, ANSWER]);
    const { text, totalUsage } = await generateText7({ model: asLanguageModel(await openai()), messages: messages as never });
    expect([text, totalUsage.totalTokens]).toEqual([ANSWER, 18]);
  });
});

describe(`AI SDK 6, provider specification V3${isInstalled ? '' : ' (not installed: run npm ci in tools/runtimes)'}`, () => {
  it.skipIf(!isInstalled)('has models that custom takes, and functions that take ours', async () => {
    const { createOpenAI: createOpenAI6 } = await load('openai-of-ai-sdk-6');
    const openai6 = createOpenAI6?.({ apiKey: 'k', baseURL: `${vendor.url}/v1` }) as { chat(model: string): AnyLanguageModel };
    const model = openai6.chat('gpt-4.1');
    expect(model.specificationVersion).toBe('v3');
    expect(await viaCustom(model)).toEqual([ANSWER, 18, ANSWER]);
    const { generateText, streamText } = await load('ai-of-ai-sdk-6');
    const own = asLanguageModelV3(await openai());
    const answer = (await generateText?.({ model: own, messages })) as { text: string; totalUsage: { totalTokens: number } } | undefined;
    expect([answer?.text, answer?.totalUsage.totalTokens]).toEqual([ANSWER, 18]);
    expect(vendor.requests.at(-1)?.body).toContain('data:image/png;base64,');
    const stream = streamText?.({ model: own, prompt: 'Hi' }) as { text: Promise<string> };
    expect(await stream.text).toBe(ANSWER);
  });
});
