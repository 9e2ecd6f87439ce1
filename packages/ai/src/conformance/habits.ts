import { asList, asRecord, asText } from './json.ts';
import type { Json, RecordedEvent, RecordedReply, Shape } from './recorded.ts';
import type { ConformanceWire, EndReason } from './types.ts';
import type { WriteStyle } from './write-reply.ts';

/** A way in which servers differ from the documentation and clients must still read them. */
export interface Habit {
  id: string;
  title: string;
  /** The wire that has it; absent: both. */
  wire?: ConformanceWire;
  style?: Partial<WriteStyle>;
  headers?: Readonly<Record<string, string>>;
  /** Changes the replies of a shape. */
  change?: (reply: RecordedReply, shape: Shape) => RecordedReply;
  /** Ends that a reader may report instead of the one that was meant. */
  alsoEnds?: readonly EndReason[];
}

const records = (value: unknown): readonly Json[] => asList(value).map(asRecord);

/** Changes every event of a stream, to none, one or several. */
const perEvent =
  (change: (data: Json, place: { index: number; event: RecordedEvent }) => readonly Json[]) =>
  (reply: RecordedReply): RecordedReply =>
    reply.events === undefined
      ? reply
      : {
          ...reply,
          events: reply.events.flatMap((event, index) => change(event.data, { index, event }).map((data) => ({ ...event, data }))),
        };

/** Changes the first choice of every chunk of Chat Completions. */
const perChoice = (change: (choice: Json) => Json) =>
  perEvent((data) => [records(data['choices']).length === 0 ? data : { ...data, choices: records(data['choices']).map(change) }]);

/** Changes the calls of tools in a message or a delta. */
const withCalls = (holder: Json, change: (call: Json) => Json): Json =>
  Array.isArray(holder['tool_calls']) ? { ...holder, tool_calls: records(holder['tool_calls']).map(change) } : holder;
const perCall =
  (change: (call: Json) => Json) =>
  (reply: RecordedReply): RecordedReply => {
    const events = perChoice((choice) => ({ ...choice, delta: withCalls(asRecord(choice['delta']), change) }))(reply);
    if (typeof reply.body === 'string') return events;
    const choices = records(reply.body['choices']).map((choice) => ({
      ...choice,
      message: withCalls(asRecord(choice['message']), change),
    }));
    return { ...events, body: choices.length === 0 ? reply.body : { ...reply.body, choices } };
  };

/** Adds fields to every object of a value, but for the input of a tool, which is the model's. */
function everywhere(value: unknown, fields: Json): unknown {
  if (Array.isArray(value)) return value.map((entry) => everywhere(entry, fields));
  if (typeof value !== 'object' || value === null) return value;
  const added = Object.entries(value).map(([name, field]) => [name, name === 'input' ? field : everywhere(field, fields)]);
  return { ...Object.fromEntries(added), ...fields };
}

/** Joins the pieces of each call of Chat Completions into one. */
function joinCalls(reply: RecordedReply): RecordedReply {
  if (reply.events === undefined) return reply;
  const byIndex = new Map<unknown, { name: string; arguments: string }>();
  const kept: RecordedEvent[] = [];
  let place = -1;
  let template: Json = {};
  for (const event of reply.events) {
    const calls = records(asRecord(records(event.data['choices'])[0]?.['delta'])['tool_calls']);
    if (calls.length === 0) {
      kept.push(event);
      continue;
    }
    if (place === -1) [place, template] = [kept.length, event.data];
    for (const call of calls) {
      const { name, arguments: piece } = asRecord(call['function']);
      const known = byIndex.get(call['index']) ?? { name: '', arguments: '' };
      byIndex.set(call['index'], { name: known.name + asText(name), arguments: known.arguments + asText(piece) });
    }
  }
  if (place === -1) return reply;
  const calls = [...byIndex].map(([index, one]) => ({ index, id: `call_${String(index)}`, type: 'function', function: one }));
  kept.splice(place, 0, { data: { ...template, choices: [{ index: 0, delta: { tool_calls: calls }, finish_reason: null }] } });
  return { ...reply, events: kept };
}

/** Replaces the body of a refusal. */
const refusalBody =
  (body: Json | string, type = 'application/json') =>
  (reply: RecordedReply): RecordedReply =>
    reply.status < 400 ? reply : { ...reply, body, headers: { ...reply.headers, 'content-type': type } };

const chat = 'chat-completions';

/** The habits of gateways and of local servers. A client that reads them reads nearly every server of these wires. */
export const habits: readonly Habit[] = [
  { id: 'crlf', title: 'lines that end with CR LF', style: { lineEnd: '\r\n' } },
  { id: 'cr', title: 'lines that end with CR', style: { lineEnd: '\r' } },
  { id: 'no-space', title: 'no space after `data:`', style: { space: false } },
  { id: 'comments', title: 'comments that keep the connection open', style: { before: [': PROCESSING', ''] } },
  { id: 'ids', title: 'ids and times to reconnect before each event', style: { before: ['id: 7', 'retry: 3000'] } },
  { id: 'data-lines', title: 'the JSON of an event over several lines of data', style: { pretty: true } },
  { id: 'byte-order-mark', title: 'a byte order mark before a stream', style: { byteOrderMark: true } },
  { id: 'by-byte', title: 'a response that arrives byte by byte', style: { arrival: 'by byte' } },
  { id: 'at-once', title: 'a stream that arrives at once', style: { arrival: 'at once' } },
  { id: 'no-last-line', title: 'no blank line after the last event', style: { ended: false } },
  { id: 'no-done', title: 'a stream without [DONE]', wire: chat, style: { done: false } },
  { id: 'no-names', title: 'events without their names', wire: 'messages', style: { names: false } },
  { id: 'names-last', title: 'the name of an event after its data', wire: 'messages', style: { nameLast: true } },
  { id: 'white-space', title: 'white space before a body, from a server that keeps the connection open', style: { leading: ' \n\n  ' } },
  {
    id: 'charset',
    title: 'a content type with a character set',
    change: (reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-type': `${reply.headers['content-type'] ?? ''}; charset=utf-8` },
    }),
  },
  {
    id: 'unknown-fields',
    title: 'unknown fields in every object',
    change: (reply) => ({
      ...perEvent((data) => [everywhere(data, { x_trace: { route: ['a', 1, null] } }) as Json])(reply),
      body: typeof reply.body === 'string' ? reply.body : (everywhere(reply.body, { x_trace: 'a' }) as Json),
    }),
  },
  {
    id: 'unknown-events',
    title: 'events of an unknown type',
    wire: 'messages',
    change: (reply) =>
      reply.events === undefined
        ? reply
        : { ...reply, events: reply.events.flatMap((event) => [event, { name: 'x_trace', data: { type: 'x_trace', route: 'a' } }]) },
  },
  {
    id: 'nulls',
    title: 'null in place of absent fields',
    wire: chat,
    change: (reply) => {
      const nulls = { logprobs: null };
      const empty = { function_call: null, audio: null, annotations: null };
      const holder = (value: unknown): Json => ({ tool_calls: null, content: null, ...empty, ...asRecord(value) });
      const chunks = perEvent((data) => [
        {
          usage: null,
          ...data,
          choices: records(data['choices']).map((choice) => ({ ...nulls, ...choice, delta: holder(choice['delta']) })),
        },
      ])(reply);
      if (typeof reply.body === 'string' || reply.status >= 400) return chunks;
      const choices = records(reply.body['choices']).map((choice) => ({ ...nulls, ...choice, message: holder(choice['message']) }));
      return { ...chunks, body: { ...reply.body, choices } };
    },
  },
  {
    id: 'role-repeated',
    title: 'the role in every piece',
    wire: chat,
    change: perChoice((choice) => ({ ...choice, delta: { role: 'assistant', ...asRecord(choice['delta']) } })),
  },
  {
    id: 'empty-pieces',
    title: 'empty pieces between the others',
    wire: chat,
    change: perEvent((data) =>
      records(data['choices']).length === 0 || data['error'] !== undefined
        ? [data]
        : [{ ...data, usage: undefined, choices: [{ index: 0, delta: {}, finish_reason: null }] }, data],
    ),
  },
  {
    id: 'counts-in-every-piece',
    title: 'counts so far in every piece',
    wire: chat,
    change: perEvent((data, { index }) => [
      data['error'] === undefined
        ? { usage: { prompt_tokens: 21, completion_tokens: Math.min(index, 9), total_tokens: 30 }, ...data }
        : data,
    ]),
  },
  {
    id: 'finish-repeated',
    title: 'the finish reason twice',
    wire: chat,
    change: perEvent((data) => (typeof records(data['choices'])[0]?.['finish_reason'] === 'string' ? [data, { ...data }] : [data])),
  },
  { id: 'whole-calls', title: 'calls of tools in one piece', wire: chat, change: joinCalls },
  {
    id: 'calls-without-ids',
    title: 'calls of tools without ids',
    wire: chat,
    change: perCall(({ id: _id, ...call }) => call),
  },
  {
    id: 'stop-for-calls',
    title: 'the finish reason `stop` for calls of tools',
    wire: chat,
    alsoEnds: ['stop'],
    change: (reply) => {
      const stop = (choice: Json): Json => (choice['finish_reason'] === 'tool_calls' ? { ...choice, finish_reason: 'stop' } : choice);
      const chunks = perChoice(stop)(reply);
      if (typeof reply.body === 'string' || reply.status >= 400) return chunks;
      return { ...chunks, body: { ...reply.body, choices: records(reply.body['choices']).map(stop) } };
    },
  },
  {
    id: 'arguments-as-objects',
    title: 'arguments of tools as objects, in one piece',
    wire: chat,
    change: (reply) =>
      perCall((call) => {
        const one = asRecord(call['function']);
        return { ...call, function: { ...one, arguments: JSON.parse(String(one['arguments']) || '{}') as unknown } };
      })(joinCalls(reply)),
  },
  {
    id: 'pings',
    title: 'a ping between all events',
    wire: 'messages',
    change: (reply) =>
      reply.events === undefined
        ? reply
        : { ...reply, events: reply.events.flatMap((event) => [event, { name: 'ping', data: { type: 'ping' } }]) },
  },
  {
    id: 'input-counts-last',
    title: 'the counts of the input in the last event again',
    wire: 'messages',
    change: perEvent((data) =>
      data['type'] === 'message_delta' ? [{ ...data, usage: { input_tokens: 21, ...asRecord(data['usage']) } }] : [data],
    ),
  },
  { id: 'error-text', title: 'an error that is a text', change: refusalBody({ error: 'Refused.' }) },
  { id: 'error-detail', title: 'an error in `detail`', change: refusalBody({ detail: [{ loc: ['body'], msg: 'Refused.' }] }) },
  { id: 'error-message', title: 'an error at the top', change: refusalBody({ message: 'Refused.', code: 'refused' }) },
  { id: 'error-plain', title: 'an error in plain text', change: refusalBody('Refused.', 'text/plain') },
  { id: 'error-empty', title: 'an error without a body', change: refusalBody('', 'text/plain') },
];
