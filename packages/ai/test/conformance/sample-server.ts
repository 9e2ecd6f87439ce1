import type { ConformanceWire } from '../../src/conformance.ts';

/** What a server may do wrong. */
export type Fault =
  | 'no-end-mark'
  | 'no-counts'
  | 'ignores-ceiling'
  | 'forgets-tools'
  | 'broken-arguments'
  | 'one-id'
  | 'refuses-in-stream'
  | 'repeats-key'
  | 'takes-any-model'
  | 'fails-on-bad-json'
  | 'pages-for-errors'
  | 'takes-any-ceiling'
  | 'stuck-after-leaving'
  | 'plain-for-streams'
  | 'refuses-history';

export const KEY = 'sk-of-the-sample-server-1234567890';
export const MODEL = 'harbour-1';

type Json = Record<string, unknown>;

interface Asked {
  model?: unknown;
  messages?: unknown;
  max_tokens?: unknown;
  stream?: unknown;
  tools?: readonly unknown[];
  tool_choice?: unknown;
  response_format?: unknown;
}

/** A small server of one wire that does everything right, but for one thing. */
export function createSampleServer(wire: ConformanceWire, fault?: Fault): typeof globalThis.fetch {
  let answers = 0;
  let isStuck = false;
  const refuse = (status: number, type: string, message: string): Response => {
    if (fault === 'pages-for-errors') return new Response('<html>Error</html>', { status, headers: { 'content-type': 'text/html' } });
    const error = { type, message, code: type };
    return Response.json(wire === 'messages' ? { type: 'error', error } : { error }, { status });
  };
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (isStuck) return new Promise((_resolve, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)));
    if (pathname.endsWith('/models')) return Response.json({ data: [{ id: MODEL }] });
    const key = wire === 'messages' ? request.headers.get('x-api-key') : request.headers.get('authorization')?.replace('Bearer ', '');
    const text = await request.text();
    let asked: Asked;
    try {
      asked = JSON.parse(text) as Asked;
    } catch {
      return refuse(fault === 'fails-on-bad-json' ? 500 : 400, 'invalid_request_error', 'The body is no JSON.');
    }
    if (key !== KEY) {
      const message = fault === 'repeats-key' ? `The key ${key ?? ''} is wrong.` : 'The key is wrong.';
      if (fault === 'refuses-in-stream' && asked.stream === true) {
        return stream([{ type: 'error', error: { type: 'authentication_error', message } }], wire, true);
      }
      return refuse(401, 'authentication_error', message);
    }
    if (asked.model !== MODEL && fault !== 'takes-any-model') return refuse(404, 'not_found_error', 'There is no such model.');
    const ceiling = asked.max_tokens;
    const isCeiling = typeof ceiling === 'number' && ceiling > 0;
    if (!isCeiling && fault !== 'takes-any-ceiling') return refuse(400, 'invalid_request_error', 'max_tokens must be positive.');
    if (!Array.isArray(asked.messages)) return refuse(400, 'invalid_request_error', 'messages are missing.');
    if (fault === 'refuses-history' && text.includes('K-12')) return refuse(400, 'invalid_request_error', 'Results are unknown.');
    answers += 1;
    const id = `answer-${fault === 'one-id' ? 1 : answers}`;
    const words = text.includes('five hundred') ? Array.from({ length: 500 }, (_one, index) => `${index} `) : ['Ham', 'burg.'];
    const limit = fault === 'ignores-ceiling' || !isCeiling ? words.length : ceiling;
    const isSchema = asked.response_format !== undefined;
    const said = isSchema ? ['{"city":"Hamburg","country":"Germany"}'] : words.slice(0, limit);
    const answer: Answer = {
      id,
      said,
      isCut: said.length < words.length && !isSchema,
      call:
        asked.tool_choice !== undefined && fault !== 'forgets-tools'
          ? fault === 'broken-arguments'
            ? '{"ship":'
            : '{"ship":"Cap San Diego"}'
          : undefined,
      isCounted: fault !== 'no-counts',
    };
    const write = wire === 'messages' ? messagesOf : completionOf;
    if (asked.stream !== true || fault === 'plain-for-streams') return Response.json(write(answer).body);
    const events = write(answer).events;
    const isLong = answer.said.length > 100;
    return stream(events, wire, fault !== 'no-end-mark', () => {
      if (fault === 'stuck-after-leaving' && isLong) isStuck = true;
    });
  };
}

interface Answer {
  id: string;
  said: readonly string[];
  isCut: boolean;
  call: string | undefined;
  isCounted: boolean;
}

function completionOf({ id, said, isCut, call, isCounted }: Answer): { body: Json; events: Json[] } {
  const finish = call !== undefined ? 'tool_calls' : isCut ? 'length' : 'stop';
  const usage = isCounted ? { usage: { prompt_tokens: 9, completion_tokens: said.length, total_tokens: 9 + said.length } } : {};
  const calls =
    call === undefined ? {} : { tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'berth_of', arguments: call } }] };
  const head = { id, created: 1_780_000_000, model: MODEL };
  const chunk = (delta: Json, finish_reason: string | null): Json => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason }],
  });
  const pieces = call === undefined ? said.map((content) => ({ content })) : [{ tool_calls: [{ index: 0, ...calls.tool_calls?.[0] }] }];
  return {
    body: {
      ...head,
      object: 'chat.completion',
      choices: [
        { index: 0, message: { role: 'assistant', content: call === undefined ? said.join('') : null, ...calls }, finish_reason: finish },
      ],
      ...usage,
    },
    events: [
      chunk({ role: 'assistant' }, null),
      ...pieces.map((piece) => chunk(piece, null)),
      chunk({}, finish),
      { ...head, object: 'chat.completion.chunk', choices: [], ...usage },
    ],
  };
}

function messagesOf({ id, said, isCut, call, isCounted }: Answer): { body: Json; events: Json[] } {
  const stop = call !== undefined ? 'tool_use' : isCut ? 'max_tokens' : 'end_turn';
  const [input, output] = isCounted ? [{ input_tokens: 9 }, { output_tokens: said.length }] : [{}, {}];
  const head = { id, type: 'message', role: 'assistant', model: MODEL };
  const block = call === undefined ? { type: 'text', text: '' } : { type: 'tool_use', id: 'toolu_1', name: 'berth_of', input: {} };
  const deltas =
    call === undefined ? said.map((text) => ({ type: 'text_delta', text })) : [{ type: 'input_json_delta', partial_json: call }];
  return {
    body: {
      ...head,
      content: [
        call === undefined
          ? { type: 'text', text: said.join('') }
          : { ...block, input: call.endsWith('}') ? (JSON.parse(call) as Json) : call },
      ],
      stop_reason: stop,
      stop_sequence: null,
      usage: { ...input, ...output },
    },
    events: [
      { type: 'message_start', message: { ...head, content: [], stop_reason: null, usage: { ...input, ...output } } },
      { type: 'content_block_start', index: 0, content_block: block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index: 0, delta })),
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: stop }, usage: output },
      { type: 'message_stop' },
    ],
  };
}

function stream(events: readonly Json[], wire: ConformanceWire, isEnded: boolean, onLeave: () => void = () => undefined): Response {
  const texts = events.map(
    (event) => (wire === 'messages' ? `event: ${String(event['type'])}\n` : '') + `data: ${JSON.stringify(event)}\n\n`,
  );
  if (wire === 'messages' && !isEnded) texts.pop();
  if (wire === 'chat-completions' && isEnded) texts.push('data: [DONE]\n\n');
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setImmediate(resolve));
      const text = texts.shift();
      if (text === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(text));
    },
    cancel: onLeave,
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
