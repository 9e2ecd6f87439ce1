import { notImplemented } from '../errors/errors.ts';
import type { BackgroundHandle, BackgroundStatus } from '../interface/background.ts';
import type { BatchHandle, BatchRequest, BatchResult, BatchResultsOptions, BatchStatus } from '../interface/batch.ts';
import type { AICapabilities } from '../interface/capabilities.ts';
import type { AIOptions } from '../interface/ai-options.ts';
import type { ProviderKind } from '../interface/kinds.ts';
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
import type { AIProvider } from '../interface/provider.ts';
import type { RerankOptions, RerankResponse } from '../interface/reranking.ts';
import type { AIModel, AIResponse, AIStream, EmbeddingResponse, ImageGenerationResponse } from '../interface/responses.ts';
import type { CloneVoiceOptions, DesignVoiceOptions, SpeechOptions, SpeechResponse, Voice, VoicesOptions } from '../interface/speech.ts';
import type { TranscriptionOptions, TranscriptionResponse } from '../interface/transcription.ts';
import type { VendorDescription } from '../interface/vendor-row.ts';
import type { VideoGenerationOptions, VideoJobHandle, VideoJobStatus, VideoResult } from '../interface/video.ts';
import { Call, type CallPlan } from './call.ts';
import { estimateTokens } from '../messages/estimate-tokens.ts';
import { runCall } from './run.ts';
import { readSettings, settingsByProvider, type ProviderSettings } from './settings.ts';

/**
 * The common part of all kinds: validated limits, and `NOT_IMPLEMENTED` for every operation that a kind does not override. A refusal is
 * reported to `onRequest` like any other call.
 */
export abstract class BaseProvider implements AIProvider {
  readonly type: ProviderKind;
  // Private, so that a printed provider shows no credential.
  #settings: ProviderSettings;

  constructor(vendor: VendorDescription, options: AIOptions) {
    this.#settings = readSettings(vendor, options);
    this.type = this.#settings.kind;
    settingsByProvider.set(this, this.#settings);
  }

  /** A method, because printing an object shows the values of its getters. */
  protected settings(): ProviderSettings {
    return this.#settings;
  }

  get defaultModel(): string | undefined {
    return this.settings().options.defaultModel;
  }

  getCapabilities(): AICapabilities {
    const { row, options } = this.settings();
    return row.capabilities(options);
  }

  chat<const Options extends ChatOptions>(_messages: readonly Message[], options?: Options): Promise<AIResponse<ObjectOf<Options>>> {
    return this.refuse('chat', options);
  }

  message(_text: string, options?: MessageOptions): Promise<string> {
    return this.refuse('message', options);
  }

  complete<const Options extends ChatOptions>(_prompt: string, options?: Options): Promise<AIResponse<ObjectOf<Options>>> {
    return this.refuse('complete', options);
  }

  stream<const Options extends ChatOptions>(_messages: readonly Message[], options?: Options): AIStream<ObjectOf<Options>> {
    return refusedStream(() => this.refuse('stream', options));
  }

  embed(_text: string | readonly string[], options?: EmbeddingOptions): Promise<EmbeddingResponse> {
    return this.refuse('embed', options);
  }

  embedImage(_image: ImageInput, options?: EmbeddingOptions): Promise<EmbeddingResponse> {
    return this.refuse('embedImage', options);
  }

  describeImage(_image: ImageInput, _prompt?: string, options?: DescribeImageOptions): Promise<string> {
    return this.refuse('describeImage', options);
  }

  generateImage(_prompt: string, options?: GenerateImageOptions): Promise<ImageGenerationResponse> {
    return this.refuse('generateImage', options);
  }

  submitVideoGenerationJob(options: VideoGenerationOptions): Promise<VideoJobHandle> {
    return this.refuse('submitVideoGenerationJob', options);
  }

  getVideoGenerationJob(_handle: VideoJobHandle, options?: RequestOptions): Promise<VideoJobStatus> {
    return this.refuse('getVideoGenerationJob', options);
  }

  fetchVideoGenerationResult(_handle: VideoJobHandle, options?: RequestOptions): Promise<VideoResult> {
    return this.refuse('fetchVideoGenerationResult', options);
  }

  cancelVideoGenerationJob(_handle: VideoJobHandle, options?: RequestOptions): Promise<void> {
    return this.refuse('cancelVideoGenerationJob', options);
  }

  validateVideoGenerationAccess(options?: RequestOptions): Promise<void> {
    return this.refuse('validateVideoGenerationAccess', options);
  }

  async countTokens(text: string): Promise<number> {
    return estimateTokens(text);
  }

  getModels(options?: RequestOptions): Promise<AIModel[]> {
    return this.refuse('getModels', options);
  }

  synthesizeSpeech(_text: string, options?: SpeechOptions): Promise<SpeechResponse> {
    return this.refuse('synthesizeSpeech', options);
  }

  streamSpeech(_text: string, options?: SpeechOptions): AsyncIterableIterator<Uint8Array> {
    const refuse = (): Promise<never> => this.refuse('streamSpeech', options);
    return { next: refuse, return: async () => ({ done: true, value: undefined }), [Symbol.asyncIterator]: returnThis };
  }

  transcribe(_audio: Uint8Array, options?: TranscriptionOptions): Promise<TranscriptionResponse> {
    return this.refuse('transcribe', options);
  }

  rerank(_query: string, _documents: readonly string[], options?: RerankOptions): Promise<RerankResponse> {
    return this.refuse('rerank', options);
  }

  submitBackground(_messages: readonly Message[], options?: ChatOptions): Promise<BackgroundHandle> {
    return this.refuse('submitBackground', options);
  }

  getBackground(_handle: BackgroundHandle, options?: RequestOptions): Promise<BackgroundStatus> {
    return this.refuse('getBackground', options);
  }

  fetchBackground<const Options extends BatchResultsOptions>(
    _handle: BackgroundHandle,
    options?: Options,
  ): Promise<AIResponse<ObjectOf<Options>>> {
    return this.refuse('fetchBackground', options);
  }

  cancelBackground(_handle: BackgroundHandle, options?: RequestOptions): Promise<void> {
    return this.refuse('cancelBackground', options);
  }

  submitBatch(_requests: readonly BatchRequest[], options?: RequestOptions): Promise<BatchHandle> {
    return this.refuse('submitBatch', options);
  }

  getBatch(_handle: BatchHandle, options?: RequestOptions): Promise<BatchStatus> {
    return this.refuse('getBatch', options);
  }

  fetchBatchResults(_handle: BatchHandle, options?: BatchResultsOptions): Promise<BatchResult[]> {
    return this.refuse('fetchBatchResults', options);
  }

  cancelBatch(_handle: BatchHandle, options?: RequestOptions): Promise<void> {
    return this.refuse('cancelBatch', options);
  }

  cloneVoice(options: CloneVoiceOptions): Promise<Voice> {
    return this.refuse('cloneVoice', options);
  }

  designVoice(options: DesignVoiceOptions): Promise<Voice> {
    return this.refuse('designVoice', options);
  }

  getVoices(options?: VoicesOptions): Promise<Voice[]> {
    return this.refuse('getVoices', options);
  }

  /** Refuses an operation, with its closing event. */
  protected refuse(operation: string, options?: RequestOptions, remedy?: string): Promise<never> {
    const validate = (): never => {
      throw notImplemented(this.type, operation, remedy);
    };
    return runCall(this.settings(), { operation, options, model: this.defaultModel, validate }, () =>
      Promise.reject(new Error('unreachable')),
    );
  }

  /** Begins a call that ends itself: a stream. */
  protected begin(plan: CallPlan): Call {
    return new Call(this.settings(), plan);
  }
}

function refusedStream(refuse: () => Promise<never>): AIStream<never> {
  let refusal: Promise<never> | undefined;
  // A shared refusal, so that there is only one event.
  const once = (): Promise<never> => (refusal ??= refuse());
  return {
    next: once,
    return: async () => ({ done: true, value: undefined }),
    get response() {
      return once();
    },
    events: () => ({ next: once, return: async () => ({ done: true, value: undefined }), [Symbol.asyncIterator]: returnThis }),
    [Symbol.asyncIterator]: returnThis,
  };
}

function returnThis<T>(this: T): T {
  return this;
}
