import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSpendingLimit, getAI, type AIOptions } from '../src/index.ts';
import { always } from './loopback/event-stream.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { ANSWER, anthropicWire, geminiWire, openaiWire, PNG } from './loopback/wires.ts';

let vendor: LoopbackVendor;
beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  vendor.wire = openaiWire;
});
const openai = (options: AIOptions = {}) => getAI({ type: 'openai', apiKey: 'test-key', baseUrl: `${vendor.url}/v1`, ...options }, {});
const gemini = () => getAI({ type: 'gemini', apiKey: 'test-key', baseUrl: `${vendor.url}/v1beta` }, {});

describe('a sound or a video in a message', () => {
  const mp3 = new Uint8Array(Buffer.from('ID3\u0004 sound'));
  const base64 = Buffer.from(mp3).toString('base64');
  const hear = (part: object) =>
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is said?' },
          { type: 'file', ...part },
        ],
      },
    ] as never;

  it('reaches Gemini as it is, its type detected or given', async () => {
    vendor.wire = geminiWire;
    const ai = await gemini();
    expect((await ai.chat(hear({ data: mp3 }))).content).toBe(ANSWER);
    expect(vendor.requests.at(-1)?.body).toContain(`"inlineData":{"mimeType":"audio/mpeg","data":"${base64}"}`);
    await ai.chat(hear({ data: base64, mimeType: 'video/mp4' }));
    expect(vendor.requests.at(-1)?.body).toContain('"mimeType":"video/mp4"');
  });

  it('reaches chat completions as a sound, if it is one that the wire takes', async () => {
    const ai = await openai();
    expect((await ai.chat(hear({ data: mp3 }))).content).toBe(ANSWER);
    expect(vendor.requests.at(-1)?.body).toContain(`{"type":"input_audio","input_audio":{"data":"${base64}","format":"mp3"}}`);
    await expect(ai.chat(hear({ data: mp3, mimeType: 'audio/flac' }))).rejects.toMatchObject({
      code: 'NOT_IMPLEMENTED',
      message: expect.stringContaining('audio/flac'),
    });
    await expect(ai.chat(hear({ data: mp3, mimeType: 'video/mp4' }))).rejects.toMatchObject({ code: 'NOT_IMPLEMENTED' });
    expect(vendor.requests).toHaveLength(1);
  });

  it('is rejected before anything is sent by a vendor that takes none, and if its type is unknown', async () => {
    vendor.wire = anthropicWire;
    const anthropic = await getAI({ type: 'anthropic', apiKey: 'k', baseUrl: vendor.url }, {});
    await expect(anthropic.chat(hear({ data: mp3 }))).rejects.toMatchObject({
      code: 'NOT_IMPLEMENTED',
      message: expect.stringContaining('audio/mpeg'),
    });
    for (const part of [
      { data: new Uint8Array([1, 2, 3]) },
      { data: mp3, mimeType: 'audio/x\r\ny' },
      { data: mp3, mimeType: 'application/zip' },
    ]) {
      await expect(anthropic.chat(hear(part))).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringContaining('content[1].data'),
      });
    }
    expect(vendor.requests).toHaveLength(0);
  });
});

describe('an edit of pictures', () => {
  const png = Buffer.from(PNG).toString('base64');

  it('is sent to OpenAI’s wire as a form, and never as a new picture', async () => {
    const ai = await openai();
    const { images } = await ai.generateImage('Add a boat.', {
      images: [new Uint8Array(PNG), png],
      mask: new Uint8Array(PNG),
      size: '1024x1024',
    });
    expect(images).toHaveLength(1);
    const [request] = vendor.requests;
    expect([request?.path, request?.headers['content-type']?.split(';')[0], request?.headers.authorization]).toEqual([
      '/v1/images/edits',
      'multipart/form-data',
      'Bearer test-key',
    ]);
    const form = await new Response(request?.body, { headers: { 'content-type': request?.headers['content-type'] ?? '' } }).formData();
    expect([form.get('prompt'), form.get('model'), form.get('size'), form.get('n')]).toEqual([
      'Add a boat.',
      'gpt-image-2',
      '1024x1024',
      '1',
    ]);
    expect(form.getAll('image[]').map((file) => (file instanceof File ? [file.name, file.type] : file))).toEqual([
      ['image-1.png', 'image/png'],
      ['image-2.png', 'image/png'],
    ]);
    expect((form.get('mask') as File).name).toBe('mask.png');
  });

  it('is sent to Gemini with its pictures', async () => {
    vendor.wire = geminiWire;
    await (await gemini()).generateImage('Add a boat.', { images: [png] });
    expect(vendor.requests.at(-1)?.body).toContain(png);
  });

  it.each([
    [{ images: [] }, 'images'],
    [{ mask: png }, 'mask needs one'],
    [{ images: png }, 'images'],
    [{ images: ['not base64!'] }, 'images[0]'],
    [{ images: ['http://127.0.0.1/a.png'] }, 'images[0]'],
    [{ images: Array.from({ length: 17 }, () => png) }, '16'],
    [{ images: [png], mask: new Uint8Array([1, 2]) }, 'mask'],
    [{ image: png }, 'images'],
  ])('that is malformed is rejected before anything is sent: %j', async (options, field) => {
    await expect((await openai()).generateImage('x', options as never)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(field),
    });
    expect(vendor.requests).toHaveLength(0);
  });

  it('of 200 MB is rejected, and any is under a spending limit', async () => {
    const huge = new Uint8Array(200 * 1024 * 1024);
    huge.set(PNG);
    await expect((await openai()).generateImage('x', { images: [huge] })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const spending = createSpendingLimit({
      maxCost: 5,
      prices: { 'gpt-image-2': { inputPerMillion: 1, outputPerMillion: 1, perImage: 0.1 } },
    });
    await expect((await openai({ spending })).generateImage('x', { images: [png] })).rejects.toMatchObject({
      code: 'PRICE_UNKNOWN',
      message: expect.stringContaining('images'),
    });
    expect(vendor.requests).toHaveLength(0);
  });

  it('that fails is an error of this library', async () => {
    const ai = await openai();
    vendor.fault = { kind: 'status', status: 400, json: { error: { message: 'bad mask', code: 'invalid_mask' } } };
    await expect(ai.generateImage('x', { images: [png] })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    vendor.fault = undefined;
    vendor.wire = always({ json: { data: 'x' } });
    await expect(ai.generateImage('x', { images: [png] })).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});
