import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getAI, type AIOptions, type RequestEvent } from '../../src/index.ts';
import { collect } from '../loopback/collect.ts';
import { LoopbackVendor, type Wire } from '../loopback/server.ts';

const SPOKEN = 'Good evening from the harbour office.';
const AUDIO = new Uint8Array([82, 73, 70, 70, 1, 2, 3, 4]);

const wire: Wire = (request) => {
  if (request.path === '/v1/tts/synthesize') {
    return {
      json: {
        audio: Buffer.from(AUDIO).toString('base64'),
        mime_type: 'audio/wav',
        duration: 1.5,
        sample_rate: 24_000,
        ...(request.json['include_word_timings'] === true ? { word_timings: [{ word: 'Good', start: 0, end: 0.2 }] } : {}),
      },
    };
  }
  if (request.path === '/v1/tts/stream') return { type: 'audio/wav', chunks: [AUDIO.subarray(0, 4), AUDIO.subarray(4)] };
  if (request.path === '/v1/audio/speech') return { bytes: AUDIO, type: 'audio/mpeg' };
  if (request.path === '/v1/voices/clone') return { json: { voice: { id: 'v-clone', name: request.json['name'], is_cloned: true } } };
  if (request.path === '/v1/voices/design') return { json: { id: 'v-design', name: 'designed', language: 'en' } };
  return { json: { voices: [{ id: 'v1', name: 'Ada', language: 'en', gender: 'female' }] } };
};

describe('speech-local', () => {
  let vendor: LoopbackVendor;
  const requests: RequestEvent[] = [];
  let serial = 0;
  const make = (options: AIOptions = {}) =>
    getAI(
      {
        type: 'speech-local',
        endpoint: vendor.url,
        rateLimit: { key: `speech ${(serial += 1)}`, enabled: false },
        onRequest: (event) => requests.push(event),
        ...options,
      },
      {},
    );

  beforeAll(async () => {
    vendor = await LoopbackVendor.start(wire);
  });
  afterAll(() => vendor.close());
  beforeEach(() => {
    vendor.reset();
    requests.length = 0;
  });

  it('speaks a text, with the metadata of the server', async () => {
    const ai = await make();
    const spoken = await ai.synthesizeSpeech(SPOKEN, {
      voice: 'ada',
      language: 'en',
      speed: 1.2,
      pitch: -2,
      outputFormat: 'wav',
      includeWordTimings: true,
    });
    expect(spoken).toEqual({
      audio: AUDIO,
      mimeType: 'audio/wav',
      duration: 1.5,
      sampleRate: 24_000,
      model: 'qwen3-tts-1.7b',
      wordTimings: [{ word: 'Good', start: 0, end: 0.2 }],
    });
    expect(vendor.requests[0]?.json).toMatchObject({ text: SPOKEN, voice: 'ada', speed: 1.2, pitch: -2, output_format: 'wav' });
    expect(JSON.stringify(requests)).not.toContain('harbour');
    expect(requests).toMatchObject([{ operation: 'synthesizeSpeech', status: 'succeeded', attempts: 1 }]);
  });

  it('returns the audio as it is produced, and aborts when its reader stops', async () => {
    const ai = await make();
    expect(Buffer.concat(await collect(ai.streamSpeech(SPOKEN)))).toEqual(Buffer.from(AUDIO));
    vendor.fault = { kind: 'slow-drip' };
    for await (const chunk of ai.streamSpeech(SPOKEN)) {
      expect(chunk.byteLength).toBe(4);
      break;
    }
    await expect.poll(() => vendor.requests.at(-1)?.abandoned, { timeout: 10_000 }).toBe(true);
    expect(requests.map((event) => event.status)).toEqual(['succeeded', 'aborted']);
  });

  it('clones, designs and lists voices', async () => {
    const ai = await make();
    expect(await ai.cloneVoice({ name: 'Me', sampleAudio: AUDIO })).toMatchObject({ id: 'v-clone', name: 'Me', isCloned: true });
    expect(await ai.designVoice({ description: 'deep and slow' })).toMatchObject({ id: 'v-design', isDesigned: true });
    expect(await ai.getVoices({ language: 'en', includeCloned: false })).toEqual([
      { id: 'v1', name: 'Ada', language: 'en', gender: 'female' },
    ]);
    expect(vendor.requests.at(-1)?.path).toBe('/v1/voices?language=en&include_cloned=false');
  });

  it('supports the openai dialect, and reports what it lacks', async () => {
    const ai = await make({ dialect: 'openai' });
    expect(await ai.synthesizeSpeech(SPOKEN, { outputFormat: 'mp3' })).toMatchObject({ audio: AUDIO, mimeType: 'audio/mpeg' });
    expect(vendor.requests[0]?.json).toMatchObject({ input: SPOKEN, response_format: 'mp3' });
    await expect(ai.synthesizeSpeech(SPOKEN, { pitch: 3 })).rejects.toThrow('pitch');
    await expect(ai.cloneVoice({ name: 'x', sampleAudio: AUDIO })).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED' });
    await expect(ai.getVoices()).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED' });
    expect(ai.getCapabilities()).toMatchObject({ tts: true, voiceCloning: false, voiceDesign: false });
    expect((await make()).getCapabilities()).toMatchObject({ voiceCloning: true, voiceDesign: true, chat: false });
  });

  it('rejects invalid input, naming the field', async () => {
    const ai = await make();
    await expect(ai.synthesizeSpeech(' ')).rejects.toThrow('text');
    await expect(ai.synthesizeSpeech('x', { speed: 9 })).rejects.toThrow('speed');
    await expect(ai.streamSpeech('x', { pitch: 50 }).next()).rejects.toThrow('pitch');
    await expect(ai.cloneVoice({ name: 'x', sampleAudio: new Uint8Array() })).rejects.toThrow('sampleAudio');
    expect(vendor.requests).toHaveLength(0);
    expect(requests.every((event) => event.status === 'rejected')).toBe(true);
  });

  it('maps failures and respects timeout and abort', async () => {
    const ai = await make();
    vendor.fault = { kind: 'status', status: 503 };
    await expect(ai.synthesizeSpeech(SPOKEN)).rejects.toMatchObject({ code: 'API_ERROR', retryable: true });
    expect(vendor.requests).toHaveLength(1);
    vendor.fault = { kind: 'silent' };
    await expect(ai.synthesizeSpeech(SPOKEN, { timeout: 40 })).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    await expect(collect(ai.streamSpeech(SPOKEN, { timeout: 40 }))).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    await expect(ai.synthesizeSpeech(SPOKEN, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'AI_ABORTED' });
  });

  it('respects requestsPerMinute and maxConcurrent', async () => {
    const ai = await make({ rateLimit: { key: 'slow speech', enabled: false, requestsPerMinute: 1200, maxConcurrent: 2 } });
    const begin = performance.now();
    await Promise.all(Array.from({ length: 9 }, () => ai.synthesizeSpeech('x')));
    expect(performance.now() - begin).toBeGreaterThan(150);
  });
});
