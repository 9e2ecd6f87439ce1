import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  compatibleVendor,
  createSpendingLimit,
  getAI,
  withFallback,
  type AIOptions,
  type RequestEvent,
  type UsageEvent,
} from '../src/index.ts';
import { LoopbackVendor, type Recorded } from './loopback/server.ts';

const WAV = new Uint8Array([...Buffer.from('RIFF0000WAVEfmt '), ...new Uint8Array(2000)]);
const SAID = 'The ferry leaves at noon.';
let vendor: LoopbackVendor;
const seen: (UsageEvent | RequestEvent)[] = [];

const wire = (request: Recorded) => {
  if (request.path.endsWith('/models')) return { json: { data: [{ id: 'chat-one' }, { id: 'whisper-large' }] } };
  const segments = request.body.includes('verbose_json') ? { segments: [{ text: ' The ferry', start: 0, end: 1.5 }, { text: 5 }] } : {};
  return { json: { text: SAID, language: 'en', usage: { type: 'duration', seconds: 60 }, ...segments } };
};
beforeAll(async () => {
  vendor = await LoopbackVendor.start(wire);
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  vendor.wire = wire;
  seen.length = 0;
});
const openai = (options: AIOptions = {}) =>
  getAI(
    {
      type: 'openai',
      apiKey: 'sk-test-key',
      baseUrl: vendor.url,
      onUsage: (event) => void seen.push(event),
      onRequest: (event) => void seen.push(event),
      ...options,
    },
    {},
  );
const prices = { 'gpt-transcribe': { inputPerMillion: 0, outputPerMillion: 0, perTranscribedMinute: 0.0045 } };

describe('a recording', () => {
  it('is transcribed, with its cost', async () => {
    const ai = await openai({ prices });
    expect(await ai.transcribe(WAV, { language: 'en', prompt: 'Harbour' })).toMatchObject({
      text: SAID,
      model: 'gpt-transcribe',
      language: 'en',
      duration: 60,
      usage: { cost: 0.0045 },
    });
    const { body, headers, path } = vendor.requests[0]!;
    expect(path).toBe('/audio/transcriptions');
    expect(headers['content-type']).toContain('multipart/form-data');
    for (const part of [
      'name="model"\r\n\r\ngpt-transcribe',
      'name="languages[]"\r\n\r\nen',
      'filename="audio.wav"',
      'Content-Type: audio/wav',
    ]) {
      expect(body).toContain(part);
    }
    expect(seen).toMatchObject([
      { operation: 'transcribe', usage: { cost: 0.0045 } },
      { operation: 'transcribe', status: 'succeeded', attempts: 1 },
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/ferry|Harbour/);
  });

  it('includes times if requested', async () => {
    const { segments } = await (await openai()).transcribe(WAV, { timestamps: true, model: 'whisper-1', language: 'en' });
    expect(segments).toEqual([{ text: 'The ferry', start: 0, end: 1.5 }]);
    expect(vendor.requests[0]?.body).toContain('name="language"\r\n');
  });

  it('works with gateways, custom vendors, chains and models of the AI SDK', async () => {
    const gateway = await getAI({ type: 'litellm', baseUrl: vendor.url }, {});
    expect((await gateway.transcribe(WAV)).model).toBe('whisper-large');
    const acme = compatibleVendor({
      kind: 'acme',
      baseUrl: vendor.url,
      keyVariables: ['ACME_API_KEY'],
      models: { transcription: 'acme-hear' },
      flags: { transcription: true },
    });
    expect((await (await getAI({ vendor: acme, apiKey: 'acme-key' }, {})).transcribe(WAV)).model).toBe('acme-hear');
    vendor.fault = { kind: 'status', status: 500 };
    vendor.faultsLeft = 1;
    expect((await withFallback([await openai(), gateway]).transcribe(WAV)).text).toBe(SAID);
    const { createOpenAI } = await import('@ai-sdk/openai');
    const transcriptionModel = createOpenAI({ apiKey: 'k', baseURL: vendor.url }).transcription('gpt-4o-transcribe');
    expect((await (await getAI({ type: 'custom', transcriptionModel }, {})).transcribe(WAV)).text).toBe(SAID);
  });

  it('is rejected before anything is sent if it is invalid, too expensive, or unsupported', async () => {
    const ai = await openai();
    for (const [audio, options, named] of [
      ['text', {}, 'audio'],
      [new Uint8Array(), {}, 'audio'],
      [new Uint8Array([1, 2, 3]), {}, 'mimeType'],
      [WAV, { mimeType: 'text/plain' }, 'mimeType'],
      [WAV, { language: 5 }, 'language'],
      [WAV, { langauge: 'en' }, 'language'],
    ] as const) {
      await expect(ai.transcribe(audio as never, options as never)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringContaining(named),
      });
    }
    const poor = await openai({ spending: createSpendingLimit({ maxCost: 0.000_001, prices }) });
    await expect(poor.transcribe(WAV)).rejects.toMatchObject({ code: 'SPENDING_LIMIT_EXCEEDED' });
    const unpriced = await openai({ spending: createSpendingLimit({ maxCost: 5 }) });
    await expect(unpriced.transcribe(WAV)).rejects.toMatchObject({ code: 'PRICE_UNKNOWN' });
    const claude = await getAI({ type: 'anthropic', apiKey: 'sk-test-key', baseUrl: vendor.url }, {});
    await expect(claude.transcribe(WAV)).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED' });
    expect(claude.getCapabilities().transcription).toBe(false);
    expect(vendor.requests).toHaveLength(0);
  });

  it('fails with the same errors as other calls', async () => {
    const ai = await openai();
    vendor.fault = { kind: 'status', status: 429, headers: { 'retry-after': '3' } };
    await expect(ai.transcribe(WAV)).rejects.toMatchObject({ code: 'RATE_LIMIT', retryAfter: 3 });
    vendor.fault = { kind: 'malformed' };
    await expect(ai.transcribe(WAV)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
    vendor.fault = { kind: 'silent' };
    await expect(ai.transcribe(WAV, { timeout: 50 })).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
    vendor.reset();
    vendor.wire = () => ({ json: { words: [] } });
    await expect(ai.transcribe(WAV)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});

describe('headers of the client', () => {
  it('are sent with every request to the provider', async () => {
    const ai = await openai({ headers: { 'x-desk': 'books' } });
    await ai.getModels();
    await ai.transcribe(WAV);
    expect(vendor.requests.map((request) => request.headers['x-desk'])).toEqual(['books', 'books']);
  });
});
