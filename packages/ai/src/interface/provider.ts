import type { GatewayAdmin } from './admin.ts';
import type { BatchHandle, BatchRequest, BatchResult, BatchResultsOptions, BatchStatus } from './batch.ts';
import type { AICapabilities } from './capabilities.ts';
import type { AIOptions } from './client-options.ts';
import type { ProviderKind } from './kinds.ts';
import type { ImageInput, Message } from './messages.ts';
import type {
  ChatOptions,
  DescribeImageOptions,
  EmbeddingOptions,
  GenerateImageOptions,
  MessageOptions,
  ObjectOf,
  RequestOptions,
} from './options.ts';
import type { RerankOptions, RerankResponse } from './reranking.ts';
import type { AIModel, AIResponse, AIStream, EmbeddingResponse, ImageGenerationResponse } from './responses.ts';
import type { CloneVoiceOptions, DesignVoiceOptions, SpeechOptions, SpeechResponse, Voice, VoicesOptions } from './speech.ts';
import type { TranscriptionOptions, TranscriptionResponse } from './transcription.ts';
import type { VideoGenerationOptions, VideoJobHandle, VideoJobStatus, VideoResult } from './video.ts';

/**
 * One interface over every kind of provider.
 *
 * An operation that a kind does not have throws an `AIError` with code `NOT_IMPLEMENTED`;
 * {@link AIProvider.getCapabilities} says so beforehand.
 */
export interface AIProvider {
  readonly type: ProviderKind;
  /** The client's default model, when one is known without asking the provider. */
  readonly defaultModel: string | undefined;
  /** Provisioning, on gateways that have it. */
  readonly admin?: GatewayAdmin;

  /** Sends a conversation and gives back the answer. */
  chat<const Options extends ChatOptions = ChatOptions>(
    messages: readonly Message[],
    options?: Options,
  ): Promise<AIResponse<ObjectOf<Options>>>;
  /** Sends one turn and gives back the text of the answer. */
  message(text: string, options?: MessageOptions): Promise<string>;
  /** Continues a prompt. */
  complete<const Options extends ChatOptions = ChatOptions>(prompt: string, options?: Options): Promise<AIResponse<ObjectOf<Options>>>;
  /** Sends a conversation and gives back the answer chunk by chunk. Not subject to pacing. */
  stream<const Options extends ChatOptions = ChatOptions>(messages: readonly Message[], options?: Options): AIStream<ObjectOf<Options>>;
  /** Turns texts into vectors. */
  embed(text: string | readonly string[], options?: EmbeddingOptions): Promise<EmbeddingResponse>;
  /** Turns an image into a vector. */
  embedImage(image: ImageInput, options?: EmbeddingOptions): Promise<EmbeddingResponse>;
  /** Says what is on an image. */
  describeImage(image: ImageInput, prompt?: string, options?: DescribeImageOptions): Promise<string>;
  /** Draws an image. */
  generateImage(prompt: string, options?: GenerateImageOptions): Promise<ImageGenerationResponse>;
  /** Starts a video and gives back its handle at once. */
  submitVideoGenerationJob(options: VideoGenerationOptions): Promise<VideoJobHandle>;
  /** Asks where a video stands. */
  getVideoGenerationJob(handle: VideoJobHandle, options?: RequestOptions): Promise<VideoJobStatus>;
  /** Fetches a finished video. */
  fetchVideoGenerationResult(handle: VideoJobHandle, options?: RequestOptions): Promise<VideoResult>;
  /** Asks for a video not to be rendered. Best effort: callers must expect it to throw. */
  cancelVideoGenerationJob(handle: VideoJobHandle, options?: RequestOptions): Promise<void>;
  /** Checks the credentials cheaply, not freely: keep the answer. Resolves when they work, throws when they do not. */
  validateVideoGenerationAccess(options?: RequestOptions): Promise<void>;
  /** Estimates how many tokens a text has, without asking the provider. */
  countTokens(text: string): Promise<number>;
  /** Lists the models on offer. */
  getModels(options?: RequestOptions): Promise<AIModel[]>;
  getCapabilities(): AICapabilities;
  /** Speaks a text. */
  synthesizeSpeech(text: string, options?: SpeechOptions): Promise<SpeechResponse>;
  /** Speaks a text and gives back the audio as it is made. */
  streamSpeech(text: string, options?: SpeechOptions): AsyncIterableIterator<Uint8Array>;
  /** Writes down what is said in a recording. */
  transcribe(audio: Uint8Array, options?: TranscriptionOptions): Promise<TranscriptionResponse>;
  /** Puts documents in the order in which they answer a query. */
  rerank(query: string, documents: readonly string[], options?: RerankOptions): Promise<RerankResponse>;
  /** Hands conversations over, to be answered within a day at a lower price, and gives back the handle of the batch. */
  submitBatch(requests: readonly BatchRequest[], options?: RequestOptions): Promise<BatchHandle>;
  /** Asks where a batch stands. */
  getBatch(handle: BatchHandle, options?: RequestOptions): Promise<BatchStatus>;
  /** Fetches the answers of a batch that has come to an end, in any order. */
  fetchBatchResults(handle: BatchHandle, options?: BatchResultsOptions): Promise<BatchResult[]>;
  /** Asks for a batch not to be answered any further. */
  cancelBatch(handle: BatchHandle, options?: RequestOptions): Promise<void>;
  /** Makes a voice from a recording. */
  cloneVoice(options: CloneVoiceOptions): Promise<Voice>;
  /** Makes a voice from a description. */
  designVoice(options: DesignVoiceOptions): Promise<Voice>;
  /** Lists the voices. */
  getVoices(options?: VoicesOptions): Promise<Voice[]>;
}

/** A provider that also provisions: both gateways. */
export type GatewayProvider = AIProvider & { readonly admin: GatewayAdmin };

/** What `getAI` gives back for given options: a gateway has `admin`. */
export type ProviderOf<Options extends AIOptions> = Options extends { type: 'gateway-proxy' | 'gateway-governance' | 'litellm' | 'bifrost' }
  ? GatewayProvider
  : AIProvider;
