import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AIError, getAI, type ChatOptions, type Message } from '../src/index.ts';
import { createFakeAI } from '../src/testing/index.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { anthropicWire, openaiWire } from './loopback/wires.ts';

const text = fc.oneof(fc.string(), fc.constantFrom('data:image/png;base64,AA==', 'https://example.com/a.png', '{}', '[', ''));
const call = fc.record({ id: text, type: fc.constant('function'), function: fc.record({ name: text, arguments: text }) });
const part = fc.oneof(
  fc.record({ type: fc.constantFrom('text', 'image', 'image_url', 'sound'), text, image: text, image_url: fc.record({ url: text }) }),
  fc.jsonValue(),
);
const sound = fc.record({ role: fc.constantFrom('user', 'assistant'), content: fc.constant('Hello') });
const nearly = fc.record({ role: fc.constant('user'), content: fc.array(part, { minLength: 1, maxLength: 2 }) });
const replies = fc.record({
  role: fc.constantFrom('tool', 'assistant'),
  content: text,
  toolCallId: fc.constant('a'),
  toolCalls: fc.oneof(fc.jsonValue(), fc.array(fc.oneof(call, fc.jsonValue()))),
});
const message = fc.oneof(
  { weight: 4, arbitrary: sound },
  { weight: 3, arbitrary: nearly },
  { weight: 3, arbitrary: replies },
  fc.record(
    {
      role: fc.constantFrom('system', 'user', 'assistant', 'tool', 'function', 'developer', 'captain'),
      content: fc.oneof(text, fc.array(part, { maxLength: 3 }), fc.constant(null), fc.jsonValue()),
      toolCalls: fc.array(call, { maxLength: 2 }),
      toolCallId: text,
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
);
const options = fc.record(
  {
    maxTokens: fc.oneof(fc.integer(), fc.double(), text),
    temperature: fc.oneof(fc.double(), text),
    reasoning: fc.record(
      { effort: fc.oneof(fc.constantFrom('none', 'low', 'high'), text), maxTokens: fc.oneof(fc.integer(), fc.double()) },
      { requiredKeys: [] },
    ),
    timeout: fc.oneof(fc.constant(1000), fc.integer({ max: 0 })),
    toolChoice: fc.oneof(fc.constantFrom('auto', 'required', 'none'), fc.jsonValue()),
    tools: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
    stop: fc.jsonValue(),
    responseFormat: fc.oneof(
      fc.record({ type: fc.constantFrom('text', 'json_object', 'json_schema'), schema: fc.jsonValue() }),
      fc.constant(undefined),
    ),
    n: fc.integer(),
  },
  { requiredKeys: [] },
);

describe('arbitrary input', () => {
  it('is answered or rejected with an error of this library', async () => {
    const ai = createFakeAI(['{}']);
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.array(message, { maxLength: 4 }), fc.jsonValue()), options, async (messages, callOptions) => {
        const outcome = await ai
          .chat(messages as unknown as Message[], callOptions as unknown as ChatOptions)
          .catch((error: unknown) => error);
        const fine =
          outcome instanceof AIError ? outcome.code !== 'UNKNOWN_ERROR' : typeof (outcome as { content?: unknown }).content === 'string';
        if (!fine) throw new Error(JSON.stringify([messages, callOptions, String(outcome)]));
      }),
      { numRuns: 1500 },
    );
  });
});

describe('malformed input', () => {
  const ask = { role: 'user', content: 'x' };
  const turn = (fields: object) => [ask, { role: 'assistant', content: '', ...fields }, { role: 'tool', toolCallId: 'a', content: 'x' }];
  it.each([
    [[{ role: 'user', content: [null] }], undefined, 'messages[0].content[0].type'],
    [[{ role: 'user', content: [{ type: 'image_url' }] }], undefined, 'messages[0].content[0].image_url.url'],
    [[ask, { role: 'assistant', content: [null] }], undefined, 'messages[1].content[0]'],
    [turn({ toolCalls: [null] }), undefined, 'messages[1].toolCalls[0]'],
    [turn({ toolCalls: 'x' }), undefined, 'messages[1].toolCalls'],
    [turn({ replay: { provider: 'custom', parts: [null] } }), undefined, 'messages[1].replay'],
    [[ask], { tools: 'x' }, 'tools'],
    [[ask], { tools: [null] }, 'tools[0]'],
    [[ask], { stop: 5 }, 'stop'],
    [[ask], { toolChoice: {}, tools: [{ type: 'function', function: { name: 'f' } }] }, 'toolChoice'],
    [[ask], { responseFormat: 'json' }, 'responseFormat'],
    [[ask], null, 'chat'],
  ])('is named: %j %j', async (messages, callOptions, field) => {
    const ai = createFakeAI(['x']);
    await expect(ai.chat(messages as never, callOptions as never)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(field),
    });
    expect(ai.calls).toHaveLength(0);
  });
});

describe('an image at a public address', () => {
  let vendor: LoopbackVendor;
  beforeAll(async () => {
    vendor = await LoopbackVendor.start(openaiWire);
  });
  afterAll(() => vendor.close());
  beforeEach(() => vendor.reset());
  const content = [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }] as const;

  it('is passed unchanged to vendors that fetch it themselves', async () => {
    await (await getAI({ apiKey: 'k', baseUrl: `${vendor.url}/v1` }, {})).chat([{ role: 'user', content }]);
    expect(vendor.requests[0]?.json['messages']).toEqual([
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }] },
    ]);
    vendor.wire = anthropicWire;
    await (await getAI({ type: 'anthropic', apiKey: 'k', baseUrl: vendor.url }, {})).chat([{ role: 'user', content }]);
    expect(vendor.requests[1]?.body).toContain('{"type":"url","url":"https://example.com/a.png"}');
  });
});
