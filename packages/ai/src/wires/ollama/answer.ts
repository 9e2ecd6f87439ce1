import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { reportedFailure } from '../../errors/reported-failure.ts';
import { MAX_IDENTIFIER } from '../../limits/answer.ts';
import { parseJson } from '../../transport/http.ts';
import type { EventDecoder } from '../decode.ts';
import { asNumber, asObject, readModel, unreadable, type Json } from '../reply.ts';
import { readToolCalls } from '../tool-call-deltas.ts';

/**
 * Parses a complete answer of a local server.
 *
 * @throws AIError `INVALID_RESPONSE` if it is invalid; {@link reportedFailure} if it contains an error
 */
export function readAnswer(text: string, kind: string): LanguageModelV4GenerateResult {
  const reply = readReply(text, kind);
  if (reply['error']) throw reportedFailure({ error: reply['error'] });
  if (typeof reply['message'] !== 'object' || reply['message'] === null) throw unreadable(kind);
  const { thinking, text: replyText } = readText(reply);
  const content: LanguageModelV4Content[] = [];
  if (thinking !== '') content.push({ type: 'reasoning', text: thinking });
  if (replyText !== '') content.push({ type: 'text', text: replyText });
  const model = readModel(reply);
  return {
    content: [...content, ...toCalls(reply, kind)],
    finishReason: toFinish(reply),
    usage: toUsage(reply),
    warnings: [],
    ...(model === undefined ? {} : { response: { modelId: model } }),
  };
}

/** Parses the lines of a streamed answer as they arrive. The counts are on the last line; without it the answer was cut off. */
export class LineAnswerDecoder implements EventDecoder {
  done = false;
  #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  event(line: string, parts: LanguageModelV4StreamPart[]): void {
    if (line.trim() === '') return;
    const reply = readReply(line, this.#kind);
    if (reply['error']) {
      parts.push({ type: 'error', error: { error: reply['error'] } });
      return;
    }
    // An object of another kind is not part of an answer.
    if (reply['message'] === undefined && reply['done'] === undefined) throw unreadable(this.#kind);
    const { thinking, text } = readText(reply);
    if (thinking !== '') parts.push({ type: 'reasoning-delta', id: '0', delta: thinking });
    if (text !== '') parts.push({ type: 'text-delta', id: '1', delta: text });
    parts.push(...toCalls(reply, this.#kind));
    if (reply['done'] !== true) return;
    this.done = true;
    const model = readModel(reply);
    if (model !== undefined) parts.push({ type: 'response-metadata', modelId: model });
    parts.push({ type: 'finish', usage: toUsage(reply), finishReason: toFinish(reply) });
  }

  end(): boolean {
    return this.done;
  }
}

function readReply(text: string, kind: string): Json {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) throw unreadable(kind);
  return value as Json;
}

function readText(reply: Json): { text: string; thinking: string } {
  const { content, thinking } = asObject(reply['message']);
  return { text: typeof content === 'string' ? content : '', thinking: typeof thinking === 'string' ? thinking : '' };
}

/** The wire has no ids for tool calls; ours are unique, so that turns do not collide. */
function toCalls(reply: Json, kind: string): Extract<LanguageModelV4Content, { type: 'tool-call' }>[] {
  const list = asObject(reply['message'])['tool_calls'];
  return readToolCalls(Array.isArray(list) ? list.map((call) => ({ function: asObject(call)['function'] })) : [], kind);
}

function toFinish(reply: Json): LanguageModelV4FinishReason {
  const list = asObject(reply['message'])['tool_calls'];
  const reason = reply['done_reason'];
  const raw = typeof reason === 'string' ? reason.slice(0, MAX_IDENTIFIER) : 'done';
  return { unified: raw === 'length' ? 'length' : Array.isArray(list) && list.length > 0 ? 'tool-calls' : 'stop', raw };
}

function toUsage(reply: Json): LanguageModelV4Usage {
  return {
    inputTokens: { total: asNumber(reply['prompt_eval_count']), noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: asNumber(reply['eval_count']), text: undefined, reasoning: undefined },
  };
}
