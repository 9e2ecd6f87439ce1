import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { AIError } from '../errors/errors.ts';
import { parseJson } from '../transport/http.ts';

interface WireCall {
  index?: number;
  id?: string;
  function?: { name?: string; arguments?: string };
}

interface WireMessage {
  content?: string | null;
  refusal?: string | null;
  reasoning_content?: string | null;
  tool_calls?: WireCall[] | null;
}

interface WireReply {
  model?: string;
  error?: unknown;
  choices?: { message?: WireMessage; delta?: WireMessage; finish_reason?: string | null }[];
  usage?: {
    prompt_tokens?: number;
    completion_tokens?: number;
    prompt_tokens_details?: { cached_tokens?: number } | null;
    completion_tokens_details?: { reasoning_tokens?: number } | null;
  } | null;
}

/**
 * Reads a whole answer of the chat completions wire.
 *
 * @throws AIError `INVALID_RESPONSE` when it is none.
 */
export function readAnswer(text: string, kind: string): LanguageModelV4GenerateResult {
  const reply = parseJson(text) as WireReply | undefined;
  const choice = reply?.choices?.[0];
  const message = choice?.message;
  if (message === undefined) throw new AIError(`${kind}: the answer could not be read.`, { code: 'INVALID_RESPONSE', provider: kind });
  const content: LanguageModelV4Content[] = [];
  if (message.reasoning_content) content.push({ type: 'reasoning', text: message.reasoning_content });
  if (message.content) content.push({ type: 'text', text: message.content });
  for (const call of message.tool_calls ?? []) content.push(toToolCall(call));
  return {
    content,
    finishReason: toFinish(message.refusal ? 'content_filter' : choice?.finish_reason),
    usage: toUsage(reply?.usage),
    warnings: [],
    ...(reply?.model === undefined ? {} : { response: { modelId: reply.model } }),
  };
}

/** Reads the events of a streamed answer as they come. */
export class AnswerDecoder {
  #kind: string;
  #decoder = new TextDecoder();
  #rest = '';
  #calls: WireCall[] = [];
  #finish: string | undefined;
  #usage: WireReply['usage'];
  #model: string | undefined;
  #ended = false;

  constructor(kind: string) {
    this.#kind = kind;
  }

  /** Takes bytes and gives the parts they complete. */
  push(bytes: Uint8Array): LanguageModelV4StreamPart[] {
    const parts: LanguageModelV4StreamPart[] = [];
    const text = this.#rest + this.#decoder.decode(bytes, { stream: true });
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      if (text.startsWith('data:', start)) this.#event(text.slice(start + 5, end).trim(), parts);
      start = end + 1;
    }
    this.#rest = text.slice(start);
    return parts;
  }

  /**
   * Gives the parts that end the answer.
   *
   * @throws AIError `NETWORK_ERROR` when the stream stopped before the answer did.
   */
  end(): LanguageModelV4StreamPart[] {
    if (this.#finish === undefined && !this.#ended) {
      throw new AIError(`${this.#kind}: the stream ended before the answer did.`, {
        code: 'NETWORK_ERROR',
        provider: this.#kind,
        retryable: true,
      });
    }
    const parts: LanguageModelV4StreamPart[] = this.#calls.map(toToolCall);
    if (this.#model !== undefined) parts.push({ type: 'response-metadata', modelId: this.#model });
    parts.push({ type: 'finish', finishReason: toFinish(this.#finish), usage: toUsage(this.#usage) });
    return parts;
  }

  #event(data: string, parts: LanguageModelV4StreamPart[]): void {
    if (data === '[DONE]') {
      this.#ended = true;
      return;
    }
    const reply = parseJson(data) as WireReply | undefined;
    if (reply === undefined) {
      throw new AIError(`${this.#kind}: an event of the stream could not be read.`, { code: 'INVALID_RESPONSE', provider: this.#kind });
    }
    if (reply.error !== undefined) {
      parts.push({ type: 'error', error: reply });
      return;
    }
    this.#model ??= reply.model;
    if (reply.usage) this.#usage = reply.usage;
    const choice = reply.choices?.[0];
    if (choice?.finish_reason) this.#finish = choice.finish_reason;
    const delta = choice?.delta;
    if (delta?.reasoning_content) parts.push({ type: 'reasoning-delta', id: 'reasoning', delta: delta.reasoning_content });
    if (delta?.content) parts.push({ type: 'text-delta', id: 'text', delta: delta.content });
    if (delta?.refusal) this.#finish = 'content_filter';
    for (const call of delta?.tool_calls ?? []) this.#addCall(call);
  }

  #addCall(call: WireCall): void {
    const index = call.index ?? this.#calls.length;
    const known = (this.#calls[index] ??= { function: { name: '', arguments: '' } });
    if (call.id) known.id = call.id;
    const { name = '', arguments: text = '' } = call.function ?? {};
    known.function = { name: `${known.function?.name ?? ''}${name}`, arguments: `${known.function?.arguments ?? ''}${text}` };
  }
}

function toToolCall(call: WireCall): Extract<LanguageModelV4Content, { type: 'tool-call' }> {
  const { name = '', arguments: input = '' } = call.function ?? {};
  return { type: 'tool-call', toolCallId: call.id || `call_${crypto.randomUUID()}`, toolName: name, input: input || '{}' };
}

function toFinish(reason: string | null | undefined): LanguageModelV4FinishReason {
  const words: Record<string, LanguageModelV4FinishReason['unified']> = {
    stop: 'stop',
    length: 'length',
    content_filter: 'content-filter',
    tool_calls: 'tool-calls',
    function_call: 'tool-calls',
  };
  return { unified: words[reason ?? ''] ?? 'other', raw: reason ?? undefined };
}

function toUsage(usage: WireReply['usage']): LanguageModelV4Usage {
  return {
    inputTokens: {
      total: usage?.prompt_tokens,
      noCache: undefined,
      cacheRead: usage?.prompt_tokens_details?.cached_tokens,
      cacheWrite: undefined,
    },
    outputTokens: { total: usage?.completion_tokens, text: undefined, reasoning: usage?.completion_tokens_details?.reasoning_tokens },
  };
}
