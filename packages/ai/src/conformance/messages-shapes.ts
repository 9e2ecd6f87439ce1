import { pieces, plainReply, refusal, streamReply, type Json, type RecordedEvent, type RecordedReply, type Shape } from './recorded.ts';
import type { EndReason, WireAnswer, WireFailure } from './types.ts';

const MESSAGES = 'https://docs.anthropic.com/en/api/messages';
const STREAMING = 'https://docs.anthropic.com/en/api/messages-streaming';
const ERRORS = 'https://docs.anthropic.com/en/api/errors';
const head = { id: 'msg_7Q', type: 'message', role: 'assistant', model: 'harbour-1' };
const TEXT = 'The quay — “Kai” in German — opens at seven. 🚢';

const named = (data: Json): RecordedEvent => ({ name: String(data['type']), data });
const start: RecordedEvent = named({
  type: 'message_start',
  message: { ...head, content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 21, output_tokens: 1 } },
});

/** The events of one block: it begins empty, and grows by deltas. */
function block(index: number, empty: Json, deltas: readonly Json[]): RecordedEvent[] {
  return [
    named({ type: 'content_block_start', index, content_block: empty }),
    ...deltas.map((delta) => named({ type: 'content_block_delta', index, delta })),
    named({ type: 'content_block_stop', index }),
  ];
}

const textBlock = (index: number, text: string): RecordedEvent[] =>
  block(
    index,
    { type: 'text', text: '' },
    pieces(text).map((piece) => ({ type: 'text_delta', text: piece })),
  );
const toolBlock = (index: number, name: string, input: string): RecordedEvent[] =>
  block(index, { type: 'tool_use', id: `toolu_${index}`, name, input: {} }, [
    { type: 'input_json_delta', partial_json: '' },
    ...pieces(input).map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
  ]);
const thought = block(0, { type: 'thinking', thinking: '', signature: '' }, [
  { type: 'thinking_delta', thinking: 'Low tide.' },
  { type: 'signature_delta', signature: 'EqQBCgIYAhIM' },
]);
const streamed = (blocks: readonly RecordedEvent[], stop: string): RecordedReply =>
  streamReply([
    start,
    named({ type: 'ping' }),
    ...blocks,
    named({ type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 9 } }),
    named({ type: 'message_stop' }),
  ]);
const whole = (content: readonly Json[], stop: string): RecordedReply =>
  plainReply({ ...head, content, stop_reason: stop, stop_sequence: null, usage: { input_tokens: 21, output_tokens: 9 } });

function answered(
  id: string,
  title: string,
  content: readonly Json[],
  blocks: readonly RecordedEvent[],
  [stop, end]: readonly [string, EndReason],
  answer: Partial<WireAnswer>,
): Shape {
  const expected = { answer: { text: '', toolCalls: [], inputTokens: 21, outputTokens: 9, ...answer, end } };
  return { id, wire: 'messages', title, source: STREAMING, plain: whole(content, stop), stream: streamed(blocks, stop), expected };
}

function refused(
  id: string,
  title: string,
  status: number,
  type: string,
  headers: Readonly<Record<string, string>> = {},
  more: Partial<WireFailure> = {},
): Shape {
  const reply = refusal(status, { type: 'error', error: { type, message: 'Refused.' }, request_id: 'req_1' }, headers);
  return { id, wire: 'messages', title, source: ERRORS, plain: reply, stream: reply, expected: { failure: { status, ...more } } };
}

const text = { type: 'text', text: TEXT };
const berth = '{"berth":"K-12","tide":"low ⟂"}';

/** What servers of the Messages wire answer, by its documentation. */
export const messagesShapes: readonly Shape[] = [
  answered('text', 'a text', [text], textBlock(0, TEXT), ['end_turn', 'stop'], { text: TEXT }),
  answered(
    'length',
    'a text that ends at the ceiling',
    [{ type: 'text', text: 'The quay' }],
    textBlock(0, 'The quay'),
    ['max_tokens', 'length'],
    {
      text: 'The quay',
    },
  ),
  answered('stop-sequence', 'a text that ends at a stop sequence', [text], textBlock(0, TEXT), ['stop_sequence', 'stop'], { text: TEXT }),
  answered('refused', 'an answer that was refused', [{ type: 'text', text: 'The' }], textBlock(0, 'The'), ['refusal', 'content_filter'], {
    text: 'The',
  }),
  answered(
    'one-tool',
    'a call of a tool, its input in pieces',
    [{ type: 'tool_use', id: 'toolu_0', name: 'berth_of', input: JSON.parse(berth) as Json }],
    toolBlock(0, 'berth_of', berth),
    ['tool_use', 'tool_calls'],
    { toolCalls: [{ name: 'berth_of', arguments: JSON.parse(berth) }] },
  ),
  answered(
    'text-and-tools',
    'a text, then two calls, one without input',
    [
      text,
      { type: 'tool_use', id: 'toolu_1', name: 'berth_of', input: JSON.parse(berth) as Json },
      { type: 'tool_use', id: 'toolu_2', name: 'tide_at', input: {} },
    ],
    [...textBlock(0, TEXT), ...toolBlock(1, 'berth_of', berth), ...toolBlock(2, 'tide_at', '')],
    ['tool_use', 'tool_calls'],
    {
      text: TEXT,
      toolCalls: [
        { name: 'berth_of', arguments: JSON.parse(berth) },
        { name: 'tide_at', arguments: {} },
      ],
    },
  ),
  answered(
    'thinking',
    'thoughts with a signature, then a text',
    [{ type: 'thinking', thinking: 'Low tide.', signature: 'EqQBCgIYAhIM' }, text],
    [...thought, ...textBlock(1, TEXT)],
    ['end_turn', 'stop'],
    { text: TEXT },
  ),
  {
    ...answered('two-texts', 'two blocks of text', [text, text], [...textBlock(0, TEXT), ...textBlock(1, TEXT)], ['end_turn', 'stop'], {
      text: TEXT + TEXT,
    }),
    source: MESSAGES,
  },
  refused('wrong-key', 'a key that is not valid', 401, 'authentication_error'),
  refused('forbidden', 'a key without the right', 403, 'permission_error'),
  refused('no-model', 'a model that is not there', 404, 'not_found_error'),
  refused('invalid', 'a request that is not valid', 400, 'invalid_request_error'),
  refused('too-large', 'a request that is too large', 413, 'request_too_large'),
  refused('rate-limit', 'a rate limit with the seconds to wait', 429, 'rate_limit_error', { 'retry-after': '7' }, { retryAfter: 7 }),
  refused('server-error', 'an error of the server', 500, 'api_error'),
  refused('overloaded', 'a server with too much to do', 529, 'overloaded_error'),
  {
    ...refused('error-in-stream', 'an error after the first words', 529, 'overloaded_error'),
    source: STREAMING,
    stream: streamReply([
      start,
      ...textBlock(0, 'The').slice(0, 2),
      named({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    ]),
  },
];
