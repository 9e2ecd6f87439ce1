import type {
  JSONObject,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4Source,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { reportedFailure } from '../../errors/reported-failure.ts';
import { MAX_PARTS } from '../../limits/answer.ts';
import { parseJson } from '../../transport/http.ts';
import type { EventDecoder } from '../decode.ts';
import { partialUsage } from '../partial-usage.ts';
import { asNumber, asObject, readModel, toFinishReason, unreadable, type Json } from '../reply.ts';
import { readToolCalls, ToolCallDeltas } from '../tool-call-deltas.ts';

const WORDS: Readonly<Record<string, LanguageModelV4FinishReason['unified']>> = {
  stop: 'stop',
  length: 'length',
  model_length: 'length',
  content_filter: 'content-filter',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
};

/**
 * Parses a complete answer of the chat completions wire.
 *
 * @throws AIError `INVALID_RESPONSE` if it is invalid; {@link reportedFailure} if it contains an error.
 */
export function readAnswer(text: string, kind: string, keepsReasoning = false): LanguageModelV4GenerateResult {
  const reply = asObject(parseJson(text));
  if (reply['error']) throw reportedFailure(reply);
  const choice = firstChoice(reply);
  if (choice === undefined || typeof choice['message'] !== 'object' || choice['message'] === null) throw unreadable(kind);
  const message = asObject(choice['message']);
  const content: LanguageModelV4Content[] = [];
  const { reasoning, text: messageText } = readText(message);
  const details = keepsReasoning ? readDetails(message) : [];
  if (reasoning !== '' || details.length > 0)
    content.push({ type: 'reasoning', text: reasoning, ...(keepsReasoning ? asMetadata(details) : {}) });
  if (messageText !== '') content.push({ type: 'text', text: messageText });
  content.push(...readAnnotations(message['annotations']));
  content.push(...readToolCalls(message['tool_calls'], kind));
  const model = readModel(reply);
  return {
    content,
    finishReason: toFinishReason(WORDS, message['refusal'] ? 'content_filter' : choice['finish_reason']),
    usage: toUsage(reply['usage']),
    warnings: [],
    ...(model === undefined ? {} : { response: { modelId: model } }),
  };
}

/** Parses the events of a streamed answer as they arrive. */
export class ChatCompletionsDecoder implements EventDecoder {
  done = false;
  #kind: string;
  /** Created on the first tool call: most answers have none. */
  #calls: ToolCallDeltas | undefined;
  #finish: string | undefined;
  #usage: unknown;
  #model: string | undefined;
  #keepsReasoning: boolean;
  /** The part of its reasoning that the server needs back. */
  #details: JSONObject[] | undefined;
  #reasoned = false;

  constructor(kind: string, keepsReasoning = false) {
    this.#kind = kind;
    this.#keepsReasoning = keepsReasoning;
  }

  event(data: string, parts: LanguageModelV4StreamPart[]): void {
    if (data.startsWith('[DONE]')) {
      this.done = true;
      return;
    }
    const reply = parseJson(data);
    if (reply === null) return;
    if (typeof reply !== 'object') throw unreadable(this.#kind);
    this.#reply(reply as Json, parts);
  }

  /** A server that reports no finish reason may still mark the end; if it does neither, the answer was cut off. */
  end(parts: LanguageModelV4StreamPart[]): boolean {
    if (this.#finish === undefined && !this.done) return false;
    if (this.#keepsReasoning && this.#reasoned) {
      parts.push({ type: 'reasoning-delta', id: 'reasoning', delta: '', ...asMetadata(this.#details ?? []) });
    }
    if (this.#calls !== undefined) parts.push(...this.#calls.finish());
    if (this.#model !== undefined) parts.push({ type: 'response-metadata', modelId: this.#model });
    parts.push({ type: 'finish', finishReason: toFinishReason(WORDS, this.#finish ?? 'done'), usage: toUsage(this.#usage) });
    return true;
  }

  #reply(reply: Json, parts: LanguageModelV4StreamPart[]): void {
    if (reply['error']) {
      parts.push({ type: 'error', error: reply });
      return;
    }
    this.#model ??= readModel(reply);
    // One vendor wraps it.
    const usage = reply['usage'] ?? asObject(reply['x_groq'])['usage'];
    if (usage) {
      this.#usage = usage;
      parts.push(partialUsage(toUsage(this.#usage)));
    }
    const choice = firstChoice(reply);
    if (choice === undefined) return;
    if (typeof choice['finish_reason'] === 'string' && choice['finish_reason'] !== '') this.#finish = choice['finish_reason'];
    const delta = asObject(choice['delta']);
    const { reasoning, text } = readText(delta);
    const details = this.#keepsReasoning ? readDetails(delta) : [];
    if (details.length > 0) (this.#details ??= []).push(...details);
    if ((this.#details?.length ?? 0) > MAX_PARTS) throw unreadable(this.#kind);
    this.#reasoned ||= reasoning !== '' || details.length > 0;
    if (reasoning !== '') parts.push({ type: 'reasoning-delta', id: 'reasoning', delta: reasoning });
    if (text !== '') parts.push({ type: 'text-delta', id: 'text', delta: text });
    for (const source of readAnnotations(delta['annotations'])) parts.push(source);
    if (delta['refusal']) this.#finish = 'content_filter';
    if (delta['tool_calls']) (this.#calls ??= new ToolCallDeltas(this.#kind)).add(delta['tool_calls'], parts);
  }
}

/** The sources of an answer, of servers that search the web themselves. */
function readAnnotations(list: unknown): LanguageModelV4Source[] {
  return (Array.isArray(list) ? list.slice(0, MAX_PARTS) : []).flatMap((entry): LanguageModelV4Source[] => {
    const { type, url_citation: citation } = asObject(entry);
    const { url, title } = asObject(citation ?? entry);
    if (type !== 'url_citation' || typeof url !== 'string') return [];
    return [{ type: 'source', sourceType: 'url', id: url, url, ...(typeof title === 'string' ? { title } : {}) }];
  });
}

function readDetails(message: Json): JSONObject[] {
  const list = message['reasoning_details'];
  return Array.isArray(list) ? list.slice(0, MAX_PARTS).map((entry) => asObject(entry) as JSONObject) : [];
}

function asMetadata(details: JSONObject[]): { providerMetadata: { wire: { details: JSONObject[] } } } {
  return { providerMetadata: { wire: { details } } };
}

/** Only one choice is ever requested. */
function firstChoice(reply: Json): Json | undefined {
  const choices = reply['choices'];
  return Array.isArray(choices) && typeof choices[0] === 'object' && choices[0] !== null ? (choices[0] as Json) : undefined;
}

/** Reads text and reasoning, which servers send as a string, or as a list of parts, under two names. */
function readText(message: Json): { text: string; reasoning: string } {
  const { content } = message;
  const named = message['reasoning_content'] ?? message['reasoning'];
  let reasoning = typeof named === 'string' ? named : '';
  if (typeof content === 'string') return { text: content, reasoning };
  let text = '';
  for (const part of Array.isArray(content) ? content : []) {
    const { type, text: piece, thinking } = asObject(part);
    if (type === 'thinking') reasoning += readText({ content: thinking }).text;
    else if (typeof piece === 'string') text += piece;
    else if (typeof part === 'string') text += part;
  }
  return { text, reasoning };
}

function toUsage(value: unknown): LanguageModelV4Usage {
  const usage = asObject(value);
  const input = asObject(usage['prompt_tokens_details']);
  const output = asObject(usage['completion_tokens_details']);
  return {
    inputTokens: {
      total: asNumber(usage['prompt_tokens']),
      noCache: undefined,
      cacheRead: asNumber(input['cached_tokens'] ?? usage['prompt_cache_hit_tokens']),
      cacheWrite: asNumber(input['cache_write_tokens'] ?? input['cache_creation_tokens']),
    },
    outputTokens: { total: asNumber(usage['completion_tokens']), text: undefined, reasoning: asNumber(output['reasoning_tokens']) },
    ...rawOf(usage),
  };
}

/** The counts that the specification has no place for. The cost is used only for vendors that are known to report it. */
function rawOf(usage: Json): { raw?: JSONObject } {
  const raw: JSONObject = {};
  for (const name of ['cost', 'cost_in_usd_ticks', 'total_tokens']) {
    const value = asNumber(usage[name]);
    if (value !== undefined) raw[name] = value;
  }
  return Object.keys(raw).length === 0 ? {} : { raw };
}
