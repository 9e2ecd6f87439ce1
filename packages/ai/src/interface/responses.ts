import type { Message, ToolCall } from './messages.ts';

/** Tokens spent by one call. `promptTokens` includes the cached ones, `completionTokens` the reasoning ones. */
export interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
  cachedTokens?: number;
  reasoningTokens?: number;
  /** US dollars, when a gateway reports it or the client has a price table. Never guessed. */
  cost?: number;
}

/** Why a model stopped. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'other';

/** The answer to `chat` and `complete`. */
export interface AIResponse {
  content: string;
  /** The model that answered, as the provider names it. */
  model?: string;
  finishReason: FinishReason;
  toolCalls?: ToolCall[];
  usage?: TokenUsage;
  /** The parsed and validated value, when `responseFormat` asked for JSON. */
  object?: unknown;
  /** The reasoning the provider showed, if any. */
  reasoning?: string;
  /** The assistant's turn, ready to be pushed on the list of messages. */
  message: Message;
}

/**
 * The chunks of an answer. Iterate it once; leaving the loop early aborts the request.
 *
 * Nothing is sent before the first iteration. `response` settles when the iteration ends.
 */
export interface AIStream extends AsyncIterableIterator<string> {
  readonly response: Promise<AIResponse>;
}

/** Vectors, one per input text or image. */
export interface EmbeddingResponse {
  embeddings: number[][];
  model?: string;
  usage?: TokenUsage;
}

/** One generated image. */
export interface GeneratedImage {
  data: Uint8Array | string;
  mimeType: string;
}

/** The answer to `generateImage`. */
export interface ImageGenerationResponse {
  images: GeneratedImage[];
  model?: string;
  usage?: TokenUsage;
}

/** A model that a provider offers. */
export interface AIModel {
  id: string;
  name: string;
  description?: string;
  contextLength?: number;
  capabilities?: string[];
  /** The day the vendor switches it off, `YYYY-MM-DD`, where the vendor says so. */
  shutdownDate?: string;
  /** `active` or `deprecated`, where the vendor says so. */
  lifecycle?: string;
}
