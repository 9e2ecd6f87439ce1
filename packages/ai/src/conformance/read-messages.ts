import { asList, asRecord, asText, parseObject } from './json.ts';
import type { SentEvent } from './read-events.ts';
import type { Json } from './recorded.ts';
import type { EndReason, WireAnswer, WireFailure } from './types.ts';

/** What a response of Messages says. */
interface Read {
  id?: string;
  answer?: WireAnswer;
  failure?: WireFailure;
  faults: string[];
}

const ENDS: Readonly<Record<string, EndReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
};
/** The status that a refusal of each type has outside of a stream. */
const STATUS: Readonly<Record<string, number>> = { overloaded_error: 529, rate_limit_error: 429, api_error: 500 };

/** Reads a complete answer. */
export function readMessage(body: Json): Read {
  const faults = envelopeFaults(body);
  if (!Array.isArray(body['content'])) faults.push('`content` is no list');
  return {
    ...idOf(body),
    answer: answerOf(asList(body['content']).map(asRecord), body['stop_reason'], asRecord(body['usage']), faults),
    faults,
  };
}

/** Reads the events of a streamed answer. */
export function readMessageEvents(events: readonly SentEvent[]): Read {
  const faults: string[] = [];
  const blocks: Json[] = [];
  /** The JSON of the input of each block, which arrives as text. */
  const inputs: string[] = [];
  let message: Json = {};
  let usage: Json = {};
  let stop: unknown;
  let open: number | undefined;
  let isOver = false;
  for (const [place, { name, data }] of events.entries()) {
    const event = parseObject(data);
    if (event === undefined) {
      faults.push('an event is no JSON object');
      continue;
    }
    const { type, index } = event;
    if (name !== type) faults.push('the name of an event is not its type');
    if (place === 0 && type !== 'message_start') faults.push('the first event is not `message_start`');
    if (isOver && type !== 'ping') faults.push('an event follows `message_stop`');
    if (type === 'error') {
      const kind = asText(asRecord(event['error'])['type']);
      return { failure: { status: STATUS[kind] ?? 500 }, faults };
    }
    if (type === 'message_start') {
      message = asRecord(event['message']);
      usage = asRecord(message['usage']);
      faults.push(...envelopeFaults(message));
    } else if (type === 'content_block_start') {
      if (open !== undefined || index !== blocks.length) faults.push('a block begins before the last one has ended, or out of order');
      open = blocks.length;
      blocks.push(asRecord(event['content_block']));
      inputs.push('');
    } else if (type === 'content_block_delta') {
      if (open === undefined || index !== open) faults.push('a piece belongs to no open block');
      else addDelta(blocks, inputs, open, asRecord(event['delta']), faults);
    } else if (type === 'content_block_stop') {
      if (open === undefined || index !== open) faults.push('a block ends that is not open');
      open = undefined;
    } else if (type === 'message_delta') {
      stop = asRecord(event['delta'])['stop_reason'] ?? stop;
      usage = { ...usage, ...asRecord(event['usage']) };
    } else if (type === 'message_stop') isOver = true;
  }
  if (open !== undefined) faults.push('a block has not ended');
  if (!isOver) faults.push('there is no `message_stop`');
  const finished = blocks.map((block, index) => {
    if (block['type'] !== 'tool_use' || inputs[index] === '') return block;
    const input = parseObject(inputs[index] ?? '');
    if (input === undefined) faults.push('the input of a call is no JSON object');
    return { ...block, input: input ?? {} };
  });
  return { ...idOf(message), answer: answerOf(finished, stop, usage, faults), faults: [...new Set(faults)] };
}

function addDelta(blocks: Json[], inputs: string[], index: number, delta: Json, faults: string[]): void {
  const block = blocks[index] ?? {};
  const { type } = delta;
  if (type === 'text_delta' && block['type'] === 'text') blocks[index] = { ...block, text: asText(block['text']) + asText(delta['text']) };
  else if (type === 'input_json_delta' && block['type'] === 'tool_use') inputs[index] += asText(delta['partial_json']);
  else if (type === 'text_delta' || type === 'input_json_delta') faults.push('a piece is of another kind than its block');
}

function answerOf(blocks: readonly Json[], stop: unknown, usage: Json, faults: string[]): WireAnswer {
  const calls = blocks.filter(({ type }) => type === 'tool_use');
  if (calls.some(({ id }) => typeof id !== 'string' || id === '')) faults.push('a call has no id');
  if (new Set(calls.map(({ id }) => id)).size < calls.length) faults.push('two calls have one id');
  const end = typeof stop === 'string' && Object.hasOwn(ENDS, stop) ? ENDS[stop] : undefined;
  if (end === undefined) faults.push(stop === undefined || stop === null ? 'there is no stop reason' : 'the stop reason is unknown');
  if (calls.length > 0 && end === 'stop') faults.push('the stop reason of calls is not `tool_use`');
  const { input_tokens: input, output_tokens: output } = usage;
  const isCounted = Number.isInteger(input) && Number.isInteger(output);
  if (!isCounted) faults.push('`usage` lacks a whole number of tokens');
  return {
    text: blocks.map(({ type, text }) => (type === 'text' ? asText(text) : '')).join(''),
    toolCalls: calls.map(({ name, input: args }) => ({ name: asText(name), arguments: args })),
    end: end ?? 'stop',
    ...(isCounted ? { inputTokens: input as number, outputTokens: output as number } : {}),
  };
}

function envelopeFaults(message: Json): string[] {
  const faults: string[] = [];
  if (message['type'] !== 'message') faults.push('`type` is not `message`');
  if (message['role'] !== 'assistant') faults.push('`role` is not `assistant`');
  if (typeof message['id'] !== 'string' || message['id'] === '') faults.push('`id` is no text');
  if (typeof message['model'] !== 'string' || message['model'] === '') faults.push('`model` is no text');
  return faults;
}

function idOf({ id }: Json): { id?: string } {
  return typeof id === 'string' ? { id } : {};
}
