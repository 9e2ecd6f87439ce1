import type { AIOptions } from '../interface/ai-options.ts';
import type { BackgroundHandle, BackgroundStatus } from '../interface/background.ts';
import type { BatchHandle, BatchRequest, BatchResult, BatchResultsOptions, BatchStatus } from '../interface/batch.ts';
import type { ImageInput, Message } from '../interface/messages.ts';
import type {
  ChatOptions,
  DescribeImageOptions,
  EmbeddingOptions,
  GenerateImageOptions,
  MessageOptions,
  ObjectOf,
  RequestOptions,
} from '../interface/options.ts';
import type { RerankOptions, RerankResponse } from '../interface/reranking.ts';
import type { AIModel, AIResponse, AIStream, EmbeddingResponse, ImageGenerationResponse } from '../interface/responses.ts';
import type { TranscriptionOptions, TranscriptionResponse } from '../interface/transcription.ts';
import type { VendorDescription } from '../interface/vendor-row.ts';
import { BaseProvider } from '../provider/base-provider.ts';
import { chat, ChatStream } from './operations/chat.ts';
import { describeImage } from './operations/describe-image.ts';
import { embed } from './operations/embed.ts';
import { embedImage } from './operations/embed-image.ts';
import { generateImage } from './operations/generate-image.ts';
import { rerank } from './operations/rerank.ts';
import { transcribe } from './operations/transcribe.ts';
import { TextClient } from './text-client.ts';
import type { TextVendor } from './vendor.ts';

/** Loaded on first use: few programs have answers written later, and pages and workers load what every program does. */
const batchOperations = () => import('./operations/batch.ts');
const backgroundOperations = () => import('./operations/background.ts');

/**
 * Every kind that answers with text: one adapter from the models of the AI SDK provider specification to this library's interface, with its
 * limits. The differences between kinds are in their {@link TextVendor}; each operation has its own file.
 */
export class TextProvider extends BaseProvider {
  #client: TextClient;

  constructor(vendor: TextVendor, description: VendorDescription, options: AIOptions) {
    super(description, options);
    this.#client = new TextClient(vendor, this.settings());
  }

  override get defaultModel(): string | undefined {
    return this.settings().options.defaultModel ?? this.#client.defaults.chat;
  }

  override chat<const Options extends ChatOptions>(
    messages: readonly Message[],
    options?: Options,
  ): Promise<AIResponse<ObjectOf<Options>>> {
    return chat(this.#client, 'chat', messages, options === undefined ? {} : options) as Promise<AIResponse<ObjectOf<Options>>>;
  }

  override async message(text: string, options: MessageOptions = {}): Promise<string> {
    const { history = [], system, role = 'user', ...chatOptions } = options;
    const first: readonly Message[] = system === undefined ? [] : [{ role: 'system', content: system }];
    return (await chat(this.#client, 'message', [...first, ...history, { role, content: text }], chatOptions)).content;
  }

  override complete<const Options extends ChatOptions>(prompt: string, options?: Options): Promise<AIResponse<ObjectOf<Options>>> {
    const messages = [{ role: 'user', content: prompt }] as const;
    return chat(this.#client, 'complete', messages, options === undefined ? {} : options) as Promise<AIResponse<ObjectOf<Options>>>;
  }

  override stream<const Options extends ChatOptions>(messages: readonly Message[], options?: Options): AIStream<ObjectOf<Options>> {
    return new ChatStream(this.#client, messages, options === undefined ? {} : options) as AIStream<ObjectOf<Options>>;
  }

  override embed(text: string | readonly string[], options: EmbeddingOptions = {}): Promise<EmbeddingResponse> {
    return embed(this.#client, text, options);
  }

  override embedImage(image: ImageInput, options: EmbeddingOptions = {}): Promise<EmbeddingResponse> {
    return embedImage(this.#client, image, options);
  }

  override describeImage(image: ImageInput, prompt?: string, options: DescribeImageOptions = {}): Promise<string> {
    return describeImage(this.#client, image, prompt, options);
  }

  override generateImage(prompt: string, options: GenerateImageOptions = {}): Promise<ImageGenerationResponse> {
    return generateImage(this.#client, prompt, options);
  }

  override transcribe(audio: Uint8Array, options: TranscriptionOptions = {}): Promise<TranscriptionResponse> {
    return transcribe(this.#client, audio, options);
  }

  override rerank(query: string, documents: readonly string[], options: RerankOptions = {}): Promise<RerankResponse> {
    return rerank(this.#client, query, documents, options);
  }

  override async submitBackground(messages: readonly Message[], options: ChatOptions = {}): Promise<BackgroundHandle> {
    return (await backgroundOperations()).submitBackground(this.#client, messages, options);
  }

  override async getBackground(handle: BackgroundHandle, options: RequestOptions = {}): Promise<BackgroundStatus> {
    return (await backgroundOperations()).getBackground(this.#client, handle, options);
  }

  override async fetchBackground<const Options extends BatchResultsOptions>(
    handle: BackgroundHandle,
    options?: Options,
  ): Promise<AIResponse<ObjectOf<Options>>> {
    return (await backgroundOperations()).fetchBackground(this.#client, handle, options === undefined ? {} : options) as Promise<
      AIResponse<ObjectOf<Options>>
    >;
  }

  override async cancelBackground(handle: BackgroundHandle, options: RequestOptions = {}): Promise<void> {
    return (await backgroundOperations()).cancelBackground(this.#client, handle, options);
  }

  override async submitBatch(requests: readonly BatchRequest[], options: RequestOptions = {}): Promise<BatchHandle> {
    return (await batchOperations()).submitBatch(this.#client, requests, options);
  }

  override async getBatch(handle: BatchHandle, options: RequestOptions = {}): Promise<BatchStatus> {
    return (await batchOperations()).getBatch(this.#client, handle, options);
  }

  override async fetchBatchResults(handle: BatchHandle, options: BatchResultsOptions = {}): Promise<BatchResult[]> {
    return (await batchOperations()).fetchBatchResults(this.#client, handle, options);
  }

  override async cancelBatch(handle: BatchHandle, options: RequestOptions = {}): Promise<void> {
    return (await batchOperations()).cancelBatch(this.#client, handle, options);
  }

  override getModels(options: RequestOptions = {}): Promise<AIModel[]> {
    const { vendor } = this.#client;
    if (vendor.listModels === undefined) return this.refuse('getModels', options);
    const plan = { operation: 'getModels', options, usageAs: false, namesModel: false } as const;
    return this.#client.run(plan, async (call) => (vendor.listModels as NonNullable<TextVendor['listModels']>)(call));
  }
}
