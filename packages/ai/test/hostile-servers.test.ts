import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defineTool, getAI, runTools, type AIProvider } from '../src/index.ts';
import { EventStreamDecoder } from '../src/transport/event-stream.ts';
import { LineDecoder } from '../src/transport/lines.ts';
import { collect } from './loopback/collect.ts';
import { always, callsIn, chunk, events } from './loopback/event-stream.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { openaiWire } from './loopback/wires.ts';

const ask = [{ role: 'user', content: 'Hello there' }] as const;
const DEEP = '['.repeat(100_000) + ']'.repeat(100_000);
let vendor: LoopbackVendor;
let openai: AIProvider;
let anthropic: AIProvider;
beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
  openai = await getAI({ type: 'openai', apiKey: 'test-key', baseUrl: vendor.url }, {});
  anthropic = await getAI({ type: 'anthropic', apiKey: 'test-key', baseUrl: vendor.url }, {});
});
afterAll(() => vendor.close());
beforeEach(() => vendor.reset());

/** CPU time in milliseconds. */
function workOf(run: () => void): number {
  const started = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}
const asText = (type: string, bytes: string) => always({ type, bytes });

describe('a response nested too deeply to serialize', () => {
  it('is an invalid response on every wire', async () => {
    const call = `{"id":"a","function":{"name":"f","arguments":${DEEP}}}`;
    vendor.wire = asText('application/json', `{"choices":[{"message":{"content":"x","tool_calls":[${call}]}}]}`);
    await expect(openai.chat(ask)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
    vendor.wire = asText('text/event-stream', `data: {"choices":[{"delta":{"tool_calls":[${call}]}}]}\n\n`);
    await expect(collect(openai.stream(ask))).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
    vendor.wire = asText('application/json', `{"content":[{"type":"tool_use","id":"a","name":"f","input":${DEEP}}]}`);
    await expect(anthropic.chat(ask)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });

  it('violates a recursive schema, which is not reported as a fault of the schema', async () => {
    const schema = { type: 'array', items: { $ref: '#' } };
    vendor.wire = always({ json: { choices: [{ message: { content: DEEP }, finish_reason: 'stop' }] } });
    await expect(openai.chat(ask, { responseFormat: { type: 'json_schema', schema } })).rejects.toMatchObject({ code: 'INVALID_OBJECT' });
  });

  it('is reported to the model if it is the input of a tool, and is sent back as text', async () => {
    const call = { id: 'a', function: { name: 'nest', arguments: DEEP } };
    let turn = 0;
    vendor.wire = () => ({
      json: {
        choices: [{ message: (turn += 1) === 1 ? { content: null, tool_calls: [call] } : { content: 'Done.' }, finish_reason: 'stop' }],
      },
    });
    const nest = defineTool({ name: 'nest', parameters: { type: 'array', items: { $ref: '#' } }, execute: () => 'never' });
    const { status, messages } = await runTools(openai, ask, { tools: [nest] });
    expect(status).toBe('completed');
    expect(messages.find((message) => message.role === 'tool')?.content).toContain('could not be checked');
  });
});

describe('a response in many pieces', () => {
  const megabytes = Array.from({ length: 1000 }, () => new TextEncoder().encode('a'.repeat(64 * 1024)));

  it.each([
    ['server-sent events', () => new EventStreamDecoder(), 'data: "'],
    ['lines', () => new LineDecoder(), '"'],
  ])('is scanned once, however long its lines are: %s', (_name, make, start) => {
    const decoder = make();
    let given: string[] = [];
    const work = workOf(() => {
      for (const piece of [new TextEncoder().encode(start), ...megabytes]) given.push(...decoder.push(piece));
      given = [...given, ...decoder.push(new TextEncoder().encode('"\n\n')), ...decoder.end()].filter((line) => line !== '');
    });
    expect(given.map((line) => line.length)).toEqual([64 * 1024 * 1000 + 2]);
    // An implementation that copies the line for each piece needs half a minute.
    expect(work).toBeLessThan(6000);
  });

  it('is scanned once if every piece of a call repeats its name', async () => {
    const piece = (text: string) => ({ function: { name: 'f', arguments: text } });
    const many = Array.from({ length: 5000 }, () => piece('x'.repeat(200)));
    vendor.wire = always(callsIn([piece('{"a":"'), ...many, piece('"}')]));
    const started = process.cpuUsage();
    const { toolCalls = [] } = await openai.stream(ask).response;
    expect(toolCalls.map((call) => call.function.arguments.length)).toEqual([1_000_008]);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(6000);
  });

  it('is rejected with an implausible amount of reasoning', async () => {
    const ai = await getAI({ type: 'openrouter', apiKey: 'test-key', baseUrl: vendor.url }, {});
    const details = Array.from({ length: 9000 }, () => ({ type: 'reasoning.text', text: 'x' }));
    vendor.wire = always(events(chunk({ reasoning_details: details }), chunk({ reasoning_details: details }), chunk({}, 'stop')));
    await expect(collect(ai.stream(ask))).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});

describe('a Messages stream whose blocks are not numbered', () => {
  it.each([[0], [undefined], [20_000_000]])('is parsed block by block if all have the index %s', async (index) => {
    const block = (n: number) => [
      { type: 'content_block_start', index, content_block: { type: 'tool_use', id: `id_${n}`, name: 'f', input: {} } },
      { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: `{"n":${n}}` } },
    ];
    vendor.wire = always(
      events(
        { type: 'message_start', message: { model: 'm', usage: { input_tokens: 5, output_tokens: 1 } } },
        ...block(1),
        ...block(2),
        { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { input_tokens: null, output_tokens: 9 } },
        { type: 'message_stop' },
      ),
    );
    const { toolCalls = [], usage } = await anthropic.stream(ask).response;
    expect(toolCalls.map((call) => call.function.arguments)).toEqual(['{"n":1}', '{"n":2}']);
    expect(usage).toMatchObject({ promptTokens: 5, completionTokens: 9 });
  });
});
