import type {
  LanguageModelV4Citation,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
  SharedV4Warning,
} from '@ai-sdk/provider';
import { AIError } from '../errors/errors.ts';
import { MAX_PARTS, MAX_TOOL_CALLS } from '../limits/answer.ts';
import { readPartialUsage } from '../wires/partial-usage.ts';

/** The most text blocks that are open at the same time. */
const MAX_OPEN = 128;

interface OpenBlock {
  id: string;
  type: 'text' | 'reasoning';
  text: string;
  metadata?: Record<string, Record<string, never>>;
  index: number;
}

/** Collects the parts of a stream into the equivalent complete answer. */
export class PartCollector {
  readonly content: LanguageModelV4Content[] = [];
  finishReason: LanguageModelV4FinishReason | undefined;
  usage: LanguageModelV4Usage | undefined;
  model: string | undefined;
  warnings: SharedV4Warning[] = [];
  /** What the vendor's package reports beside the answer. */
  metadata: SharedV4ProviderMetadata | undefined;
  /** Characters of text, reasoning and arguments so far. */
  characters = 0;
  #calls = 0;
  /** The open text block, and others in the rare case of several. */
  #current: OpenBlock | undefined;
  #others: OpenBlock[] | undefined;

  /**
   * Adds one part; text is appended to its block.
   *
   * @throws AIError `INVALID_RESPONSE` for more parts or calls than any real answer has.
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
        this.#close(
          this.#find(part.type === 'text-end' ? 'text' : 'reasoning', part.id),
          part.type === 'text-end' ? part.citations : undefined,
        );
        break;
      case 'tool-input-delta':
        this.characters += part.delta.length;
        break;
      case 'tool-call':
      case 'custom':
      case 'source':
      case 'file':
        if (part.type === 'tool-call' && !part.providerExecuted) this.#calls += 1;
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
        this.metadata = part.providerMetadata;
        break;
      default:
        this.usage = readPartialUsage(part) ?? this.usage;
    }
  }

  /** Closes blocks that the stream left open. */
  finish(): void {
    this.#close(this.#current);
    while (this.#others?.[0] !== undefined) this.#close(this.#others[0]);
  }

  #push(part: LanguageModelV4Content): void {
    if (this.content.length >= MAX_PARTS || this.#calls > MAX_TOOL_CALLS) {
      throw tooMany();
    }
    this.content.push(part);
  }

  #delta(type: 'text' | 'reasoning', id: string, delta: string, metadata: OpenBlock['metadata'] | object | undefined): void {
    let block = this.#find(type, id);
    if (block === undefined) {
      if (this.#others !== undefined && this.#others.length >= MAX_OPEN) throw tooMany();
      block = { id, type, text: '', index: this.content.length };
      this.#push({ type, text: '' });
      if (this.#current === undefined) this.#current = block;
      else (this.#others ??= []).push(block);
    }
    block.text += delta;
    if (metadata !== undefined) block.metadata = metadata as NonNullable<OpenBlock['metadata']>;
  }

  #find(type: OpenBlock['type'], id: string): OpenBlock | undefined {
    if (this.#current?.id === id && this.#current.type === type) return this.#current;
    return this.#others?.find((block) => block.id === id && block.type === type);
  }

  #close(block: OpenBlock | undefined, citations?: LanguageModelV4Citation[]): void {
    if (block === undefined) return;
    if (this.#current === block) this.#current = undefined;
    else this.#others?.splice(this.#others.indexOf(block), 1);
    const { text } = block;
    this.content[block.index] = {
      type: block.type,
      text,
      ...(citations === undefined ? {} : { citations }),
      ...(block.metadata === undefined ? {} : { providerMetadata: block.metadata }),
    };
  }
}

function tooMany(): AIError {
  return new AIError('The response could not be parsed: it has too many parts.', { code: 'INVALID_RESPONSE' });
}
