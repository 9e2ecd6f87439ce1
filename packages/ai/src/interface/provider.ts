import type { GatewayAdmin } from './admin.ts';
import type { BackgroundHandle, BackgroundStatus } from './background.ts';
import type { BatchHandle, BatchRequest, BatchResult, BatchResultsOptions, BatchStatus } from './batch.ts';
import type { AICapabilities } from './capabilities.ts';
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
 * One interface for every kind of provider.
 *
 * An operation that a kind does not support throws an `AIError` with code `NOT_IMPLEMENTED`; {@link AIProvider.getCapabilities} tells
 * beforehand.
 */
export interface AIProvider {
  readonly type: ProviderKind;
  /** The client's default model, if known without a request. */
  readonly defaultModel: string | undefined;
  /** Provisioning, on gateways that support it. */
  readonly admin?: GatewayAdmin;

  /** Sends a conversation and returns the answer. */
  chat<const Options extends ChatOptions = ChatOptions>(
    messages: readonly Message[],
    options?: Options,
  ): Promise<AIResponse<ObjectOf<Options>>>;
  /** Sends one turn and returns the text of the answer. */
  message(text: string, options?: MessageOptions): Promise<string>;
  /** Continues a prompt. */
  complete<const Options extends ChatOptions = ChatOptions>(prompt: string, options?: Options): Promise<AIResponse<ObjectOf<Options>>>;
  /** Sends a conversation and returns the answer chunk by chunk. Not subject to pacing. */
  stream<const Options extends ChatOptions = ChatOptions>(messages: readonly Message[], options?: Options): AIStream<ObjectOf<Options>>;
  /** Returns the embedding vectors of texts. */
  embed(text: string | readonly string[], options?: EmbeddingOptions): Promise<EmbeddingResponse>;
  /** Returns the embedding vector of an image. */
  embedImage(image: ImageInput, options?: EmbeddingOptions): Promise<EmbeddingResponse>;
  /** Describes an image. */
  describeImage(image: ImageInput, prompt?: string, options?: DescribeImageOptions): Promise<string>;
  /** Generates an image. */
  generateImage(prompt: string, options?: GenerateImageOptions): Promise<ImageGenerationResponse>;
  /** Starts a video and returns its handle immediately. */
  submitVideoGenerationJob(options: VideoGenerationOptions): Promise<VideoJobHandle>;
  /** Returns the status of a video. */
  getVideoGenerationJob(handle: VideoJobHandle, options?: RequestOptions): Promise<VideoJobStatus>;
  /** Fetches a finished video. */
  fetchVideoGenerationResult(handle: VideoJobHandle, options?: RequestOptions): Promise<VideoResult>;
  /** Cancels a video. Best effort: callers must expect it to throw. */
  cancelVideoGenerationJob(handle: VideoJobHandle, options?: RequestOptions): Promise<void>;
  /** Checks the credentials. Cheap but not free: cache the result. Resolves if they work, throws if they do not. */
  validateVideoGenerationAccess(options?: RequestOptions): Promise<void>;
  /** Estimates the number of tokens in a text, without a request. */
  countTokens(text: string): Promise<number>;
  /** Lists the available models. */
  getModels(options?: RequestOptions): Promise<AIModel[]>;
  getCapabilities(): AICapabilities;
  /** Synthesizes speech from a text. */
  synthesizeSpeech(text: string, options?: SpeechOptions): Promise<SpeechResponse>;
  /** Synthesizes speech from a text and returns the audio as it is produced. */
  streamSpeech(text: string, options?: SpeechOptions): AsyncIterableIterator<Uint8Array>;
  /** Transcribes a recording. */
  transcribe(audio: Uint8Array, options?: TranscriptionOptions): Promise<TranscriptionResponse>;
  /** Ranks documents by how well they answer a query. */
  rerank(query: string, documents: readonly string[], options?: RerankOptions): Promise<RerankResponse>;
  /** Submits a conversation to be answered in the background, however long that takes, and returns the handle of the answer. */
  submitBackground(messages: readonly Message[], options?: ChatOptions): Promise<BackgroundHandle>;
  /** Returns the status of an answer in the background. */
  getBackground(handle: BackgroundHandle, options?: RequestOptions): Promise<BackgroundStatus>;
  /** Fetches a finished answer. */
  fetchBackground<const Options extends BatchResultsOptions>(
    handle: BackgroundHandle,
    options?: Options,
  ): Promise<AIResponse<ObjectOf<Options>>>;
  /** Cancels an answer in the background. */
  cancelBackground(handle: BackgroundHandle, options?: RequestOptions): Promise<void>;
  /** Submits conversations to be answered within a day at a lower price, and returns the handle of the batch. */
  submitBatch(requests: readonly BatchRequest[], options?: RequestOptions): Promise<BatchHandle>;
  /** Returns the status of a batch. */
  getBatch(handle: BatchHandle, options?: RequestOptions): Promise<BatchStatus>;
  /** Fetches the answers of a finished batch, in any order. */
  fetchBatchResults(handle: BatchHandle, options?: BatchResultsOptions): Promise<BatchResult[]>;
  /** Cancels a batch. */
  cancelBatch(handle: BatchHandle, options?: RequestOptions): Promise<void>;
  /** Creates a voice from a recording. */
  cloneVoice(options: CloneVoiceOptions): Promise<Voice>;
  /** Creates a voice from a description. */
  designVoice(options: DesignVoiceOptions): Promise<Voice>;
  /** Lists the voices. */
  getVoices(options?: VoicesOptions): Promise<Voice[]>;
}

/** A provider that also supports provisioning: both gateways. */
export type GatewayProvider = AIProvider & { readonly admin: GatewayAdmin };
