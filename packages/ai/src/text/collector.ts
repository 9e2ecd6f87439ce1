import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';

/** Gathers the parts of a stream into what the same answer would have been in one piece. */
export class PartCollector {
  readonly content: LanguageModelV4Content[] = [];
  finishReason: LanguageModelV4FinishReason | undefined;
  usage: LanguageModelV4Usage | undefined;
  model: string | undefined;
  #open = new Map<string, { type: 'text' | 'reasoning'; chunks: string[]; metadata?: unknown; index: number }>();

  /** Takes one part; text is added to the block it belongs to. */
  add(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-delta':
      case 'reasoning-delta':
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
      case 'tool-call':
      case 'file':
        this.content.push(part);
        break;
      case 'response-metadata':
        this.model = part.modelId ?? this.model;
        break;
      case 'finish':
        this.finishReason = part.finishReason;
        this.usage = part.usage;
        break;
      default:
        break;
    }
  }

  /** Closes blocks that the stream left open. */
  finish(): void {
    for (const key of this.#open.keys()) this.#close(key);
  }

  #delta(type: 'text' | 'reasoning', id: string, delta: string, metadata: unknown): void {
    const key = `${type}:${id}`;
    let block = this.#open.get(key);
    if (block === undefined) {
      block = { type, chunks: [], index: this.content.length };
      this.content.push({ type, text: '' });
      this.#open.set(key, block);
    }
    if (delta !== '') block.chunks.push(delta);
    if (metadata !== undefined) block.metadata = metadata;
  }

  #close(key: string): void {
    const block = this.#open.get(key);
    if (block === undefined) return;
    this.#open.delete(key);
    const text = block.chunks.join('');
    const metadata = block.metadata === undefined ? {} : { providerMetadata: block.metadata as Record<string, never> };
    this.content[block.index] = { type: block.type, text, ...metadata };
  }
}
