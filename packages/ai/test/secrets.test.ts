import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AIClient, AIError, getAI, type AIOptions, type AIProvider } from '../src/index.ts';
import { collect } from './loopback/collect.ts';
import { always, events } from './loopback/event-stream.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { openaiWire } from './loopback/wires.ts';

const ask = [{ role: 'user', content: 'Hello there' }] as const;
const KEY = 'a-plain-key-0123456789';
let vendor: LoopbackVendor;
beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  vendor.wire = openaiWire;
});

const openai = (options: AIOptions = {}) => getAI({ type: 'openai', apiKey: KEY, baseUrl: vendor.url, ...options }, {});
const failure = async (ai: AIProvider): Promise<string> => {
  const error = await ai.chat(ask).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(AIError);
  return `${inspect(error, { showHidden: true, depth: 9 })} ${JSON.stringify(error)}`;
};
const refuse = (message: string) => {
  vendor.fault = { kind: 'status', status: 400, json: { error: { message } } };
};

describe('a key does not appear in an error', () => {
  it('if it was passed with surrounding white space', async () => {
    const ai = await openai({ apiKey: `${KEY}\n` });
    refuse(`Bad key ${KEY}.`);
    expect(await failure(ai)).not.toContain(KEY);
  });

  it('if the vendor’s message is truncated within it', async () => {
    const ai = await openai();
    for (let before = 270; before < 300; before += 1) {
      refuse(`${'.'.repeat(before)}${KEY}`);
      const printed = await failure(ai);
      expect(printed).not.toMatch(/a-plain|plain-k/);
    }
  });

  it('in any part of 12 characters, and in no other form', async () => {
    const key = 'Zq7-Kw3.Xv9_Lt5:Rb2+Mn8/Pd4=Hs6'; // no known prefix
    const ai = await openai({ apiKey: key });
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    const forms = [
      ...Array.from({ length: key.length - 11 }, (_value, start) => key.slice(start, start + 12)),
      key.toUpperCase(),
      key.toLowerCase().slice(3, 20),
      key.split('').join(' '),
      `${key.slice(0, 16)}" and "${key.slice(16)}`,
      key.match(/.{4}/g)?.join('-') ?? '',
      JSON.stringify(key.split('')),
      base64(key),
      base64(`user:${key}`),
      base64(`u:${key}:x`),
      base64(key).replaceAll('+', '-').replaceAll('/', '_'),
      Buffer.from(key).toString('hex'),
      Buffer.from(key).toString('hex').toUpperCase(),
      Buffer.from(key).toString('hex').match(/../g)?.join(':') ?? '',
    ];
    for (const form of forms) {
      refuse(`There is no access with ${form} today.`);
      const printed = await failure(ai);
      expect(printed, form).toContain('There is no access with');
      for (let start = 0; start + 12 <= form.length; start += 1) expect(printed, form).not.toContain(form.slice(start, start + 12));
    }
  });

  it('and nothing else is blanked', async () => {
    const ai = await openai({ apiKey: 'Zq7-Kw3.Xv9_Lt5' });
    refuse('The parameter max_completion_tokens of gpt-6-luna is above 128000; see req_7Kw3Xv9.');
    expect(await failure(ai)).toContain('The parameter max_completion_tokens of gpt-6-luna is above 128000; see req_7Kw3Xv9.');
  });

  it('as the header of basic authentication, or as part of an address', async () => {
    const credentials = { adminUser: 'admin', adminPassword: 'correct horse&battery' };
    const ai = await getAI({ type: 'bifrost', baseUrl: vendor.url, ...credentials }, {});
    const encoded = Buffer.from('admin:correct horse&battery').toString('base64');
    vendor.fault = {
      kind: 'status',
      status: 400,
      json: { error: { message: `You sent ${encoded}, Basic c29tZTpvdGhlcg== and ?p=${encodeURIComponent('correct horse&battery')}` } },
    };
    const error = await ai.admin.createProject({ name: 'a', tenantId: 't' }).catch((caught: unknown) => caught);
    const printed = inspect(error, { showHidden: true });
    for (const secret of [encoded, 'c29tZTpvdGhlcg', 'horse']) expect(printed).not.toContain(secret);
  });

  it('as the value of a header of the caller’s', async () => {
    const ai = await openai({ headers: { 'x-tenant-token': 'tenant-token-value' } });
    refuse('No such tenant-token-value.');
    expect(await failure(ai)).not.toContain('tenant-token-value');
    expect(vendor.requests[0]?.headers['x-tenant-token']).toBe('tenant-token-value');
  });
});

describe('a code of the vendor’s', () => {
  it('is printed only when it looks like one', async () => {
    const ai = await openai();
    for (const code of ['x'.repeat(100_000), `leaked ${KEY}`, 'Hello there\nand more', KEY]) {
      vendor.wire = always(events({ error: { code } }));
      const error = (await collect(ai.stream(ask)).catch((caught: unknown) => caught)) as AIError;
      expect(error.message.length).toBeLessThan(600);
      expect(error.message).not.toMatch(/a-plain|Hello there/);
    }
    vendor.wire = always(events({ error: { code: 'server_error' } }));
    await expect(collect(ai.stream(ask))).rejects.toThrow('server_error');
  });

  it('is as short in the status of a video', async () => {
    const ai = await getAI({ type: 'compat-video', apiKey: KEY, baseUrl: vendor.url, defaultModel: 'v' }, {});
    const handle = { jobId: 'video_1', provider: 'compat-video', model: 'v', createdAt: '' };
    vendor.wire = always({ json: { id: 'video_1', status: 'failed', error: { code: `no ${KEY} ${'x'.repeat(10_000)}` } } });
    const status = await ai.getVideoGenerationJob(handle);
    expect(JSON.stringify(status)).not.toContain(KEY);
    expect(JSON.stringify(status).length).toBeLessThan(300);
    await expect(ai.fetchVideoGenerationResult(handle)).rejects.toSatisfy((error: Error) => error.message.length < 200);
    vendor.wire = always({ json: { id: 'video_1', status: 'y'.repeat(10_000) } });
    expect(JSON.stringify(await ai.getVideoGenerationJob(handle)).length).toBeLessThan(300);
  });
});

describe('a printed provider', () => {
  it('shows no credential, however it is printed', async () => {
    const all: AIOptions[] = [
      { type: 'openai', apiKey: KEY },
      { type: 'anthropic', apiKey: KEY },
      { type: 'gemini', apiKey: KEY },
      { type: 'bedrock', region: 'eu-west-1', credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: KEY } },
      { type: 'huggingface', apiToken: KEY },
      { type: 'litellm', baseUrl: vendor.url, adminPassword: KEY },
      { type: 'bifrost', apiKey: KEY },
      { type: 'ollama', apiKey: KEY },
      { type: 'speech-local', apiKey: KEY },
      { type: 'video-task-a', apiKey: KEY },
      { type: 'video-task-b', apiKey: KEY },
      { type: 'compat-video', apiKey: KEY, baseUrl: vendor.url, defaultModel: 'v' },
    ];
    for (const options of all) {
      for (const thing of [await getAI(options, {}), new AIClient(options)]) {
        const printed = `${inspect(thing, { showHidden: true, depth: 20, getters: true })} ${JSON.stringify(thing)}`;
        expect(printed, options.type).not.toContain(KEY);
      }
    }
  });
});

describe('a text of the caller does not appear in an error', () => {
  const secret = 'The merger of Harbour and Quay is to be announced on Tuesday.';
  const printedError = (error: unknown): string => `${inspect(error, { showHidden: true, depth: 9 })}`;

  it('from any position in a long prompt, in any form', async () => {
    const ai = await openai();
    refuse(`Invalid content: ${secret}`);
    const file = { type: 'file', mimeType: 'text/plain' } as const;
    const base64 = Buffer.from(secret).toString('base64');
    const contents = [
      `${'z '.repeat(200_000)}${secret}`,
      [{ ...file, data: new TextEncoder().encode(secret) }],
      [{ ...file, data: base64 }],
      [{ type: 'file', data: `data:text/plain;base64,${base64}` }],
    ] as const;
    for (const content of contents) {
      const error = await ai.chat([{ role: 'user', content }]).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'INVALID_REQUEST' });
      expect(printedError(error)).not.toContain('merger of Harbour');
    }
    const replay = { provider: 'general-hosted', parts: [{ type: 'text', text: secret }] };
    const error = await ai.chat([...ask, { role: 'assistant', content: '', replay }, ...ask]).catch((caught: unknown) => caught);
    expect(printedError(error)).not.toContain('merger of Harbour');
  });

  it('in another case, with other white space or escaped', async () => {
    const ai = await openai();
    for (const echo of [secret.toUpperCase(), secret.replaceAll(' ', '\n  '), secret.replaceAll(' ', '_'), secret.split('').join(' ')]) {
      refuse(`Invalid content: ${echo}`);
      const error = await ai.chat([{ role: 'user', content: secret }]).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'INVALID_REQUEST' });
      expect(printedError(error)).not.toContain('Invalid content');
    }
  });

  it('if it was passed in other options', async () => {
    refuse(`Invalid content: ${secret}`);
    const gemini = await getAI({ type: 'gemini', apiKey: KEY, baseUrl: vendor.url }, {});
    const speech = await getAI({ type: 'speech-local', endpoint: vendor.url }, {});
    const errors = await Promise.all([
      gemini.submitVideoGenerationJob({ prompt: 'A harbour', negativePrompt: secret }).catch((caught: unknown) => caught),
      speech.synthesizeSpeech('Hello', { instructions: secret }).catch((caught: unknown) => caught),
    ]);
    for (const error of errors) {
      expect(error).toBeInstanceOf(AIError);
      expect(printedError(error)).not.toContain('merger of Harbour');
    }
  });
});

describe('a key that a vendor echoes in a status', () => {
  it('is not in the status of a job', async () => {
    vendor.wire = always({
      json: { id: 'v1', status: KEY, billing_status: KEY, error: { code: KEY }, data: {} },
    });
    const base = { apiKey: KEY, baseUrl: vendor.url };
    const handle = { jobId: 'job-1', model: 'seedance-2-5', createdAt: '2026-01-01T00:00:00Z' };
    for (const type of ['byteplus-modelark', 'seevio', 'openai-compat-video'] as const) {
      const ai = await getAI({ type, ...base, ...(type === 'openai-compat-video' ? { defaultModel: 'v' } : {}) }, {});
      expect(JSON.stringify(await ai.getVideoGenerationJob({ ...handle, provider: ai.type }))).not.toContain(KEY);
    }
    vendor.wire = always({ json: { id: 'v1', status: 'failed', error: { code: KEY } } });
    const ai = await getAI({ type: 'openai-compat-video', ...base, defaultModel: 'v' }, {});
    const error = await ai.fetchVideoGenerationResult({ ...handle, provider: 'compat-video' }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'VIDEO_JOB_FAILED' });
    expect(String(error)).not.toContain(KEY);
  });

  it('is not in the printed options of the client of earlier versions', () => {
    const client = new AIClient({ type: 'azure', accessToken: 'an-access-token', apiKey: KEY });
    expect(JSON.stringify(client.options)).toBe('{"type":"azure"}');
  });
});
