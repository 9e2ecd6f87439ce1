import type { Message, ToolCall } from './messages.ts';
import type { ServerToolKind, Source } from './server-tools.ts';

/** Tokens used by one call. `promptTokens` includes the cached ones, `completionTokens` the reasoning ones. */
export interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
  /** Input read from the vendor's cache. */
  cachedTokens?: number;
  /** Input written to the vendor's cache. */
  cacheWriteTokens?: number;
  /** The part of `cacheWriteTokens` that is kept for an hour, for vendors with a price of its own for it. */
  cacheWriteHourTokens?: number;
  /** Searches of the vendor's own search tool. */
  webSearches?: number;
  reasoningTokens?: number;
  /** How often the vendor ran tools of its own, which it bills beside the tokens. */
  serverTools?: Readonly<Partial<Record<ServerToolKind, number>>>;
  /** US dollars, if a gateway reports it or the price of the model that answered is known. Never guessed. */
  cost?: number;
  /** The counts are estimates: the answer was abandoned before the provider reported its usage. */
  estimated?: true;
}

/** Why a model stopped. */
export type FinishReason =
  | 'stop'
  | 'length'
  | 'tool_calls'
  | 'content_filter'
  /** The vendor interrupted its own tools: append the message and ask again to let it go on. */
  | 'paused'
  | 'other';

/** An option of a call that could not be passed to the provider. */
export interface AIWarning {
  /** The name of the option. */
  feature: string;
  message: string;
}

/** The result of `chat` and `complete`. */
export interface AIResponse<ObjectType = unknown> {
  content: string;
  /** The model that answered, as the provider names it. */
  model?: string;
  finishReason: FinishReason;
  toolCalls?: ToolCall[];
  usage?: TokenUsage;
  /** The parsed and validated value, if `responseFormat` requested JSON. */
  object?: ObjectType;
  /** The reasoning that the provider exposed, if any. */
  reasoning?: string;
  /** The sources that the answer used, if the vendor reports them. */
  sources?: Source[];
  /** The options of the call that could not be passed to the provider. */
  warnings?: AIWarning[];
  /** The assistant's turn, ready to be appended to the messages. */
  message: Message;
}

/** An event while an answer is written. */
export type StreamEvent<ObjectType = unknown> =
  /** The options of the call that could not be passed to the provider; the first event, if there are any. */
  | { type: 'warnings'; warnings: AIWarning[] }
  | { type: 'text'; text: string }
  /** A piece of reasoning; pieces with the same `id` belong together. */
  | { type: 'reasoning'; id: string; text: string }
  | { type: 'tool-call-start'; id: string; name: string }
  /** A piece of a call's arguments, as JSON text. */
  | { type: 'tool-call-delta'; id: string; arguments: string }
  /** A complete call. */
  | { type: 'tool-call'; call: ToolCall }
  /** The part of the requested object (`responseFormat`) that is known so far; not validated before `finish`. */
  | { type: 'object'; object: Partial<ObjectType> }
  /** A source that was found, and again when the answer refers to it. */
  | { type: 'source'; source: Source }
  | { type: 'finish'; response: AIResponse<ObjectType> };

/**
 * The chunks of an answer. Iterate it once, or its `events()`; leaving the loop early aborts the request.
 *
 * Nothing is sent before the first iteration, or before `response` is awaited. `response` settles when the answer is complete, whether or
 * not the stream is iterated.
 */
export interface AIStream<ObjectType = unknown> extends AsyncIterableIterator<string> {
  readonly response: Promise<AIResponse<ObjectType>>;
  /** The same answer as events, instead of text only. */
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

/** The result of `generateImage`. */
export interface ImageGenerationResponse {
  /** The options of the call that could not be passed to the provider. */
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
  /** The day on which the vendor switches it off, `YYYY-MM-DD`, if known. */
  shutdownDate?: string;
  /** `active` or `deprecated`, if known. */
  lifecycle?: string;
}
