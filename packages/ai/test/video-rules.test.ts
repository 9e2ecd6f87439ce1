import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAI, type AIOptions } from '../src/index.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { taskAWire, taskBWire, veoWire, VIDEO, videosWire, VideoVendorState } from './loopback/video-wires.ts';

const PROMPT = 'A kite over the dunes.';
let vendor: LoopbackVendor;
let state: VideoVendorState;
let serial = 0;

const taskA = (options: AIOptions = {}) =>
  getAI({ type: 'video-task-a', apiKey: `a-key-${(serial += 1)}`, baseUrl: vendor.url, ...options }, {});
const taskB = (options: AIOptions = {}) =>
  getAI({ type: 'video-task-b', apiKey: `b-key-${(serial += 1)}`, baseUrl: vendor.url, resultUrlOrigins: [vendor.origin], ...options }, {});
const input = (): Record<string, unknown> => vendor.requests.at(-1)?.json['input'] as Record<string, unknown>;

beforeAll(async () => {
  vendor = await LoopbackVendor.start(() => ({ json: {} }));
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  state = new VideoVendorState();
  state.resultUrl = `${vendor.url}/files/v.mp4`;
  vendor.wire = taskBWire(state);
});

describe('rule 1: video-task-a throttles submissions locally', () => {
  beforeEach(() => void (vendor.wire = taskAWire(state)));

  it('to two a second after a small burst, shared by clients with the same key', async () => {
    const apiKey = `shared-${(serial += 1)}`;
    const [one, two] = await Promise.all([taskA({ apiKey }), taskA({ apiKey })]);
    const begin = performance.now();
    const times = await Promise.all(
      [one, two, one, two].map(async (ai) => {
        await ai.submitVideoGenerationJob({ prompt: PROMPT });
        return performance.now() - begin;
      }),
    );
    times.sort((x, y) => x - y);
    expect(times[2]).toBeGreaterThan(400);
    expect(times[3]).toBeGreaterThan(900);
  });

  it('with at most three concurrent submissions, regardless of running jobs', async () => {
    const ai = await taskA({ rateLimit: { requestsPerMinute: 600_000 } });
    let maximum = 0;
    let open = 0;
    const slow: typeof fetch = async (...args) => {
      maximum = Math.max(maximum, (open += 1));
      await new Promise((resolve) => setTimeout(resolve, 10));
      open -= 1;
      return fetch(...args);
    };
    const limited = await taskA({ rateLimit: { requestsPerMinute: 600_000 }, fetch: slow });
    await Promise.all(Array.from({ length: 9 }, () => limited.submitVideoGenerationJob({ prompt: PROMPT })));
    expect(maximum).toBe(3);
    await Promise.all(Array.from({ length: 9 }, () => ai.submitVideoGenerationJob({ prompt: PROMPT })));
    expect(vendor.requests).toHaveLength(18);
  });

  it('and never submits a call that was aborted while it waited', async () => {
    const ai = await taskA({ rateLimit: { requestsPerMinute: 1 } });
    await ai.submitVideoGenerationJob({ prompt: PROMPT });
    const controller = new AbortController();
    const waiting = ai.submitVideoGenerationJob({ prompt: PROMPT, signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'AI_ABORTED' });
    expect(vendor.requests).toHaveLength(1);
  });

  it('and is also paced with rateLimit.enabled', async () => {
    const ai = await taskA({ rateLimit: { enabled: true, maxAttempts: 2, initialDelayMs: 20, requestsPerMinute: 60_000 } });
    vendor.fault = { kind: 'status', status: 429 };
    vendor.faultsLeft = 1;
    expect((await ai.submitVideoGenerationJob({ prompt: PROMPT })).jobId).toBe('cgt-2026-abc');
    expect(vendor.requests).toHaveLength(2);
  });

  it('and cancels a queued job only: a running one is rejected, and the record of a finished one is kept', async () => {
    const ai = await taskA();
    const handle = await ai.submitVideoGenerationJob({ prompt: PROMPT });
    await ai.cancelVideoGenerationJob(handle);
    expect(vendor.requests.at(-1)?.method).toBe('DELETE');
    for (const word of ['running', 'succeeded']) {
      state.state = word;
      await expect(ai.cancelVideoGenerationJob(handle)).rejects.toMatchObject({ code: 'VIDEO_CANCEL_REJECTED' });
      expect(vendor.requests.at(-1)?.method).toBe('GET');
    }
  });
});

describe('rule 2: the access check is cheap', () => {
  it('lists models or tasks for multimodal-hosted and video-task-a', async () => {
    vendor.wire = veoWire(state);
    await (await getAI({ type: 'multimodal-hosted', apiKey: 'k', baseUrl: vendor.url }, {})).validateVideoGenerationAccess();
    expect(vendor.requests.at(-1)?.path).toBe('/models?pageSize=1');
    vendor.wire = taskAWire(state);
    await (await taskA()).validateVideoGenerationAccess();
    expect(vendor.requests.at(-1)?.path).toBe('/contents/generations/tasks?page_size=1');
  });

  it('probes a single resource for compat-video', async () => {
    vendor.wire = videosWire(state);
    await (await getAI({ type: 'compat-video', apiKey: 'k', baseUrl: vendor.url }, {})).validateVideoGenerationAccess();
    expect(vendor.requests.map((request) => request.path)).toEqual(['/v1/videos/video_access_probe']);
  });
});

describe('rule 3: video-task-b supports only this model and its limits', () => {
  it('rejects floating and alternate model ids, in the call and in the client', async () => {
    await expect((await taskB()).submitVideoGenerationJob({ prompt: PROMPT, model: 'seedance-latest' })).rejects.toThrow('seedance-2-5');
    await expect((await taskB({ defaultModel: 'seedance-3' })).submitVideoGenerationJob({ prompt: PROMPT })).rejects.toThrow(
      'supports only this model',
    );
    await (await taskB()).submitVideoGenerationJob({ prompt: PROMPT, model: 'seedance-2-5' });
    expect(vendor.requests).toHaveLength(1);
  });

  it.each([
    [{ durationSeconds: 3 }, 'durationSeconds'],
    [{ durationSeconds: 31 }, 'durationSeconds'],
    [{ durationSeconds: 4.5 }, 'durationSeconds'],
    [{ resolution: '1080p' }, 'resolution'],
    [{ aspectRatio: '2:1' }, 'aspectRatio'],
    [{ seed: 1 }, 'seed'],
    [
      {
        referenceMedia: Array.from({ length: 51 }, (_one, index) => ({ type: 'image' as const, url: `https://example.com/${index}.png` })),
      },
      '50 reference assets',
    ],
    [
      {
        referenceMedia: Array.from({ length: 11 }, (_one, index) => ({ type: 'video' as const, url: `https://example.com/${index}.mp4` })),
      },
      '10 video references',
    ],
    [{ referenceMedia: [{ type: 'audio' as const, url: 'https://example.com/a.mp3', durationSeconds: 31 }] }, 'durationSeconds'],
  ])('rejects %j before anything is sent', async (options, message) => {
    await expect((await taskB()).submitVideoGenerationJob({ prompt: PROMPT, ...options })).rejects.toThrow(message);
    expect(vendor.requests).toHaveLength(0);
  });

  it('sends sound and the adaptive ratio, and up to fifty assets', async () => {
    const ai = await taskB();
    await ai.submitVideoGenerationJob({
      prompt: PROMPT,
      durationSeconds: 30,
      resolution: '480p',
      aspectRatio: 'adaptive',
      generateAudio: false,
    });
    expect(input()).toMatchObject({
      duration: 30,
      resolution: '480p',
      aspect_ratio: 'adaptive',
      generate_audio: false,
      generation_type: 'text-to-video',
    });
    const many = (type: 'image' | 'video' | 'audio', count: number) =>
      Array.from({ length: count }, (_one, index) => ({ type, url: `https://example.com/${index}` }));
    await ai.submitVideoGenerationJob({
      prompt: PROMPT,
      referenceMedia: [...many('image', 30), ...many('video', 10), ...many('audio', 10)],
    });
    expect(input()['image_urls']).toHaveLength(30);
    expect(input()['generate_audio']).toBe(true);
  });
});

describe('rule 4: video-task-b takes references as public HTTPS addresses only', () => {
  it.each([
    [new Uint8Array([1])],
    ['data:image/png;base64,AA=='],
    ['http://example.com/a.png'],
    ['https://localhost/a.png'],
    ['https://10.0.0.1/a.png'],
    ['https://u:p@example.com/a.png'],
  ])('refuses %s', async (image) => {
    await expect((await taskB()).submitVideoGenerationJob({ prompt: PROMPT, referenceImages: [image] })).rejects.toThrow(
      'referenceImages[0]',
    );
    expect(vendor.requests).toHaveLength(0);
  });

  it('makes one or two images the first and last frame, and anything else a reference', async () => {
    const ai = await taskB();
    const image = (name: string) => `https://example.com/${name}.png`;
    await ai.submitVideoGenerationJob({ prompt: PROMPT, referenceImages: [image('a')] });
    expect(input()).toMatchObject({ generation_type: 'image-to-video', aspect_ratio: 'adaptive', image_urls: [image('a')] });
    await ai.submitVideoGenerationJob({ prompt: PROMPT, referenceImages: [image('a'), image('b')] });
    expect(input()['generation_type']).toBe('image-to-video');
    await ai.submitVideoGenerationJob({ prompt: PROMPT, referenceImages: [image('a'), image('b'), image('c')] });
    expect(input()['generation_type']).toBe('reference-to-video');
    await ai.submitVideoGenerationJob({
      prompt: PROMPT,
      referenceImages: [image('a')],
      referenceMedia: [{ type: 'audio', url: 'https://example.com/a.mp3' }],
    });
    expect(input()).toMatchObject({ generation_type: 'reference-to-video', audio_urls: ['https://example.com/a.mp3'] });
    await expect(ai.submitVideoGenerationJob({ prompt: PROMPT, referenceImages: [image('a')], aspectRatio: '16:9' })).rejects.toThrow(
      'aspectRatio',
    );
  });
});

describe('rule 5: video-task-b submits once, polls at most every ten seconds, and cannot cancel', () => {
  it('never repeats a submission, even with pacing and retries', async () => {
    const ai = await taskB({ maxRetries: 3, rateLimit: { enabled: true, maxAttempts: 3, initialDelayMs: 1 } });
    for (const fault of [{ kind: 'drop' }, { kind: 'status', status: 500 }, { kind: 'status', status: 429 }] as const) {
      vendor.reset();
      vendor.fault = fault;
      await expect(ai.submitVideoGenerationJob({ prompt: PROMPT })).rejects.toBeDefined();
      expect(vendor.requests).toHaveLength(1);
    }
  });

  it('answers an early poll with the last snapshot and sends nothing, for all clients of the process', async () => {
    const apiKey = 'b-key-gate';
    const ai = await taskB({ apiKey });
    const handle = await ai.submitVideoGenerationJob({ prompt: PROMPT });
    vendor.requests.length = 0;
    const polls = await Promise.all([ai.getVideoGenerationJob(handle), ai.getVideoGenerationJob(handle)]);
    state.state = 'completed';
    polls.push(await (await taskB({ apiKey })).getVideoGenerationJob(handle));
    expect(polls.map((poll) => poll.status)).toEqual(['queued', 'queued', 'queued']);
    expect(vendor.requests).toHaveLength(1);
    vi.useFakeTimers({ now: Date.now() + 10_001, toFake: ['Date'] });
    expect((await ai.getVideoGenerationJob(handle)).status).toBe('succeeded');
    expect(vendor.requests).toHaveLength(2);
    vi.useRealTimers();
  });

  it('reports how long to wait after a failed poll', async () => {
    const ai = await taskB();
    const handle = await ai.submitVideoGenerationJob({ prompt: PROMPT });
    vendor.fault = { kind: 'status', status: 500 };
    await expect(ai.getVideoGenerationJob(handle)).rejects.toMatchObject({ code: 'API_ERROR' });
    vendor.requests.length = 0;
    const early = await ai.getVideoGenerationJob(handle).catch((error: unknown) => error);
    expect(early).toMatchObject({ code: 'RATE_LIMIT', retryAfter: expect.closeTo(10, -1) });
    expect(vendor.requests).toHaveLength(0);
  });

  it('throws NOT_IMPLEMENTED for cancel', async () => {
    const ai = await taskB();
    const handle = await ai.submitVideoGenerationJob({ prompt: PROMPT });
    await expect(ai.cancelVideoGenerationJob(handle)).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED' });
  });
});

describe('rule 6: video-task-b fetches results from trusted origins only', () => {
  const finished = async (options?: AIOptions) => {
    const ai = await taskB(options);
    const handle = await ai.submitVideoGenerationJob({ prompt: PROMPT });
    state.state = 'completed';
    return { ai, handle };
  };

  it('accepts its own CDN by default, and the origins in resultUrlOrigins', async () => {
    const { ai, handle } = await finished();
    expect((await ai.fetchVideoGenerationResult(handle)).data).toEqual(VIDEO);
    const seen: string[] = [];
    const cdn: typeof fetch = async (url, init) => {
      seen.push(new URL(url as string).origin);
      return seen.at(-1) === 'https://cdn.seevio.ai' ? new Response(VIDEO, { headers: { 'content-type': 'video/mp4' } }) : fetch(url, init);
    };
    state.resultUrl = 'https://cdn.seevio.ai/v.mp4';
    const other = await finished({ resultUrlOrigins: [], fetch: cdn });
    expect((await other.ai.fetchVideoGenerationResult(other.handle)).data).toEqual(VIDEO);
    expect(seen).toContain('https://cdn.seevio.ai');
  });

  it('requests no other origin, neither directly nor by redirect', async () => {
    const stranger = await LoopbackVendor.start(taskBWire(state));
    state.resultUrl = `${stranger.url}/files/v.mp4`;
    const direct = await finished();
    await expect(direct.ai.fetchVideoGenerationResult(direct.handle)).rejects.toMatchObject({ code: 'UNTRUSTED_RESULT_URL' });
    state.resultUrl = `${vendor.url}/files/v.mp4`;
    const redirected = await finished();
    vendor.fault = { kind: 'redirect', to: `${stranger.url}/files/v.mp4` };
    vendor.faultFor = (request) => request.path.startsWith('/files/');
    await expect(redirected.ai.fetchVideoGenerationResult(redirected.handle)).rejects.toMatchObject({ code: 'UNTRUSTED_RESULT_URL' });
    expect(stranger.requests).toHaveLength(0);
    await stranger.close();
  });

  it('follows a redirect inside the list, and gives up on too many', async () => {
    const within = await finished();
    vendor.fault = { kind: 'redirect', to: `${vendor.url}/files/next.mp4` };
    vendor.faultFor = (request) => request.path === '/files/v.mp4';
    expect((await within.ai.fetchVideoGenerationResult(within.handle)).data).toEqual(VIDEO);
    vendor.faultFor = (request) => request.path.startsWith('/files/');
    await expect(within.ai.fetchVideoGenerationResult(within.handle)).rejects.toThrow('redirects too often');
  });
});

describe('rule 7: video-task-b bounds the download', () => {
  const fetchWith = async (options: AIOptions, callOptions?: { timeout: number }) => {
    const ai = await taskB(options);
    const handle = await ai.submitVideoGenerationJob({ prompt: PROMPT });
    state.state = 'completed';
    vendor.faultFor = (request) => request.path.startsWith('/files/');
    return ai.fetchVideoGenerationResult(handle, callOptions);
  };

  it('to 200 MiB by default, and to maxResultBytes, also without a declared length', async () => {
    await expect(fetchWith({ maxResultBytes: VIDEO.byteLength - 1 })).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE' });
    const chunked = taskBWire(state);
    vendor.wire = (request) => (request.path.startsWith('/files/') ? { type: 'video/mp4', chunks: [VIDEO, VIDEO] } : chunked(request));
    await expect(fetchWith({ maxResultBytes: VIDEO.byteLength })).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE' });
    const announced: typeof fetch = async (url, init) =>
      (url as string).includes('/files/')
        ? new Response(VIDEO, { headers: { 'content-type': 'video/mp4', 'content-length': String(200 * 1024 * 1024 + 1) } })
        : fetch(url, init);
    await expect(fetchWith({ fetch: announced })).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE' });
  });

  it('to the type video/*', async () => {
    vendor.fault = { kind: 'wrong-type' };
    await expect(fetchWith({})).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });

  it('to the timeout while the bytes arrive', async () => {
    vendor.wire = (
      (inner) => (request) =>
        request.path.startsWith('/files/') ? { type: 'video/mp4', chunks: [VIDEO, VIDEO] } : inner(request)
    )(vendor.wire);
    vendor.fault = { kind: 'slow-drip' };
    vendor.faultFor = () => false;
    const begin = performance.now();
    await expect(fetchWith({}, { timeout: 80 })).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    expect(performance.now() - begin).toBeLessThan(10_000);
  });
});

describe('rule 8: video-task-b checks access with a random task id', () => {
  it('treats an authenticated 404 as access', async () => {
    const ai = await taskB();
    await ai.validateVideoGenerationAccess();
    await ai.validateVideoGenerationAccess();
    const paths = vendor.requests.map((request) => request.path);
    expect(paths[0]).toMatch(/^\/v1\/tasks\/[\da-f-]{36}$/);
    expect(paths[0]).not.toBe(paths[1]);
  });

  it.each([
    [401, 'AUTH_ERROR'],
    [403, 'FORBIDDEN'],
    [402, 'INSUFFICIENT_CREDITS'],
    [429, 'RATE_LIMIT'],
  ])('maps %d to %s', async (status, code) => {
    vendor.fault = { kind: 'status', status };
    await expect((await taskB()).validateVideoGenerationAccess()).rejects.toMatchObject({ code, status });
  });
});

describe('rule 9: proxies are configured in the runtime', () => {
  it('uses the standard fetch, or a given one, without an agent of its own', async () => {
    const seen: (RequestInit | undefined)[] = [];
    const spy: typeof fetch = (url, init) => {
      seen.push(init);
      return fetch(url, init);
    };
    await (await taskB({ fetch: spy })).submitVideoGenerationJob({ prompt: PROMPT });
    expect(seen).toHaveLength(1);
    expect(Object.keys(seen[0] ?? {})).not.toContain('dispatcher');
    const globalSpy = vi.spyOn(globalThis, 'fetch');
    await (await taskB()).submitVideoGenerationJob({ prompt: PROMPT });
    expect(globalSpy).toHaveBeenCalledTimes(1);
    globalSpy.mockRestore();
  });
});

describe('a video of multimodal-hosted', () => {
  it('is fetched from the vendor’s storage without the key, and from no other origin', async () => {
    vendor.wire = veoWire(state);
    state.state = 'done';
    const requestedUrls: [string, string | null][] = [];
    let location = 'https://storage.googleapis.com/v.mp4';
    const relay: typeof fetch = async (url, init) => {
      const { origin, pathname } = new URL(url as string);
      requestedUrls.push([origin, new Headers(init?.headers).get('x-goog-api-key')]);
      if (origin === 'https://storage.googleapis.com') return new Response(VIDEO, { headers: { 'content-type': 'video/mp4' } });
      return pathname.startsWith('/files/') ? new Response(null, { status: 302, headers: { location } }) : fetch(url, init);
    };
    const ai = await getAI({ type: 'multimodal-hosted', apiKey: 'veo-key', baseUrl: vendor.url, fetch: relay }, {});
    const handle = await ai.submitVideoGenerationJob({ prompt: PROMPT });
    expect((await ai.fetchVideoGenerationResult(handle)).data).toEqual(VIDEO);
    expect(requestedUrls.slice(-2)).toEqual([
      [vendor.origin, 'veo-key'],
      ['https://storage.googleapis.com', null],
    ]);
    location = 'https://storage.example.com/v.mp4';
    await expect(ai.fetchVideoGenerationResult(handle)).rejects.toMatchObject({ code: 'UNTRUSTED_RESULT_URL' });
    expect(requestedUrls.at(-1)?.[0]).toBe(vendor.origin);
  });

  it('accepts images as bytes with roles, and no URLs', async () => {
    vendor.wire = veoWire(state);
    const ai = await getAI({ type: 'multimodal-hosted', apiKey: 'k', baseUrl: vendor.url }, {});
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
    await ai.submitVideoGenerationJob({
      prompt: PROMPT,
      referenceImages: [png, { image: png, role: 'last_frame' }, { image: 'gs://bucket/a.png', role: 'reference_image' }],
    });
    expect(vendor.requests[0]?.json).toMatchObject({
      instances: [
        { lastFrame: { mimeType: 'image/png' }, referenceImages: [{ referenceType: 'asset' }, { image: { gcsUri: 'gs://bucket/a.png' } }] },
      ],
      parameters: { sampleCount: 1 },
    });
    await expect(ai.submitVideoGenerationJob({ prompt: PROMPT, referenceImages: ['https://example.com/a.png'] })).rejects.toThrow(
      'referenceImages[0]',
    );
  });

  it('ends as failed or cancelled if the operation reports that', async () => {
    vendor.wire = veoWire(state);
    const ai = await getAI({ type: 'multimodal-hosted', apiKey: 'k', baseUrl: vendor.url }, {});
    const handle = await ai.submitVideoGenerationJob({ prompt: PROMPT });
    state.state = 'done';
    state.extra = { error: { code: 1, message: 'cancelled' } };
    expect((await ai.getVideoGenerationJob(handle)).status).toBe('cancelled');
    state.extra = { error: { code: 13, message: 'internal' } };
    expect((await ai.getVideoGenerationJob(handle)).status).toBe('failed');
    await expect(ai.fetchVideoGenerationResult(handle)).rejects.toMatchObject({ code: 'VIDEO_JOB_FAILED' });
  });
});

describe('billing of video-task-b', () => {
  it('stores the credits reserved at submission in the handle, and normalizes those of polls', async () => {
    const ai = await taskB();
    const handle = await ai.submitVideoGenerationJob({ prompt: PROMPT });
    expect(handle.billing).toEqual({ credits: 42, status: 'reserved' });
    state.state = 'completed';
    state.extra = { billing_status: 'charged' };
    expect(await ai.getVideoGenerationJob(JSON.parse(JSON.stringify(handle)))).toMatchObject({
      billing: { credits: 42, status: 'charged', rawStatus: 'charged' },
      resultExpiresAt: '2026-11-22T10:00:00.000Z',
    });
    const again = await taskB();
    state.extra = { billing_status: 'refund_failed' };
    expect((await again.getVideoGenerationJob(handle)).billing).toEqual({ credits: 42, status: 'unknown', rawStatus: 'refund_failed' });
  });
});
