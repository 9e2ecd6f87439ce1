import { asList, asRecord, parseObject } from './json.ts';
import type { SentEvent } from './read-events.ts';
import type { Json } from './recorded.ts';
import type { EndReason, WireAnswer, WireFailure } from './types.ts';

/** What a response of Chat Completions says. */
interface Read {
  id?: string;
  answer?: WireAnswer;
  failure?: WireFailure;
  faults: string[];
}

/** A call of a tool, as far as it has arrived. */
interface PartialCall {
  id: unknown;
  name: string;
  arguments: string;
}

const ENDS: Readonly<Record<string, EndReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  content_filter: 'content_filter',
};

/** Reads a complete answer. */
export function readChatCompletion(body: Json): Read {
  const faults = envelopeFaults(body, 'chat.completion');
  const choice = asRecord(asList(body['choices'])[0]);
  const message = asRecord(choice['message']);
  if (message['role'] !== 'assistant') faults.push('`message.role` is not `assistant`');
  if (typeof message['content'] !== 'string' && message['content'] !== null) faults.push('`message.content` is neither a text nor null');
  const calls = asList(message['tool_calls']).map((call): PartialCall => {
    const { name, arguments: args } = asRecord(asRecord(call)['function']);
    if (asRecord(call)['type'] !== 'function') faults.push('the `type` of a call is not `function`');
    if (typeof args !== 'string') faults.push('the arguments of a call are no text');
    return { id: asRecord(call)['id'], name: typeof name === 'string' ? name : '', arguments: typeof args === 'string' ? args : '{}' };
  });
  return {
    ...idOf(body),
    answer: {
      text: textOf(message['content']),
      toolCalls: finishedCalls(calls, faults),
      end: readEnd(choice['finish_reason'], calls.length > 0, faults),
      ...readCounts(body['usage'], faults),
    },
    faults,
  };
}

/** Reads the chunks of a streamed answer. */
export function readChatCompletionChunks(events: readonly SentEvent[]): Read {
  const faults: string[] = [];
  const calls: PartialCall[] = [];
  const ids = new Set<unknown>();
  let text = '';
  let finish: unknown;
  let usage: unknown;
  let id: Read = { faults };
  if (events.at(-1)?.data !== '[DONE]') faults.push('the last event is not [DONE]');
  for (const { data } of events) {
    if (data === '[DONE]') continue;
    const chunk = parseObject(data);
    if (chunk === undefined) {
      faults.push('an event is no JSON object');
      continue;
    }
    if (chunk['error'] !== undefined) {
      const { code } = asRecord(chunk['error']);
      return { failure: { status: typeof code === 'number' ? code : 500 }, faults: faults.filter((fault) => !fault.includes('[DONE]')) };
    }
    const choice = asList(chunk['choices'])[0];
    if (choice !== undefined || usage === undefined) id = { ...id, ...idOf(chunk) };
    if (choice !== undefined) {
      ids.add(chunk['id']);
      faults.push(...envelopeFaults(chunk, 'chat.completion.chunk'));
    }
    if (chunk['usage'] !== undefined && chunk['usage'] !== null) usage = chunk['usage'];
    if (choice === undefined) continue;
    const { delta, finish_reason: reason } = asRecord(choice);
    const { content, tool_calls: pieces } = asRecord(delta);
    if (finish !== undefined && (textOf(content) !== '' || pieces !== undefined)) faults.push('a piece follows the finish reason');
    if (reason !== undefined && reason !== null) {
      if (finish !== undefined) faults.push('there are two finish reasons');
      finish = reason;
    }
    text += textOf(content);
    for (const piece of asList(pieces)) addPiece(calls, asRecord(piece), faults);
  }
  if (ids.size > 1) faults.push('the chunks have different ids');
  const toolCalls = finishedCalls(calls, faults);
  const end = readEnd(finish, calls.length > 0, faults);
  return { ...id, answer: { text, toolCalls, end, ...readCounts(usage, faults) }, faults: [...new Set(faults)] };
}

function addPiece(calls: PartialCall[], piece: Json, faults: string[]): void {
  const { index, id } = piece;
  const { name, arguments: args } = asRecord(piece['function']);
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index > calls.length) {
    faults.push('the `index` of a call is not the next one, nor a known one');
    return;
  }
  if (args !== undefined && typeof args !== 'string') faults.push('the arguments of a call are no text');
  const known = calls[index];
  const added = typeof args === 'string' ? args : '';
  if (known !== undefined) known.arguments += added;
  else calls.push({ id, name: typeof name === 'string' ? name : '', arguments: added });
}

function finishedCalls(calls: readonly PartialCall[], faults: string[]): WireAnswer['toolCalls'] {
  if (calls.some(({ id }) => typeof id !== 'string' || id === '')) faults.push('a call has no id');
  if (new Set(calls.map(({ id }) => id)).size < calls.length) faults.push('two calls have one id');
  return calls.map(({ name, arguments: text }) => {
    if (name === '') faults.push('a call has no name');
    const args = parseObject(text);
    if (args === undefined) faults.push('the arguments of a call are no JSON object');
    return { name, arguments: args ?? text };
  });
}

function envelopeFaults(body: Json, object: string): string[] {
  const faults: string[] = [];
  if (body['object'] !== object) faults.push(`\`object\` is not \`${object}\``);
  if (typeof body['id'] !== 'string' || body['id'] === '') faults.push('`id` is no text');
  if (!Number.isInteger(body['created'])) faults.push('`created` is no whole number of seconds');
  if (typeof body['model'] !== 'string' || body['model'] === '') faults.push('`model` is no text');
  return faults;
}

function readEnd(reason: unknown, hasCalls: boolean, faults: string[]): EndReason {
  const end = typeof reason === 'string' && Object.hasOwn(ENDS, reason) ? ENDS[reason] : undefined;
  if (end === undefined)
    faults.push(reason === undefined || reason === null ? 'there is no finish reason' : 'the finish reason is unknown');
  if (hasCalls && end === 'stop') faults.push('the finish reason of calls is `stop` instead of `tool_calls`');
  if (!hasCalls && end === 'tool_calls') faults.push('the finish reason is `tool_calls`, and there is none');
  return end ?? 'stop';
}

function readCounts(usage: unknown, faults: string[]): Pick<WireAnswer, 'inputTokens' | 'outputTokens'> {
  if (usage === undefined || usage === null) return {};
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = asRecord(usage);
  const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
  if (!isCount(input) || !isCount(output) || !isCount(total)) {
    faults.push('`usage` lacks a whole number of tokens');
    return {};
  }
  if (total < input + output) faults.push('`usage.total_tokens` is less than the sum of the others');
  return { inputTokens: input, outputTokens: output };
}

/** The text of a content; the parts of one are read, since some vendors document them. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return asList(content)
    .map((part) => (asRecord(part)['type'] === 'text' ? textOf(asRecord(part)['text']) : ''))
    .join('');
}

function idOf({ id }: Json): { id?: string } {
  return typeof id === 'string' ? { id } : {};
}
