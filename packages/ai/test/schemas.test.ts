import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool, getAI, runTools, type AIOptions } from '../src/index.ts';
import { createFakeAI } from '../src/testing/index.ts';
import { collect } from './loopback/collect.ts';
import { LoopbackVendor, type Recorded, type Reply } from './loopback/server.ts';
import { strictFault } from './loopback/strict-rules.ts';

const ask = [{ role: 'user', content: 'A book, please.' }] as const;
const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
const text = (content: string): Reply => ({ json: { choices: [{ message: { content }, finish_reason: 'stop' }], usage } });
let vendor: LoopbackVendor;
let answer = '{}';
/** OpenAI's wire with its rules for strict schemas: a schema that violates them is refused, as the API refuses it. */
const strictServer = (request: Recorded): Reply => {
  const format = (request.json['response_format'] ?? {}) as { json_schema?: { schema?: unknown; strict?: boolean } };
  const tools = (request.json['tools'] ?? []) as { function: { parameters: unknown; strict?: boolean } }[];
  const strict = [format.json_schema ?? {}, ...tools.map(({ function: f }) => ({ schema: f.parameters, strict: f.strict }))].filter(
    (one) => one.strict,
  );
  const fault = strict.map(({ schema }) => strictFault(schema)).find((one) => one !== undefined);
  if (fault !== undefined) return { status: 400, json: { error: { message: `Invalid schema: ${fault}`, code: 'invalid_json_schema' } } };
  if (request.json['stream'] !== true) return text(answer);
  const halves = [answer.slice(0, answer.length / 2), answer.slice(answer.length / 2)];
  const chunks = halves.map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
  return {
    type: 'text/event-stream',
    chunks: [...chunks, 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n', 'data: [DONE]\n\n'],
  };
};
beforeAll(async () => {
  vendor = await LoopbackVendor.start(strictServer);
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.reset();
  vendor.wire = strictServer;
});
const openai = (options: AIOptions = {}) => getAI({ type: 'openai', apiKey: 'test-key', baseUrl: vendor.url, ...options }, {});
const sentFormat = () => {
  const { response_format: format } = (vendor.requests.at(-1) as Recorded).json as {
    response_format: { json_schema: { schema: Record<string, unknown>; strict: boolean } };
  };
  return format.json_schema;
};

describe('an ordinary schema of a schema library', () => {
  const book = z.object({
    title: z.string().min(1),
    pages: z.int().positive().optional(),
    language: z.enum(['en', 'de']).default('en'),
    author: z.object({ name: z.string(), mail: z.email().optional() }),
    tags: z.array(z.object({ name: z.string(), weight: z.number().optional() })),
    place: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('city'), name: z.string(), state: z.string().optional() }),
      z.object({ kind: z.literal('sea') }),
    ]),
    note: z.string().nullable().optional(),
  });
  const responseFormat = { type: 'json_schema', schema: book, name: 'book' } as const;
  const full = {
    title: 'Harbour',
    pages: null,
    language: null,
    author: { name: 'A', mail: null },
    tags: [{ name: 'sea', weight: null }],
    place: { kind: 'city', name: 'Kiel', state: null },
    note: null,
  };

  it('is enforced: closed, with optional members that may be null and are absent again on return', async () => {
    answer = JSON.stringify(full);
    const { object, warnings } = await (await openai()).chat(ask, { responseFormat });
    expect(sentFormat().strict).toBe(true);
    expect(sentFormat().schema).toMatchObject({ additionalProperties: false, required: Object.keys(full) });
    expect(warnings).toBeUndefined();
    expect(object).toEqual({
      title: 'Harbour',
      language: 'en',
      author: { name: 'A' },
      tags: [{ name: 'sea' }],
      place: { kind: 'city', name: 'Kiel' },
      // It may be null, so null is a value and not its absence.
      note: null,
    });
  });

  it('is enforced in streams too, and partial objects have the form of the schema', async () => {
    answer = JSON.stringify(full);
    const events = await collect((await openai()).stream(ask, { responseFormat }).events());
    const objects = events.flatMap((event) => (event.type === 'object' ? [event.object] : []));
    expect(objects.length).toBeGreaterThan(0);
    for (const object of objects) expect(JSON.stringify(object)).not.toContain('"pages":null');
    expect(events.at(-1)).toMatchObject({ type: 'finish', response: { object: { title: 'Harbour' } } });
  });

  it.each([
    ['a list', z.array(z.string()), '{"value":["a","b"]}', ['a', 'b']],
    ['a union', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), '{"value":{"b":"x"}}', { b: 'x' }],
    ['a number', z.number(), '{"value":5}', 5],
  ])('is wrapped where the vendor takes only objects: %s', async (_name, schema, reply, value) => {
    answer = reply;
    const { object } = await (await openai()).chat(ask, { responseFormat: { type: 'json_schema', schema } });
    expect(sentFormat().strict).toBe(true);
    expect(object).toEqual(value);
  });

  it('that refers to itself is enforced', async () => {
    interface Part {
      name: string;
      parts?: Part[] | undefined;
    }
    const part: z.ZodType<Part> = z.object({
      name: z.string(),
      get parts() {
        return z.array(part).optional();
      },
    });
    answer = '{"name":"a","parts":[{"name":"b","parts":null}]}';
    const { object } = await (await openai()).chat(ask, { responseFormat: { type: 'json_schema', schema: part } });
    expect(sentFormat().strict).toBe(true);
    expect(object).toEqual({ name: 'a', parts: [{ name: 'b' }] });
  });

  it.each([
    ['a map', z.object({ counts: z.record(z.string(), z.number()) }), '{"counts":{"a":1}}', 'additionalProperties at #/properties/counts'],
    ['any value', z.object({ any: z.any() }), '{"any":1}', 'any value at #/properties/any'],
    [
      'a tuple',
      z.object({ pair: z.tuple([z.string(), z.number()]) }),
      '{"pair":["a",1]}',
      'a list with a type for each position at #/properties/pair',
    ],
  ])('that the vendor cannot enforce is sent with a warning that names why: %s', async (_name, schema, reply, place) => {
    answer = reply;
    const { object, warnings } = await (await openai()).chat(ask, { responseFormat: { type: 'json_schema', schema } });
    expect(sentFormat().strict).toBe(false);
    expect(warnings).toEqual([{ feature: 'responseFormat.schema', message: expect.stringContaining(place) }]);
    expect(object).toEqual(JSON.parse(reply));
  });

  it('loses a single constraint with a warning, and is enforced otherwise', async () => {
    answer = '{"tags":["a"],"mail":"x"}';
    const schema = {
      type: 'object',
      properties: { tags: { type: 'array', items: { type: 'string' }, uniqueItems: true }, mail: { type: 'string', pattern: '^(?!a)x' } },
      required: ['tags'],
    };
    const { warnings } = await (await openai()).chat(ask, { responseFormat: { type: 'json_schema', schema } });
    expect(sentFormat().strict).toBe(true);
    expect(JSON.stringify(sentFormat())).not.toMatch(/uniqueItems|\(\?!/);
    expect(warnings?.[0]?.message).toContain('uniqueItems at #/properties/tags');
    expect(warnings?.[0]?.message).toContain('pattern at #/properties/mail');
  });

  it('without JSON Schema is refused instead of sent as plain JSON mode', async () => {
    const bare = { '~standard': { version: 1, vendor: 'bare', validate: (value: unknown) => ({ value }) } } as const;
    await expect((await openai()).chat(ask, { responseFormat: { type: 'json_schema', schema: bare } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('responseFormat.jsonSchema'),
    });
    expect(vendor.requests).toHaveLength(0);
  });
});

describe('the Messages wire', () => {
  const anthropic = () => getAI({ type: 'anthropic', apiKey: 'test-key', baseUrl: vendor.url, defaultModel: 'claude-sonnet-5-5' }, {});
  beforeEach(() => {
    vendor.wire = () => ({
      json: {
        type: 'message',
        model: 'm',
        content: [{ type: 'text', text: answer }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    });
  });

  it('does not close a map until nothing fits it: the schema is an instruction, with a warning', async () => {
    answer = '{"counts":{"a":1}}';
    const schema = z.object({ counts: z.record(z.string(), z.number()) });
    const { object, warnings } = await (await anthropic()).chat(ask, { responseFormat: { type: 'json_schema', schema } });
    expect(object).toEqual({ counts: { a: 1 } });
    expect(vendor.requests[0]?.json['output_config']).not.toHaveProperty('format');
    expect(vendor.requests[0]?.body).toContain('JSON Schema');
    expect(warnings).toEqual([
      { feature: 'responseFormat.schema', message: expect.stringContaining('additionalProperties at #/properties/counts') },
    ]);
  });

  it('names a constraint that it drops', async () => {
    answer = '{"a":"x"}';
    const schema = { type: 'object', properties: { a: { type: 'string', not: { const: 'y' } } }, required: ['a'] };
    const { warnings } = await (await anthropic()).chat(ask, { responseFormat: { type: 'json_schema', schema } });
    expect(vendor.requests[0]?.json).toMatchObject({ output_config: { format: { type: 'json_schema' } } });
    expect(warnings?.[0]?.message).toContain('not at #/properties/a');
  });
});

describe('a strict tool', () => {
  it('is sent in strict form, and an absent argument arrives absent', async () => {
    const seen: unknown[] = [];
    const tool = defineTool({
      name: 'look_up',
      strict: true,
      parameters: z.object({ place: z.string(), day: z.string().optional() }),
      execute: (input) => {
        seen.push(input);
        return 'open';
      },
    });
    vendor.wire = (request) => {
      const refused = strictServer(request);
      if ('status' in refused && refused.status === 400) return refused;
      if (request.body.includes('"role":"tool"')) return text('Open.');
      const call = { id: 'a', type: 'function', function: { name: 'look_up', arguments: '{"place":"Kiel","day":null}' } };
      return { json: { choices: [{ message: { tool_calls: [call] }, finish_reason: 'tool_calls' }], usage } };
    };
    await runTools(await openai(), ask, { tools: [tool] });
    expect(((vendor.requests[0] as Recorded).json['tools'] as { function: object }[])[0]?.function).toMatchObject({
      strict: true,
      parameters: { required: ['place', 'day'], additionalProperties: false },
    });
    expect(seen).toEqual([{ place: 'Kiel' }]);
  });

  it('that the vendor cannot enforce is refused, naming why', async () => {
    const parameters = { type: 'object', properties: { any: {} } };
    const tools = [{ type: 'function', function: { name: 'f', parameters, strict: true } }] as const;
    await expect((await openai()).chat(ask, { tools })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('any value at #/properties/any'),
    });
    expect(vendor.requests).toHaveLength(0);
  });
});

describe('the tools of a loop', () => {
  const sentTools = () => vendor.requests[0]?.json['tools'] as { function: Record<string, unknown> }[];
  const call = (args: string): void => {
    vendor.wire = ({ json }) => {
      const isFirst = (json['messages'] as unknown[]).length === 1;
      const tool_calls = [{ id: 'c', type: 'function', function: { name: 'look_up', arguments: args } }];
      const message = isFirst ? { content: null, tool_calls } : { content: 'Done.' };
      return { json: { model: 'gpt-6-luna', choices: [{ message, finish_reason: isFirst ? 'tool_calls' : 'stop' }] } };
    };
  };

  it('are enforced where strict mode says the same, and an optional argument written as null is absent', async () => {
    const inputs: unknown[] = [];
    const lookUp = defineTool({
      name: 'look_up',
      parameters: z.object({ place: z.string(), year: z.number().optional() }),
      execute: (input) => void inputs.push(input),
    });
    call('{"place":"quay","year":null}');
    await runTools(await openai(), ask, { tools: [lookUp] });
    expect(sentTools()[0]?.function).toMatchObject({
      strict: true,
      parameters: { required: ['place', 'year'], additionalProperties: false, properties: { year: { type: ['number', 'null'] } } },
    });
    expect(inputs).toEqual([{ place: 'quay' }]);
  });

  it.each([
    ['any members', { type: 'object' }],
    ['a format that strict mode does not know', { type: 'object', properties: { url: { type: 'string', format: 'uri' } } }],
    ['members beyond those named', { type: 'object', properties: {}, additionalProperties: true }],
  ])('are sent as they are written if it says less: %s', async (_name, parameters) => {
    const tool = defineTool({ name: 'look_up', parameters, execute: () => 'x' });
    call('{}');
    await runTools(await openai(), ask, { tools: [tool] });
    expect(sentTools()[0]?.function).toMatchObject({ parameters });
    expect(sentTools()[0]?.function).not.toHaveProperty('strict');
  });

  it('are sent as they are written if the caller says so, and in a single call', async () => {
    const parameters = { type: 'object', properties: { a: { type: 'string' } } };
    call('{}');
    await runTools(await openai(), ask, { tools: [defineTool({ name: 'look_up', parameters, strict: false, execute: () => 'x' })] });
    expect(sentTools()[0]?.function).toMatchObject({ parameters, strict: false });
    vendor.reset();
    await (await openai()).chat(ask, { tools: [{ type: 'function', function: { name: 'look_up', parameters } }] });
    expect(sentTools()[0]?.function).not.toHaveProperty('strict');
  });
});

describe('a name that does not exist', () => {
  it.each([
    [{ responseFormat: { type: 'json_schema', shema: {}, schema: { type: 'object' } } }, 'responseFormat.schema'],
    [{ responseFormat: { type: 'json_object', schema: {} } }, 'responseFormat.schema'],
    [{ responseFormat: { type: 'json_schema', schema: { type: 'object' }, name: 'a b' } }, 'responseFormat.name'],
    [{ responseFormat: { type: 'json_schema', schema: [] } }, 'responseFormat'],
    [{ providerOptions: { opnai: { service_tier: 'flex' } } }, 'providerOptions.openai'],
    [{ tools: [{ type: 'function', function: { name: 'f', parameters: {} }, needApproval: true }] }, 'tools[0].needApproval'],
    [{ tools: [{ type: 'function', function: { name: 'f', parametrs: {} } }] }, 'tools[0].function.parameters'],
    [{ tools: [{ type: 'function', function: { name: 'f', parameters: {}, strict: 'yes' } }] }, 'tools[0].function.strict'],
    [{ providerOptions: { openai: 'flex' } }, 'providerOptions.openai'],
    [{ providerOptions: 'flex' }, 'providerOptions'],
    [{ headers: { 'x-a': 'one\r\nx-b: two' } }, 'headers.x-a'],
    [{ headers: { 'x-a': 5 } }, 'headers.x-a'],
    [{ headers: { 'x a': 'b' } }, 'headers'],
    [
      { toolChoice: { type: 'function', function: { nam: 'f' } }, tools: [{ type: 'function', function: { name: 'f', parameters: {} } }] },
      'toolChoice.function.name',
    ],
    [
      {
        tools: [
          { type: 'function', function: { name: 'f', parameters: {} } },
          { type: 'function', function: { name: 'f', parameters: {} } },
        ],
      },
      'tools[1].function.name',
    ],
    [{ tools: [{ type: 'function', function: { name: 'f', parameters: {} }, cacheControl: { tll: '1h' } }] }, 'cacheControl.ttl'],
  ])('is rejected before anything is sent: %j', async (options, field) => {
    await expect((await openai()).chat(ask, options as never)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(field),
    });
    expect(vendor.requests).toHaveLength(0);
  });

  it.each([
    [[{ role: 'user', content: 'x', cacheControl: { ttl: '2h' } }], 'cacheControl.ttl'],
    [[{ role: 'user', content: [{ type: 'text', text: 'x', cacheControl: { tll: '1h' } }] }], 'cacheControl.ttl'],
  ])('is rejected in messages: %j', async (messages, field) => {
    await expect((await openai()).chat(messages as never)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(field),
    });
  });

  it('is rejected in the options of a client, without quoting a header', async () => {
    await expect(openai({ providerOptions: { antropic: {} } })).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
      message: expect.stringContaining('anthropic'),
    });
    const error = await openai({ headers: { 'x-token': 'secret-value\n' } }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'NOT_CONFIGURED', message: expect.stringContaining('headers.x-token') });
    expect(String(error)).not.toContain('secret-value');
  });

  it('is accepted as the options of another vendor, and of a model object of the AI SDK', async () => {
    answer = 'Hello.';
    await (await openai()).chat(ask, { providerOptions: { anthropic: { thinking: { type: 'disabled' } } } });
    expect(vendor.requests).toHaveLength(1);
    const fake = createFakeAI(['x']);
    await fake.chat(ask, { providerOptions: { ownPackage: { a: 1 } } });
    expect(fake.calls).toHaveLength(1);
  });
});
