import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';

/** Reads the parts of a streamed answer. */
export interface PartReader {
  read(): Promise<{ done: boolean; value?: LanguageModelV4StreamPart | undefined }>;
  cancel(reason?: unknown): Promise<void>;
}

/** A streamed answer. The `ReadableStream` of a vendor's package is one. */
export interface PartStream {
  getReader(): PartReader;
}

/** A model that answers with text. Every `LanguageModelV4` of the AI SDK is one. */
export interface ChatModel {
  doGenerate(options: LanguageModelV4CallOptions): ReturnType<LanguageModelV4['doGenerate']>;
  doStream(options: LanguageModelV4CallOptions): PromiseLike<{ stream: PartStream }>;
}
