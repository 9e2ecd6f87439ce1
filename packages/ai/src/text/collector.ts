import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4Warning,
} from '@ai-sdk/provider';
import { AIError } from '../errors/errors.ts';
import { MAX_PARTS, MAX_TOOL_CALLS } from '../limits/answer.ts';
import { readPartialUsage } from '../wires/partial-usage.ts';

interface OpenBlock {
  type: 'text' | 'reasoning';
  chunks: string[];
  metadata?: Record<string, Record<string, never>>;
  index: number;
}

/** Gathers the parts of a stream into what the same answer would have been in one piece. */
export class PartCollector {
  readonly content: LanguageModelV4Content[] = [];
  finishReason: LanguageModelV4FinishReason | undefined;
  usage: LanguageModelV4Usage | undefined;
  model: string | undefined;
  warnings: SharedV4Warning[] = [];
  /** Characters of text, reasoning and arguments so far. */
  characters = 0;
  #calls = 0;
  #open = new Map<string, OpenBlock>();

  /**
   * Takes one part; text is added to the block it belongs to.
   *
   * @throws AIError `INVALID_RESPONSE` for more parts or calls than any answer has.
   */
  add(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-delta':
      case 'reasoning-delta':
        this.characters += part.delta.length;
        this.#delta(part.type === 'text-delta' ? 'text' : 'reasoning', part.id, part.delta, part.providerMetadata);
        break;
      case 'text-start':
      case 'reasoning-start':
        this.#delta(part.type === 'text-start' ? 'text' : 'reasoning', part.id, '', part.providerMetadata);
        break;
      case 'text-end':
      case 'reasoning-end':
        this.#delta(part.type === 'text-end' ? 'text' : 'reasoning', part.id, '', part.providerMetadata);
        this.#close(`${part.type === 'text-end' ? 'text' : 'reasoning'}:${part.id}`);
        break;
      case 'tool-input-delta':
        this.characters += part.delta.length;
        break;
      case 'tool-call':
      case 'file':
        if (part.type === 'tool-call') this.#calls += 1;
        this.#push(part);
        break;
      case 'response-metadata':
        this.model = part.modelId ?? this.model;
        break;
      case 'stream-start':
        this.warnings = part.warnings;
        break;
      case 'finish':
        this.finishReason = part.finishReason;
        this.usage = part.usage;
        break;
      default:
        this.usage = readPartialUsage(part) ?? this.usage;
    }
  }

  /** Closes blocks that the stream left open. */
  finish(): void {
    for (const key of this.#open.keys()) this.#close(key);
  }

  #push(part: LanguageModelV4Content): void {
    if (this.content.length >= MAX_PARTS || this.#calls > MAX_TOOL_CALLS) {
      throw new AIError('The answer could not be read: it has more parts than any answer has.', { code: 'INVALID_RESPONSE' });
    }
    this.content.push(part);
  }

  #delta(type: 'text' | 'reasoning', id: string, delta: string, metadata: OpenBlock['metadata'] | object | undefined): void {
    const key = `${type}:${id}`;
    let block = this.#open.get(key);
    if (block === undefined) {
      block = { type, chunks: [], index: this.content.length };
      this.#push({ type, text: '' });
      this.#open.set(key, block);
    }
    if (delta !== '') block.chunks.push(delta);
    if (metadata !== undefined) block.metadata = metadata as NonNullable<OpenBlock['metadata']>;
  }

  #close(key: string): void {
    const block = this.#open.get(key);
    if (block === undefined) return;
    this.#open.delete(key);
    const text = block.chunks.join('');
    this.content[block.index] = { type: block.type, text, ...(block.metadata === undefined ? {} : { providerMetadata: block.metadata }) };
  }
}
