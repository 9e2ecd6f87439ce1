import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MockLanguageModelV4 } from 'ai/test';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createMemoryResponseStore,
  createResponseCache,
  getAI,
  withMiddleware,
  type AIOptions,
  type Middleware,
  type StandardSchema,
} from '../src/index.ts';
import { createFakeAI, createRecorder } from '../src/testing/index.ts';
import { collect } from './loopback/collect.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { ANSWER, openaiWire, PNG } from './loopback/wires.ts';

const ask = [{ role: 'user', content: 'Hello there' }] as const;
let vendor: LoopbackVendor;
let folder: string;
beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
  folder = await mkdtemp(path.join(tmpdir(), 'colophon-recorder-'));
});
afterAll(async () => {
  await vendor.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => vendor.reset());
const openai = (options: AIOptions = {}) => getAI({ type: 'openai', apiKey: 'sk-very-secret', baseUrl: vendor.url, ...options }, {});

describe('middleware', () => {
  it('wraps chat, stream and embeddings, the first outermost, and nothing else', async () => {
    const order: string[] = [];
    const noting = (name: string): Middleware => ({
      chat: async (call, next) => {
        order.push(`${name} before`);
        const response = await next({ ...call, messages: [{ role: 'system', content: name }, ...call.messages] });
        order.push(`${name} after`);
        return { ...response, content: `${response.content}${name}` };
      },
      stream: (call, next) => next({ ...call, options: { ...call.options, maxTokens: 9 } }),
      embed: (call, next) => next({ ...call, texts: call.texts.map((text) => text.toUpperCase()) }),
    });
    const ai = withMiddleware(await openai(), [noting('a'), noting('b')]);
    expect((await ai.chat(ask)).content).toBe(`${ANSWER}ba`);
    expect(order).toEqual(['a before', 'b before', 'b after', 'a after']);
    expect(await ai.message('Hi')).toBe(`${ANSWER}ba`);
    expect((await ai.complete('Hi')).content).toBe(`${ANSWER}ba`);
    await collect(ai.stream(ask));
    expect(vendor.requests.at(-1)?.json['max_completion_tokens']).toBe(9);
    await ai.embed('sea');
    expect(vendor.requests.at(-1)?.json['input']).toEqual(['SEA']);
    expect((await ai.generateImage('A boat.')).images).toHaveLength(1);
    expect([ai.type, ai.defaultModel, ai.getCapabilities().chat]).toEqual(['general-hosted', 'gpt-6-luna', true]);
    expect(() => withMiddleware(ai, 'x' as never)).toThrow('middlewares');
  });
});

describe('a response cache', () => {
  it('sends equal calls at the same time once, whole, streamed and embedded', async () => {
    const ai = withMiddleware(await openai(), [createResponseCache()]);
    const answers = await Promise.all([ai.chat(ask), ai.chat(ask), ai.stream(ask).response, ai.chat(ask)]);
    expect(answers.map(({ content }) => content)).toEqual([ANSWER, ANSWER, ANSWER, ANSWER]);
    // Any of them may be the first.
    expect(answers.flatMap(({ usage }) => usage?.totalTokens ?? [])).toEqual([18]);
    expect(vendor.requests).toHaveLength(1);
    answers[1].message.content = 'changed';
    expect(answers[3].message.content).toBe(ANSWER);
    await Promise.all([ai.embed('a'), ai.embed('a')]);
    expect(vendor.requests).toHaveLength(2);
  });

  it('sends the next of equal calls if the first fails, is aborted or is left', async () => {
    const ai = withMiddleware(await openai(), [createResponseCache()]);
    vendor.fault = { kind: 'status', status: 500 };
    vendor.faultsLeft = 1;
    const outcomes = await Promise.allSettled([ai.chat(ask), ai.chat(ask), ai.chat(ask)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(vendor.requests).toHaveLength(2);

    const other = [{ role: 'user', content: 'Other' }] as const;
    const controller = new AbortController();
    vendor.fault = { kind: 'silent' };
    vendor.faultsLeft = 1;
    const aborted = ai.chat(other, { signal: controller.signal }).catch((error: unknown) => error);
    await expect.poll(() => vendor.requests.length).toBe(3);
    const waiting = ai.chat(other);
    controller.abort();
    expect(await aborted).toMatchObject({ code: 'AI_ABORTED' });
    expect((await waiting).content).toBe(ANSWER);

    const left = [{ role: 'user', content: 'Left' }] as const;
    const stream = ai.stream(left);
    await stream.next();
    const behind = ai.chat(left);
    await stream.return?.();
    expect((await behind).content).toBe(ANSWER);
  });

  it('waits for an equal call no longer than the call itself may take', async () => {
    const ai = withMiddleware(await openai(), [createResponseCache()]);
    const controller = new AbortController();
    vendor.fault = { kind: 'silent' };
    const first = ai.chat(ask, { signal: controller.signal }).catch((error: unknown) => error);
    await expect.poll(() => vendor.requests.length).toBe(1);
    await expect(ai.chat(ask, { timeout: 30 })).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    expect(vendor.requests).toHaveLength(1);
    controller.abort();
    await first;
  });

  it('sends the same call once, whole or streamed, and reports no usage', async () => {
    const ai = withMiddleware(await openai(), [createResponseCache()]);
    expect((await ai.chat(ask)).usage?.totalTokens).toBe(18);
    const again = await ai.chat(ask, { timeout: 5000, usageTags: { a: 'b' } });
    expect(again.content).toBe(ANSWER);
    expect(again.usage).toBeUndefined();
    const stream = ai.stream(ask);
    expect((await collect(stream)).join('')).toBe(ANSWER);
    expect((await stream.response).content).toBe(ANSWER);
    expect(vendor.requests).toHaveLength(1);
    const other = ai.stream([{ role: 'user', content: 'Other' }]);
    expect((await other.response).content).toBe(ANSWER);
    expect((await ai.chat([{ role: 'user', content: 'Other' }])).content).toBe(ANSWER);
    await ai.embed(['a', 'b']);
    await ai.embed(['a', 'b']);
    expect(vendor.requests).toHaveLength(3);
  });

  it('sends different calls: another model, option, picture or kind, and schemas that cannot be compared', async () => {
    const schema: StandardSchema = { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } };
    const ai = withMiddleware(await openai(), [createResponseCache()]);
    const picture = (image: Uint8Array) => [{ role: 'user', content: [{ type: 'image', image, mimeType: 'image/png' }] }] as const;
    const json = { responseFormat: { type: 'json_schema', schema, jsonSchema: { type: 'object' } } } as const;
    const give = [{ role: 'user', content: 'Give JSON.' }] as const;
    for (const call of [
      () => ai.chat(ask),
      () => ai.chat(ask, { model: 'gpt-4.1' }),
      () => ai.chat(ask, { maxTokens: 5 }),
      () => ai.chat(picture(PNG)),
      () => ai.chat(picture(PNG.slice(0, 40))),
      () => ai.chat(give, json),
      () => ai.chat(give, json),
    ]) {
      await call();
    }
    expect(vendor.requests).toHaveLength(7);
  });

  it('shares no answer between clients of other projects, regions or ceilings, nor between model objects of one name', async () => {
    const cache = createResponseCache();
    for (const options of [
      {},
      { project: 'one' },
      { project: 'two' },
      { organization: 'other' },
      { generationLimits: { maxReasoningTokens: 5 } },
      { project: 'two' },
    ])
      await withMiddleware(await openai(options), [cache]).chat(ask);
    expect(vendor.requests).toHaveLength(5);
    const model = (text: string) =>
      new MockLanguageModelV4({
        modelId: 'same',
        doGenerate: async () => ({
          content: [{ type: 'text', text }],
          finishReason: { unified: 'stop', raw: undefined },
          usage: { inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }, outputTokens: { total: 1, text: 1, reasoning: 0 } },
          warnings: [],
        }),
      });
    const [one, two] = [model('one'), model('two')];
    const answers: string[] = [];
    for (const each of [one, two, one])
      answers.push((await withMiddleware(await getAI({ type: 'custom', model: each }, {}), [cache]).chat(ask)).content);
    expect(answers).toEqual(['one', 'two', 'one']);
    expect(one.doGenerateCalls).toHaveLength(1);
  });

  it('caches no failure and no partial answer, expires entries, and tolerates a store that fails', async () => {
    const cut = withMiddleware(createFakeAI([{ content: 'half', finishReason: 'length' }, 'whole']), [createResponseCache()]);
    expect([(await cut.chat(ask)).content, (await cut.chat(ask)).content]).toEqual(['half', 'whole']);
    const brief = withMiddleware(createFakeAI(['one', 'two']), [createResponseCache({ ttl: 1 })]);
    await brief.chat(ask);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await brief.chat(ask)).content).toBe('two');
    const fail = (): never => {
      throw new Error('away');
    };
    const ai = withMiddleware(await openai(), [createResponseCache({ store: { get: fail, set: fail } })]);
    expect((await ai.chat(ask)).content).toBe(ANSWER);
    vendor.fault = { kind: 'status', status: 500 };
    await expect(collect(ai.stream(ask))).rejects.toMatchObject({ code: 'API_ERROR' });
    const store = createMemoryResponseStore(2);
    for (const key of ['a', 'b', 'c']) void store.set(key, key, 1000);
    expect(['a', 'b', 'c'].map((key) => store.get(key))).toEqual([undefined, 'b', 'c']);
  });
});

describe('a recorder', () => {
  it('records responses without credentials, and replays them without the provider', async () => {
    const file = path.join(folder, 'answers.json');
    const recorder = createRecorder({ file });
    const ai = await openai({ fetch: recorder.fetch });
    await ai.chat(ask);
    await collect(ai.stream(ask));
    expect(await recorder.mode()).toBe('record');
    expect(await readFile(file, 'utf8')).not.toContain('sk-very-secret');
    vendor.reset();
    const replaying = await openai({ fetch: createRecorder({ file }).fetch, apiKey: 'none' });
    expect(await replaying.chat(ask)).toMatchObject({ content: ANSWER, usage: { totalTokens: 18 } });
    expect((await collect(replaying.stream(ask))).join('')).toBe(ANSWER);
    expect((await replaying.chat(ask)).content).toBe(ANSWER);
    await expect(replaying.chat([{ role: 'user', content: 'Never asked' }])).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('Record it again'),
    });
    expect(vendor.requests).toHaveLength(0);
  });

  it('replays failures and forms too, and fails for requests that were not recorded', async () => {
    const file = path.join(folder, 'failures.json');
    vendor.fault = { kind: 'status', status: 429, headers: { 'retry-after': '7' } };
    vendor.faultsLeft = 1;
    const recording = await openai({ fetch: createRecorder({ file, mode: 'record' }).fetch });
    await expect(recording.chat(ask)).rejects.toMatchObject({ code: 'RATE_LIMIT' });
    await recording.transcribe(new Uint8Array(Buffer.from('fLaC')));
    const replaying = await openai({ fetch: createRecorder({ file, mode: 'replay' }).fetch });
    await expect(replaying.chat(ask)).rejects.toMatchObject({ code: 'RATE_LIMIT', retryAfter: 7 });
    expect((await replaying.transcribe(new Uint8Array(Buffer.from('fLaC')))).text).toBe(ANSWER);
    const missing = await openai({ fetch: createRecorder({ file: path.join(folder, 'none.json'), mode: 'replay' }).fetch });
    await expect(missing.chat(ask)).rejects.toBeInstanceOf(Error);
  });
});
