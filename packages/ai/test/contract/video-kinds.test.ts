import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getAI, type AIOptions, type AIProvider, type RequestEvent, type UsageEvent, type VideoJobHandle } from '../../src/index.ts';
import { LoopbackVendor, type Wire } from '../loopback/server.ts';
import { taskAWire, taskBWire, veoWire, VIDEO, videosWire, VideoVendorState } from '../loopback/video-wires.ts';

const KEY = 'sk-video-secret-0123456789';
const PROMPT = 'A paper boat crosses the moonlit harbour.';

interface VideoKind {
  name: 'video-task-a' | 'video-task-b' | 'compat-video' | 'multimodal-hosted';
  wire: (state: VideoVendorState) => Wire;
  options: (url: string) => AIOptions;
  done: string;
  running: string;
  canCancel: boolean;
}

const fast = { requestsPerMinute: 60_000 };
const kinds: readonly VideoKind[] = [
  {
    name: 'video-task-a',
    wire: taskAWire,
    options: (url) => ({ baseUrl: url, rateLimit: fast }),
    done: 'succeeded',
    running: 'running',
    canCancel: true,
  },
  {
    name: 'video-task-b',
    wire: taskBWire,
    options: (url) => ({ baseUrl: url }),
    done: 'completed',
    running: 'generating',
    canCancel: false,
  },
  {
    name: 'compat-video',
    wire: videosWire,
    options: (url) => ({ baseUrl: url, defaultModel: 'video-model' }),
    done: 'completed',
    running: 'in_progress',
    canCancel: true,
  },
  {
    name: 'multimodal-hosted',
    wire: veoWire,
    options: (url) => ({ baseUrl: `${url}/v1beta` }),
    done: 'done',
    running: 'running',
    canCancel: false,
  },
];

describe.each(kinds)('the contract of every video kind: $name', (kind) => {
  let vendor: LoopbackVendor;
  let state: VideoVendorState;
  const requests: RequestEvent[] = [];
  const usage: UsageEvent[] = [];
  let clients = 0;
  const make = (options: AIOptions = {}): Promise<AIProvider> => {
    clients += 1;
    // A separate key for each client, because state that a process shares by key must not leak between tests.
    const apiKey = `${KEY}${clients}`;
    const events = { onRequest: (event: RequestEvent) => requests.push(event), onUsage: (event: UsageEvent) => usage.push(event) };
    return getAI({ type: kind.name, apiKey, resultUrlOrigins: [vendor.origin], ...events, ...kind.options(vendor.url), ...options }, {});
  };

  beforeAll(async () => {
    vendor = await LoopbackVendor.start(() => ({ json: {} }));
  });
  afterAll(() => vendor.close());
  beforeEach(() => {
    vendor.reset();
    state = new VideoVendorState();
    state.resultUrl = `${vendor.url}/files/v.mp4`;
    vendor.wire = kind.wire(state);
    requests.length = 0;
    usage.length = 0;
  });

  it('returns a plain handle immediately, with which another client can continue', async () => {
    const first = await make({ usageTags: { team: 'film' } });
    const handle = await first.submitVideoGenerationJob({ prompt: PROMPT, durationSeconds: 8, resolution: '720p', aspectRatio: '16:9' });
    expect(vendor.requests).toHaveLength(1);
    const revived = JSON.parse(JSON.stringify(handle)) as VideoJobHandle;
    expect(revived).toEqual(handle);
    expect(usage).toMatchObject([
      { operation: 'submitVideoGenerationJob', tags: { durationSeconds: '8', resolution: '720p', aspectRatio: '16:9', team: 'film' } },
    ]);
    expect(usage).toHaveLength(1);

    const second = await make();
    state.state = kind.done;
    expect(await second.getVideoGenerationJob(revived)).toMatchObject({ status: 'succeeded' });
    const result = await second.fetchVideoGenerationResult(revived);
    expect(result.data).toEqual(VIDEO);
    expect(result.mimeType).toBe('video/mp4');
    expect(usage).toHaveLength(1);
    expect(requests.map((event) => [event.operation, event.status])).toEqual([
      ['submitVideoGenerationJob', 'succeeded'],
      ['getVideoGenerationJob', 'succeeded'],
      ['fetchVideoGenerationResult', 'succeeded'],
    ]);
    expect(JSON.stringify([requests, usage])).not.toMatch(/paper boat|sk-video/);
  });

  it('treats an unknown status as running, never as final', async () => {
    const handle = await (await make()).submitVideoGenerationJob({ prompt: PROMPT });
    for (const word of [kind.running, 'polishing']) {
      state.state = word;
      const status = await (await make()).getVideoGenerationJob(handle);
      expect(status.status).toBe('running');
      if (kind.name !== 'multimodal-hosted') expect(status.rawStatus).toBe(word);
    }
    await expect((await make()).fetchVideoGenerationResult(handle)).rejects.toMatchObject({ code: 'VIDEO_JOB_NOT_READY', retryable: true });
  });

  it('rejects a handle of another kind, and a malformed one', async () => {
    const ai = await make();
    const handle = { jobId: 'x', provider: 'somebody', model: 'm', createdAt: '' };
    await expect(ai.getVideoGenerationJob(handle)).rejects.toThrow('handle');
    for (const jobId of ['../../admin', 'a b', 'x?y=z', '']) {
      await expect(ai.getVideoGenerationJob({ ...handle, provider: kind.name, jobId })).rejects.toThrow('handle');
    }
    expect(vendor.requests).toHaveLength(0);
  });

  it('reports its capabilities, and throws for other operations', async () => {
    const ai = await make();
    expect(ai.getCapabilities()).toMatchObject({ videoGeneration: true, videoCancellation: kind.canCancel });
    const handle = await ai.submitVideoGenerationJob({ prompt: PROMPT });
    if (!kind.canCancel) await expect(ai.cancelVideoGenerationJob(handle)).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED' });
    if (kind.name !== 'multimodal-hosted')
      await expect(ai.chat([{ role: 'user', content: 'x' }])).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED' });
  });

  it('sends a submission once, and an uncertain failure is not retryable', async () => {
    const ai = await make({ maxRetries: 5 });
    for (const fault of [{ kind: 'drop' }, { kind: 'status', status: 503 }, { kind: 'cut-body' }] as const) {
      vendor.reset();
      vendor.fault = fault;
      await expect(ai.submitVideoGenerationJob({ prompt: PROMPT })).rejects.toMatchObject({ retryable: false });
      expect(vendor.requests).toHaveLength(1);
    }
    vendor.reset();
    vendor.fault = { kind: 'silent' };
    await expect(ai.submitVideoGenerationJob({ prompt: PROMPT, timeout: 50 })).rejects.toMatchObject({
      code: 'AI_TIMEOUT',
      retryable: false,
    });
  });

  it('distinguishes its errors, which contain neither prompt nor key', async () => {
    const ai = await make();
    for (const [status, code] of [
      [401, 'AUTH_ERROR'],
      [402, 'INSUFFICIENT_CREDITS'],
      [403, 'FORBIDDEN'],
      [429, 'RATE_LIMIT'],
    ] as const) {
      vendor.fault = { kind: 'status', status };
      const error = await ai.submitVideoGenerationJob({ prompt: PROMPT }).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code });
      expect(String((error as Error).stack)).not.toMatch(/paper boat|sk-video-secret/);
    }
  });

  it('does not send the key to the storage of the result', async () => {
    const storage = await LoopbackVendor.start(kind.wire(state));
    const ai = await make({ resultUrlOrigins: [storage.origin] });
    const handle = await ai.submitVideoGenerationJob({ prompt: PROMPT });
    state.state = kind.done;
    state.resultUrl = `${storage.url}/files/v.mp4`;
    expect((await ai.fetchVideoGenerationResult(handle)).data).toEqual(VIDEO);
    expect(JSON.stringify(storage.requests.map((request) => request.headers))).not.toContain(KEY);
    await storage.close();
  });

  it('rejects options that it would otherwise drop silently', async () => {
    const ai = await make();
    await expect(ai.submitVideoGenerationJob({ prompt: PROMPT, fps: 60 })).rejects.toThrow('fps');
    await expect(ai.submitVideoGenerationJob({ prompt: '' })).rejects.toThrow('prompt');
    expect(vendor.requests).toHaveLength(0);
  });

  it('checks access with one cheap request', async () => {
    await (await make()).validateVideoGenerationAccess();
    expect(vendor.requests).toHaveLength(1);
    expect(vendor.requests[0]?.method).toBe('GET');
    vendor.fault = { kind: 'status', status: 401 };
    await expect((await make()).validateVideoGenerationAccess()).rejects.toMatchObject({ code: 'AUTH_ERROR' });
  });
});
