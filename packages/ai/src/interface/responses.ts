import type { Message, ToolCall } from './messages.ts';

/** Tokens spent by one call. `promptTokens` includes the cached ones, `completionTokens` the reasoning ones. */
export interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
  /** Input read from the vendor's cache. */
  cachedTokens?: number;
  /** Input written to the vendor's cache. */
  cacheWriteTokens?: number;
  reasoningTokens?: number;
  /** US dollars, when a gateway reports it or the price of the model that answered is known. Never guessed. */
  cost?: number;
  /** The counts are estimates: the answer was left before the provider said what it used. */
  estimated?: true;
}

/** Why a model stopped. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'other';

/** Something of a call that the provider could not be told. */
export interface AIWarning {
  /** The option, by its name. */
  feature: string;
  message: string;
}

/** The answer to `chat` and `complete`. */
export interface AIResponse<ObjectType = unknown> {
  content: string;
  /** The model that answered, as the provider names it. */
  model?: string;
  finishReason: FinishReason;
  toolCalls?: ToolCall[];
  usage?: TokenUsage;
  /** The parsed and validated value, when `responseFormat` asked for JSON. */
  object?: ObjectType;
  /** The reasoning the provider showed, if any. */
  reasoning?: string;
  /** What of the call the provider could not be told. */
  warnings?: AIWarning[];
  /** The assistant's turn, ready to be pushed on the list of messages. */
  message: Message;
}

/** Something that happens while an answer is written. */
export type StreamEvent<ObjectType = unknown> =
  /** What of the call the provider could not be told; before everything else, where there is something. */
  | { type: 'warnings'; warnings: AIWarning[] }
  | { type: 'text'; text: string }
  /** A piece of reasoning; pieces with the same `id` belong together. */
  | { type: 'reasoning'; id: string; text: string }
  | { type: 'tool-call-start'; id: string; name: string }
  /** A piece of a call's arguments, as JSON text. */
  | { type: 'tool-call-delta'; id: string; arguments: string }
  /** A whole call. */
  | { type: 'tool-call'; call: ToolCall }
  /** What is known so far of the object that `responseFormat` asks for; not validated before `finish`. */
  | { type: 'object'; object: Partial<ObjectType> }
  | { type: 'finish'; response: AIResponse<ObjectType> };

/**
 * The chunks of an answer. Iterate it once, or its `events()`; leaving the loop early aborts the request.
 *
 * Nothing is sent before the first iteration, or before `response` is waited for. `response` settles when the answer is
 * complete, whether anybody iterates or not.
 */
export interface AIStream<ObjectType = unknown> extends AsyncIterableIterator<string> {
  readonly response: Promise<AIResponse<ObjectType>>;
  /** The same answer with everything that happens in it, instead of its text alone. */
  events(): AsyncIterableIterator<StreamEvent<ObjectType>>;
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
  /** What of the call the provider could not be told. */
  warnings?: AIWarning[];
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
