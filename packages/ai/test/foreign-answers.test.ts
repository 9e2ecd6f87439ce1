import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getAI, type AIOptions } from '../src/index.ts';
import { collect } from './loopback/collect.ts';
import { always } from './loopback/event-stream.ts';
import { LoopbackVendor } from './loopback/server.ts';

const ask = [{ role: 'user', content: 'Hello there' }] as const;
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY' };
let vendor: LoopbackVendor;
beforeAll(async () => {
  vendor = await LoopbackVendor.start(always({ json: {} }));
});
afterAll(() => vendor.close());
beforeEach(() => vendor.reset());

const kinds: readonly [string, () => AIOptions][] = [
  ['openai', () => ({ type: 'openai', apiKey: 'test-key', baseUrl: `${vendor.url}/v1` })],
  ['anthropic', () => ({ type: 'anthropic', apiKey: 'test-key', baseUrl: vendor.url })],
  ['ollama', () => ({ type: 'ollama', baseUrl: vendor.url, defaultModel: 'm' })],
  ['gemini', () => ({ type: 'gemini', apiKey: 'test-key', baseUrl: vendor.url })],
  ['bedrock', () => ({ type: 'bedrock', region: 'eu-west-1', credentials, baseUrl: vendor.url })],
  ['mistral', () => ({ type: 'mistral', apiKey: 'test-key', baseUrl: vendor.url })],
];
const PAGE = '<!doctype html>\n<html><body>Sign in to the network</body></html>';

describe.each(kinds)('in place of a stream of %s', (_name, options) => {
  const read = async () => collect((await getAI({ ...options(), maxRetries: 2 }, {})).stream(ask));

  it.each([
    ['a page', { type: 'text/html; charset=utf-8', bytes: PAGE }],
    ['an empty object', { type: 'application/json', bytes: '{}' }],
    ['an answer in several lines', { type: 'application/json', bytes: JSON.stringify({ choices: [], content: 5 }, null, 2) }],
  ])('%s is an invalid response and not sent again', async (_what, reply) => {
    vendor.wire = always(reply);
    await expect(read()).rejects.toMatchObject({ code: 'INVALID_RESPONSE', retryable: false });
    expect(vendor.requests).toHaveLength(1);
  });
});

describe.each(kinds.filter(([name]) => name !== 'gemini' && name !== 'bedrock'))(
  'a body of another type in place of a stream of %s',
  (_name, options) => {
    const read = async () => collect((await getAI(options(), {})).stream(ask));

    it.each([
      ['text/plain', PAGE],
      ['text/event-stream', PAGE],
      ['application/octet-stream', 'ok'],
    ])('is an invalid response whatever its type says: %s', async (type, bytes) => {
      vendor.wire = always({ type, bytes });
      await expect(read()).rejects.toMatchObject({ code: 'INVALID_RESPONSE', retryable: false });
    });

    it('is the failure that it reports', async () => {
      vendor.wire = always({ json: { error: { message: 'Slow down.', code: 'rate_limit_exceeded' } } });
      await expect(read()).rejects.toMatchObject({ code: 'RATE_LIMIT' });
    });
  },
);

describe('a stream that is cut off before its first event', () => {
  it.each([[''], ['\n'], [': keep-alive\n\n'], ['dat'], ['event: message_start\n']])('may be complete the next time: %j', async (bytes) => {
    vendor.wire = always({ type: 'text/event-stream', bytes });
    for (const [name, options] of kinds.slice(0, 2)) {
      const ai = await getAI(options(), {});
      await expect(collect(ai.stream(ask)), name).rejects.toMatchObject({ code: 'NETWORK_ERROR', retryable: true });
    }
  });
});

describe('a foreign answer in place of images', () => {
  it.each([
    ['of bedrock', () => ({ type: 'bedrock', region: 'eu-west-1', credentials, baseUrl: vendor.url }) as const, 'amazon.nova-canvas-v1:0'],
    ['of openai', () => ({ type: 'openai', apiKey: 'test-key', baseUrl: vendor.url }) as const, 'gpt-image-2'],
    ['of gemini', () => ({ type: 'gemini', apiKey: 'test-key', baseUrl: vendor.url }) as const, 'gemini-3.1-flash-image'],
  ])('%s is an invalid response', async (_name, options, model) => {
    const ai = await getAI(options(), {});
    for (const json of [
      {},
      { images: 'x' },
      { images: [5] },
      { images: [] },
      { images: null, error: null },
      [],
      'text',
      { data: [{ b64_json: '' }] },
      { images: ['?!'] },
    ]) {
      vendor.wire = always({ json });
      const outcome = await ai.generateImage('A boat.', { model }).catch((error: unknown) => error);
      expect(outcome, JSON.stringify(json)).toMatchObject({ code: 'INVALID_RESPONSE', retryable: false });
    }
    vendor.wire = always({ type: 'text/html', bytes: PAGE });
    await expect(ai.generateImage('A boat.', { model })).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});
