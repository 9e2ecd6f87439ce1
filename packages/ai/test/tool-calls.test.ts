import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { always, callsIn, chunk, compatibleKinds, events } from './loopback/event-stream.ts';
import { collect } from './loopback/collect.ts';
import { LoopbackVendor } from './loopback/server.ts';
import { openaiWire } from './loopback/wires.ts';

const ask = [{ role: 'user', content: 'Look it up.' }] as const;
const counts = [1, 2, 3, 20];

/** The ways in which servers split calls into pieces: each returns the pieces of `count` calls of `f` with `{"n": index}`. */
const forms: Readonly<Record<string, (count: number) => unknown[]>> = {
  'index and id in the first piece': (count) =>
    each(count, (n) => [
      { index: n, id: `call_${n}`, type: 'function', function: { name: 'f', arguments: '' } },
      { index: n, function: { arguments: '{"n":' } },
      { index: n, function: { arguments: `${n}}` } },
    ]),
  'name: null in later pieces': (count) =>
    each(count, (n) => [
      { index: n, id: `call_${n}`, function: { name: 'f', arguments: '{"n":' } },
      { index: n, id: null, function: { name: null, arguments: `${n}}` } },
    ]),
  'arguments: null in the first piece': (count) =>
    each(count, (n) => [
      { index: n, id: `call_${n}`, function: { name: 'f', arguments: null } },
      { index: n, function: { arguments: `{"n":${n}}` } },
    ]),
  'an index that begins at 1': (count) =>
    each(count, (n) => [
      { index: n + 1, id: `call_${n}`, function: { name: 'f', arguments: '{"n":' } },
      { index: n + 1, function: { arguments: `${n}}` } },
    ]),
  'an index of twenty million': (count) =>
    each(count, (n) => [
      { index: 20_000_000 + n, id: `call_${n}`, function: { name: 'f', arguments: '{"n":' } },
      { index: 20_000_000 + n, function: { arguments: `${n}}` } },
    ]),
  'id and name repeated in each piece': (count) =>
    each(count, (n) => [
      { index: n, id: `call_${n}`, function: { name: 'f', arguments: '{"n":' } },
      { index: n, id: `call_${n}`, function: { name: 'f', arguments: `${n}}` } },
    ]),
  'another id in each piece of one index': (count) =>
    each(count, (n) => [
      { index: n, id: `call_${n}`, function: { name: 'f', arguments: '{"n":' } },
      { index: n, id: `other_${n}`, function: { arguments: `${n}}` } },
    ]),
  'ids that differ on one index': (count) =>
    each(count, (n) => [
      { index: 0, id: `call_${n}`, function: { name: 'f', arguments: '{"n":' } },
      { index: 0, id: `call_${n}`, function: { arguments: `${n}}` } },
    ]),
  'ids, and no index': (count) =>
    each(count, (n) => [
      { id: `call_${n}`, function: { name: 'f', arguments: '{"n":' } },
      { id: `call_${n}`, function: { arguments: `${n}}` } },
    ]),
  'neither id nor index, arguments in pieces': (count) =>
    each(count, (n) => [
      { function: { name: 'f', arguments: '{"n":' } },
      { function: { arguments: `${n}` } },
      { function: { arguments: '}' } },
    ]),
  'no id, an index as text, arguments as an object': (count) =>
    each(count, (n) => [{ index: String(n), function: { name: 'f', arguments: { n } } }]),
  'an id that comes late': (count) =>
    each(count, (n) => [
      { index: n, function: { name: 'f', arguments: '{"n":' } },
      { index: n, id: `call_${n}`, function: { arguments: `${n}}` } },
    ]),
};

function each(count: number, pieces: (n: number) => unknown[]): unknown[] {
  return Array.from({ length: count }, (_one, n) => pieces(n)).flat();
}

let vendor: LoopbackVendor;
beforeAll(async () => {
  vendor = await LoopbackVendor.start(openaiWire);
});
afterAll(() => vendor.close());

describe.each(compatibleKinds)('tool calls streamed by %s', (_name, make) => {
  it.each(Object.entries(forms))('are parsed with %s', async (_form, pieces) => {
    for (const count of counts) {
      vendor.wire = always(callsIn(pieces(count)));
      const stream = (await make(vendor)).stream(ask);
      await collect(stream);
      const { toolCalls = [] } = await stream.response;
      expect(toolCalls.map((call) => [call.function.name, JSON.parse(call.function.arguments)])).toEqual(
        Array.from({ length: count }, (_one, n) => ['f', { n }]),
      );
      expect(new Set(toolCalls.map((call) => call.id)).size).toBe(count);
    }
  });

  it('are distinguished while they arrive, in consistent pieces', async () => {
    vendor.wire = always(callsIn((forms['index and id in the first piece'] as (count: number) => unknown[])(3)));
    const seen = await collect((await make(vendor)).stream(ask).events());
    const texts = new Map<string, string>();
    for (const event of seen) {
      if (event.type === 'tool-call-start') texts.set(event.id, '');
      if (event.type === 'tool-call-delta') texts.set(event.id, `${texts.get(event.id)}${event.arguments}`);
    }
    const whole = seen.flatMap((event) => (event.type === 'tool-call' ? [[event.call.id, event.call.function.arguments]] : []));
    expect([...texts]).toEqual(whole);
    expect(whole).toHaveLength(3);
  });

  it('are rejected with an implausible number or implausibly long names', async () => {
    const ai = await make(vendor);
    for (const reply of [
      callsIn(each(200, (n) => [{ index: n, id: `call_${n}`, function: { name: 'f', arguments: '{}' } }])),
      callsIn([{ index: 0, id: 'a', function: { name: 'f'.repeat(100_000), arguments: '{}' } }]),
      callsIn([{ index: 0, id: 'a', function: { arguments: '{}' } }]),
    ]) {
      vendor.wire = always(reply);
      await expect(collect(ai.stream(ask))).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
    }
    const many = Array.from({ length: 200 }, (_one, n) => ({ id: `call_${n}`, function: { name: 'f', arguments: '{}' } }));
    vendor.wire = always({ json: { choices: [{ message: { tool_calls: many }, finish_reason: 'tool_calls' }] } });
    await expect(ai.chat(ask)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});

describe('an answer in one piece', () => {
  const [, make] = compatibleKinds[0]!;
  const answer = (message: unknown, finish = 'stop') => always({ json: { model: 'm', choices: [{ message, finish_reason: finish }] } });

  it('may contain its text as a list of parts, and calls with the same id', async () => {
    const ai = await make(vendor);
    vendor.wire = answer({
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
        { type: 'text', text: 'One ' },
        { type: 'text', text: 'two' },
      ],
    });
    expect(await ai.chat(ask)).toMatchObject({ content: 'One two', reasoning: 'Hm.' });
    vendor.wire = always(events(chunk({ content: [{ type: 'text', text: 'One' }] }), chunk({}, 'stop'), '[DONE]'));
    expect(await collect(ai.stream(ask))).toEqual(['One']);
    const call = { id: 'same', function: { name: 'f', arguments: '{}' } };
    vendor.wire = answer({ content: null, tool_calls: [call, call] }, 'tool_calls');
    const { toolCalls = [] } = await ai.chat(ask);
    expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(2);
  });

  it('of an unknown shape is parsed or rejected with an error of this library', async () => {
    const ai = await make(vendor);
    vendor.wire = answer(null);
    await expect(ai.chat(ask)).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
    vendor.wire = answer({ content: 'Fine.', tool_calls: {} });
    expect((await ai.chat(ask)).content).toBe('Fine.');
    vendor.wire = answer({ content: { text: 'odd' }, tool_calls: [null, 5, { function: null }] });
    expect(await ai.chat(ask)).toMatchObject({ content: '' });
  });

  it('that contains an error keeps its reason and is classified by it', async () => {
    const ai = await make(vendor);
    vendor.wire = always({ json: { error: { code: 429, message: 'Upstream is busy.' } } });
    await expect(ai.chat(ask)).rejects.toMatchObject({ code: 'RATE_LIMIT', message: expect.stringContaining('Upstream is busy.') });
    vendor.wire = always({ json: { error: { type: 'invalid_request_error', message: 'No such tool.' } } });
    await expect(ai.chat(ask)).rejects.toMatchObject({ code: 'INVALID_REQUEST', retryable: false });
    vendor.wire = always({ json: { error: 'The model is warming up.' } });
    await expect(ai.chat(ask)).rejects.toMatchObject({ code: 'API_ERROR', message: expect.stringContaining('warming up') });
  });
});

describe('arguments that are not JSON', () => {
  it.each(compatibleKinds)('do not break a loop that sends the history back to %s', async (_name, make) => {
    const ai = await make(vendor);
    const broken = { id: 'a', function: { name: 'f', arguments: '{"city": "Par' } };
    vendor.wire = always({ json: { choices: [{ message: { content: null, tool_calls: [broken] }, finish_reason: 'tool_calls' }] } });
    const { message } = await ai.chat(ask);
    vendor.wire = openaiWire;
    vendor.reset();
    await ai.chat([...ask, message, { role: 'tool', toolCallId: 'a', content: 'That is no JSON.' }]);
    const sent = vendor.requests.at(-1)?.json['messages'] as { tool_calls?: { function: { arguments: string } }[] }[];
    expect(JSON.parse(sent[1]?.tool_calls?.[0]?.function.arguments ?? '')).toEqual({ invalid_arguments: '{"city": "Par' });
  });
});
