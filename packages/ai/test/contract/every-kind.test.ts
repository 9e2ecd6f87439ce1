import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getAI, type AIOptions, type AIProvider, type RequestEvent, type UsageEvent, type VideoJobHandle } from '../../src/index.ts';
import { LoopbackVendor, type Wire } from '../loopback/server.ts';
import { taskAWire, taskBWire, veoWire, videosWire, VideoVendorState } from '../loopback/video-wires.ts';

const TEXT = 'The harbour master whispers of a lost cargo.';
const KEY = 'sk-every-kind-secret-0123456789';
const AUDIO = new Uint8Array([82, 73, 70, 70, 1, 2, 3, 4]);

/** A kind that produces speech or video: its main operation, and its unsupported ones. */
interface MediaKind {
  name: string;
  options: (url: string) => AIOptions;
  wire: () => Wire;
  operation: string;
  run: (ai: AIProvider, call?: { timeout?: number; signal?: AbortSignal }) => Promise<unknown>;
  /** Whether a failure that may have been billed is not repeatable. */
  isSubmission: boolean;
  lacks: (ai: AIProvider) => Promise<unknown>;
}

const speak: MediaKind['run'] = (ai, call) => ai.synthesizeSpeech(TEXT, call);
const submit: MediaKind['run'] = (ai, call) => ai.submitVideoGenerationJob({ prompt: TEXT, ...call });
const chat: MediaKind['lacks'] = (ai) => ai.chat([{ role: 'user', content: TEXT }]);
const spoken: Wire = (request) =>
  request.path === '/v1/audio/speech'
    ? { bytes: AUDIO, type: 'audio/mpeg' }
    : { json: { audio: Buffer.from(AUDIO).toString('base64'), mime_type: 'audio/wav' } };
const video = (name: string, wire: (state: VideoVendorState) => Wire, more: (url: string) => AIOptions): MediaKind => ({
  name,
  options: (url) => ({ type: name, ...more(url) }) as AIOptions,
  wire: () => wire(new VideoVendorState()),
  operation: 'submitVideoGenerationJob',
  run: submit,
  isSubmission: true,
  lacks: (ai) => (name === 'multimodal-hosted' ? ai.synthesizeSpeech(TEXT) : chat(ai)),
});
const speech = (dialect: 'native' | 'openai'): MediaKind => ({
  name: `speech-local, ${dialect}`,
  options: (url) => ({ type: 'speech-local', endpoint: url, dialect }),
  wire: () => spoken,
  operation: 'synthesizeSpeech',
  run: speak,
  isSubmission: false,
  lacks: chat,
});

const kinds: readonly MediaKind[] = [
  speech('native'),
  speech('openai'),
  video('video-task-a', taskAWire, (url) => ({ baseUrl: url, rateLimit: { requestsPerMinute: 60_000 } })),
  video('video-task-b', taskBWire, (url) => ({ baseUrl: url })),
  video('compat-video', videosWire, (url) => ({ baseUrl: url, defaultModel: 'video-model' })),
  video('multimodal-hosted', veoWire, (url) => ({ baseUrl: `${url}/v1beta` })),
];

describe.each(kinds)('the contract of every kind: $name', (kind) => {
  let vendor: LoopbackVendor;
  let other: LoopbackVendor;
  let clients = 0;
  const events: RequestEvent[] = [];
  const usage: UsageEvent[] = [];
  const make = (options: AIOptions = {}): Promise<AIProvider> => {
    clients += 1;
    // State that a process shares by key must not leak between tests.
    const apiKey = `${KEY}${clients}`;
    const listening = { onRequest: (event: RequestEvent) => events.push(event), onUsage: (event: UsageEvent) => usage.push(event) };
    return getAI({ apiKey, ...listening, ...kind.options(vendor.url), ...options }, {});
  };
  const failure = async (work: Promise<unknown>) => {
    const error = (await work.then(
      () => undefined,
      (caught: unknown) => caught,
    )) as Error & { code?: string };
    expect(error).toBeInstanceOf(Error);
    expect(`${error.stack}\n${inspect(error, { depth: 10, showHidden: true })}`).not.toMatch(/harbour master|sk-every-kind/);
    return error;
  };

  beforeAll(async () => {
    vendor = await LoopbackVendor.start(kind.wire());
    other = await LoopbackVendor.start(() => ({ json: {} }));
  });
  afterAll(() => Promise.all([vendor.close(), other.close()]));
  beforeEach(() => {
    vendor.reset();
    other.reset();
    vendor.wire = kind.wire();
    events.length = 0;
    usage.length = 0;
  });

  it('sends one request, and reports it once, without text or key', async () => {
    await kind.run(await make({ usageTags: { team: `desk ${KEY}1` } }));
    expect(vendor.requests).toHaveLength(1);
    expect(events).toMatchObject([{ operation: kind.operation, status: 'succeeded', attempts: 1 }]);
    expect(JSON.stringify([events, usage])).not.toMatch(/harbour|whispers/);
  });

  it.each([
    [401, 'AUTH_ERROR'],
    [402, 'INSUFFICIENT_CREDITS'],
    [403, 'FORBIDDEN'],
    [408, 'API_ERROR'],
    [429, 'RATE_LIMIT'],
    [500, 'API_ERROR'],
    [503, 'API_ERROR'],
    [529, 'API_ERROR'],
  ])('converts %i to %s after one attempt, without echoing text or key', async (status, code) => {
    vendor.fault = { kind: 'status', status, headers: { 'retry-after': '7' } };
    const error = await failure(kind.run(await make()));
    expect(error).toMatchObject({ code, status });
    if (status === 429) expect(error).toMatchObject({ retryAfter: 7, retryable: true });
    if (status >= 500) expect(error).toMatchObject({ retryable: !kind.isSubmission });
    expect(vendor.requests).toHaveLength(1);
    expect(events).toMatchObject([{ status: 'failed', attempts: 1, errorCode: code }]);
  });

  it.each(['malformed', 'wrong-type', 'cut-body', 'drop', 'huge'] as const)(
    'fails with a specific code for a response that is %s',
    async (fault) => {
      vendor.fault = { kind: fault };
      const error = await failure(kind.run(await make({ maxResponseBytes: 100_000 })));
      expect(['INVALID_RESPONSE', 'NETWORK_ERROR']).toContain(error.code);
      expect(vendor.requests).toHaveLength(1);
    },
  );

  it('does not send its key to a redirect target', async () => {
    vendor.fault = { kind: 'redirect', to: other.url };
    expect(await failure(kind.run(await make()))).toMatchObject({ code: 'INVALID_RESPONSE', retryable: false });
    expect(other.requests).toHaveLength(0);
  });

  it('respects its timeout, and a signal before and during the wait', async () => {
    vendor.fault = { kind: 'silent' };
    const ai = await make();
    expect(await failure(kind.run(ai, { timeout: 60 }))).toMatchObject({ code: 'AI_TIMEOUT' });
    vendor.reset();
    expect(await failure(kind.run(ai, { signal: AbortSignal.abort() }))).toMatchObject({ code: 'AI_ABORTED' });
    expect(vendor.requests).toHaveLength(0);
    vendor.fault = { kind: 'silent' };
    const controller = new AbortController();
    const waiting = failure(kind.run(ai, { signal: controller.signal }));
    await expect.poll(() => vendor.requests.length, { timeout: 10_000 }).toBe(1);
    controller.abort();
    expect(await waiting).toMatchObject({ code: 'AI_ABORTED' });
    await expect.poll(() => vendor.requests[0]?.abandoned, { timeout: 10_000 }).toBe(true);
    expect(events.map((event) => event.status)).toEqual(['timed_out', 'aborted', 'aborted']);
  });

  it('rejects a misspelt option and unsupported operations, sends nothing, and reports it', async () => {
    const ai = await make();
    expect(await failure(kind.run(ai, { timout: 5 } as never))).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('timeout'),
    });
    expect(await failure(kind.lacks(ai))).toMatchObject({ code: 'NOT_IMPLEMENTED' });
    expect(await failure(ai.rerank(TEXT, ['x']))).toMatchObject({ code: 'NOT_IMPLEMENTED' });
    expect(await failure(ai.submitBatch([{ id: 'x', messages: [] }]))).toMatchObject({ code: 'NOT_IMPLEMENTED' });
    expect(ai.getCapabilities()).toMatchObject({ reranking: false, batch: false });
    expect(vendor.requests).toHaveLength(0);
    expect(events.map((event) => [event.status, event.attempts])).toEqual(Array.from({ length: 4 }, () => ['rejected', 0]));
  });

  it('lists only operations that work', async () => {
    const ai = await make();
    const named = new Set(ai.getCapabilities().supportedOperations);
    expect(named.has(kind.operation)).toBe(true);
    const handle: VideoJobHandle = { jobId: 'job-1', provider: ai.type, model: 'm', createdAt: '' };
    const attempts: Record<string, () => Promise<unknown>> = {
      chat: () => chat(ai),
      embed: () => ai.embed('x'),
      synthesizeSpeech: () => speak(ai),
      getVoices: () => ai.getVoices(),
      designVoice: () => ai.designVoice({ description: 'low' }),
      transcribe: () => ai.transcribe(AUDIO),
      getVideoGenerationJob: () => ai.getVideoGenerationJob(handle),
      cancelVideoGenerationJob: () => ai.cancelVideoGenerationJob(handle),
    };
    for (const [operation, attempt] of Object.entries(attempts)) {
      const code = await attempt().then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
      if (named.has(operation)) expect([operation, code]).not.toEqual([operation, 'NOT_IMPLEMENTED']);
      else expect([operation, code]).toEqual([operation, 'NOT_IMPLEMENTED']);
    }
  });

  it('ignores callbacks that throw, and shows no key when printed', async () => {
    const explode = (): never => {
      throw new Error('callback');
    };
    const ai = await make({ onRequest: explode, onUsage: explode });
    await kind.run(ai);
    expect(`${inspect(ai, { depth: 10, showHidden: true })}${JSON.stringify(ai)}`).not.toContain('sk-every-kind');
  });
});
