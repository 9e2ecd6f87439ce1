import type {
  LanguageModelV4Citation,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import { reportedFailure } from '../../errors/reported-failure.ts';
import { MAX_IDENTIFIER, MAX_PARTS } from '../../limits/answer.ts';
import { parseJson } from '../../transport/http.ts';
import type { EventDecoder } from '../decode.ts';
import { partialUsage } from '../partial-usage.ts';
import { isServerBlock, readCitations, serverBlockParts } from './server-tools.ts';
import { asObject, readModel, toFinishReason, toJsonText, unreadable, type Json } from '../reply.ts';
import { toUsage } from './usage.ts';

const WORDS: Readonly<Record<string, LanguageModelV4FinishReason['unified']>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'other',
  refusal: 'content-filter',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
};

/**
 * Parses a complete answer of the Messages wire.
 *
 * @throws AIError `INVALID_RESPONSE` if it is invalid.
 */
export function readMessage(text: string, kind: string): LanguageModelV4GenerateResult {
  const reply = asObject(parseJson(text));
  if (reply['type'] === 'error' || reply['error']) throw reportedFailure(reply);
  const blocks = reply['content'];
  if (!Array.isArray(blocks) || blocks.length > MAX_PARTS) throw unreadable(kind);
  const model = readModel(reply);
  return {
    content: blocks.flatMap((block) => toContent(asObject(block), kind)),
    finishReason: toFinishReason(WORDS, reply['stop_reason']),
    usage: toUsage(asObject(reply['usage'])),
    warnings: [],
    ...(model === undefined ? {} : { response: { modelId: model } }),
  };
}

interface OpenBlock {
  type: 'text' | 'reasoning' | 'tool-call' | 'server';
  id: string;
  name: string;
  chunks: string[];
  /** The input in the start event of a tool call, which is used if no pieces follow; for a block of the server, the block. */
  input: unknown;
  /** The citations of a text. */
  citations?: unknown[];
}

/** Parses the events of a streamed answer as they arrive. */
export class MessagesDecoder implements EventDecoder {
  done = false;
  #kind: string;
  #blocks = new Map<unknown, OpenBlock>();
  #opened = 0;
  #usage: Json = {};
  #stop: string | undefined;
  #model: string | undefined;

  constructor(kind: string) {
    this.#kind = kind;
  }

  event(data: string, parts: LanguageModelV4StreamPart[]): void {
    const event = parseJson(data);
    if (event === null) return;
    if (typeof event !== 'object') throw unreadable(this.#kind);
    const { type, index, message, delta, content_block: block, usage } = event as Json;
    switch (type) {
      case 'message_start':
        this.#model = readModel(asObject(message));
        this.#note(asObject(message)['usage'], parts);
        break;
      case 'content_block_start':
        this.#open(index, asObject(block), parts);
        break;
      case 'content_block_delta':
        this.#add(index, asObject(delta), parts);
        break;
      case 'content_block_stop':
        this.#close(index, parts);
        break;
      case 'message_delta': {
        const reason = asObject(delta)['stop_reason'];
        if (typeof reason === 'string') this.#stop = reason;
        this.#note(usage, parts);
        break;
      }
      case 'message_stop':
        this.done = true;
        break;
      default:
        if (type === 'error' || (event as Json)['error']) parts.push({ type: 'error', error: event });
    }
  }

  end(parts: LanguageModelV4StreamPart[]): boolean {
    if (this.#stop === undefined && !this.done) return false;
    for (const index of this.#blocks.keys()) this.#close(index, parts);
    if (this.#model !== undefined) parts.push({ type: 'response-metadata', modelId: this.#model });
    parts.push({ type: 'finish', finishReason: toFinishReason(WORDS, this.#stop ?? 'done'), usage: toUsage(this.#usage) });
    return true;
  }

  #note(usage: unknown, parts: LanguageModelV4StreamPart[]): void {
    if (typeof usage !== 'object' || usage === null) return;
    // A count that is not repeated keeps its value.
    for (const [name, count] of Object.entries(usage)) if (count !== null) this.#usage[name] = count;
    parts.push(partialUsage(toUsage(this.#usage)));
  }

  #open(index: unknown, block: Json, parts: LanguageModelV4StreamPart[]): void {
    this.#opened += 1;
    if (this.#opened > MAX_PARTS) throw unreadable(this.#kind);
    // Some servers do not number blocks, or number all the same, and leave out their ends.
    this.#close(index, parts);
    const id = String(this.#opened);
    if (block['type'] === 'tool_use') {
      const call: OpenBlock = { type: 'tool-call', id: identifier(block['id'], this.#kind), name: '', chunks: [], input: block['input'] };
      call.name = identifier(block['name'], this.#kind);
      this.#blocks.set(index, call);
      parts.push({ type: 'tool-input-start', id: call.id, toolName: call.name });
    } else if (block['type'] === 'thinking' || block['type'] === 'redacted_thinking') {
      this.#blocks.set(index, { type: 'reasoning', id, name: '', chunks: [], input: undefined });
      const metadata = typeof block['data'] === 'string' ? { providerMetadata: { anthropic: { redactedData: block['data'] } } } : {};
      parts.push({ type: 'reasoning-start', id, ...metadata });
    } else if (isServerBlock(block['type'])) {
      this.#blocks.set(index, { type: 'server', id, name: '', chunks: [], input: block });
    } else if (block['type'] === 'text') {
      this.#blocks.set(index, { type: 'text', id, name: '', chunks: [], input: undefined });
      parts.push({ type: 'text-start', id });
      if (typeof block['text'] === 'string' && block['text'] !== '') parts.push({ type: 'text-delta', id, delta: block['text'] });
    }
  }

  #add(index: unknown, delta: Json, parts: LanguageModelV4StreamPart[]): void {
    const block = this.#blocks.get(index);
    if (block === undefined) return;
    const { text, thinking, partial_json: json, signature } = delta;
    if (typeof text === 'string' && block.type === 'text') parts.push({ type: 'text-delta', id: block.id, delta: text });
    else if (typeof thinking === 'string') parts.push({ type: 'reasoning-delta', id: block.id, delta: thinking });
    else if (typeof signature === 'string') {
      parts.push({ type: 'reasoning-delta', id: block.id, delta: '', providerMetadata: { anthropic: { signature } } });
    } else if (typeof json === 'string' && block.type === 'server') {
      block.chunks.push(json);
    } else if (delta['type'] === 'citations_delta' && (block.citations?.length ?? 0) < MAX_PARTS) {
      (block.citations ??= []).push(delta['citation']);
    } else if (typeof json === 'string' && json !== '' && block.type === 'tool-call') {
      block.chunks.push(json);
      parts.push({ type: 'tool-input-delta', id: block.id, delta: json });
    }
  }

  #close(index: unknown, parts: LanguageModelV4StreamPart[]): void {
    const block = this.#blocks.get(index);
    if (block === undefined) return;
    this.#blocks.delete(index);
    if (block.type === 'server') parts.push(...serverBlockParts(withInput(asObject(block.input), block.chunks)));
    else if (block.type === 'text') parts.push({ type: 'text-end', id: block.id, ...citationParts(block.citations) });
    else if (block.type === 'reasoning') parts.push({ type: 'reasoning-end', id: block.id });
    else {
      const input = block.chunks.length > 0 ? block.chunks.join('') : toJsonText(block.input ?? {}, this.#kind);
      parts.push({ type: 'tool-call', toolCallId: block.id, toolName: block.name, input });
    }
  }
}

/** The input of a tool that the server runs arrives in pieces, as that of any other. */
function withInput(block: Json, chunks: readonly string[]): Json {
  const input = chunks.length === 0 ? undefined : parseJson(chunks.join(''));
  return input === undefined ? block : { ...block, input };
}

function citationParts(citations: unknown): { citations?: LanguageModelV4Citation[]; providerMetadata?: SharedV4ProviderMetadata } {
  if (!Array.isArray(citations) || citations.length === 0) return {};
  return { citations: readCitations(citations), providerMetadata: { anthropic: { citations: citations as never } } };
}

function toContent(block: Json, kind: string): LanguageModelV4Content[] {
  const { type, text, thinking, signature, data } = block;
  if (type === 'text' && typeof text === 'string') return text === '' ? [] : [{ type: 'text', text, ...citationParts(block['citations']) }];
  if (isServerBlock(type)) return serverBlockParts(block);
  if (type === 'tool_use') {
    const input = toJsonText(block['input'] ?? {}, kind);
    return [{ type: 'tool-call', toolCallId: identifier(block['id'], kind), toolName: identifier(block['name'], kind), input }];
  }
  if (type === 'thinking' && typeof thinking === 'string') {
    const metadata = typeof signature === 'string' ? { providerMetadata: { anthropic: { signature } } } : {};
    return [{ type: 'reasoning', text: thinking, ...metadata }];
  }
  if (type === 'redacted_thinking' && typeof data === 'string') {
    return [{ type: 'reasoning', text: '', providerMetadata: { anthropic: { redactedData: data } } }];
  }
  return [];
}

function identifier(value: unknown, kind: string): string {
  if (typeof value === 'string' && value !== '' && value.length <= MAX_IDENTIFIER) return value;
  throw unreadable(kind);
}
