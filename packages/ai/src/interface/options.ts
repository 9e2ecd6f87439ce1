import type { JsonSchema, Message, ToolDefinition } from './messages.ts';

/** How much a model should think before it answers. */
export type ReasoningEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high';

/** Asks for reasoning, which is otherwise off. */
export interface ReasoningOptions {
  effort?: ReasoningEffort;
  /** Tokens for reasoning; above the client's ceiling the call is refused. */
  maxTokens?: number;
}

/** What every operation takes. */
export interface RequestOptions {
  /** The model; the client's `defaultModel` when absent. */
  model?: string;
  /** Milliseconds for the whole call, waiting in a queue included. */
  timeout?: number;
  signal?: AbortSignal;
  /** Merged over the client's tags in every event. */
  usageTags?: Record<string, string>;
}

/** The shape the answer must have. */
export type ResponseFormat =
  | { type: 'text' }
  | { type: 'json_object' }
  | { type: 'json_schema'; schema: JsonSchema; name?: string; description?: string };

/** Which tool a model may or must call. */
export type ToolChoice = 'auto' | 'none' | 'required' | { type: 'function'; function: { name: string } };

/** Options of `chat`, `complete` and `stream`. */
export interface ChatOptions extends RequestOptions {
  /** Output tokens for this call; the client's ceiling when absent, refused above it. */
  maxTokens?: number;
  temperature?: number;
  topP?: number;
  stop?: string | readonly string[];
  frequencyPenalty?: number;
  presencePenalty?: number;
  seed?: number;
  /** Answers wanted. Only 1 is possible. */
  n?: number;
  tools?: readonly ToolDefinition[];
  toolChoice?: ToolChoice;
  responseFormat?: ResponseFormat;
  reasoning?: ReasoningOptions;
  /** @deprecated Use `reasoning.effort`. Goes through the same ceiling. */
  thinkingLevel?: ReasoningEffort;
  /** Called with every chunk of text as it arrives; `chat` then streams internally. */
  onProgress?: (chunk: string) => void;
  /** Milliseconds a stream may stay silent before it is given up with `AI_TIMEOUT`. */
  idleTimeout?: number;
}

/** Options of `message`. */
export interface MessageOptions extends ChatOptions {
  /** Turns that come before the text. */
  history?: readonly Message[];
  /** A system instruction that comes before everything. */
  system?: string;
  role?: 'user' | 'system';
}

/** Options of `embed`. */
export interface EmbeddingOptions extends RequestOptions {
  /** Length of the vectors, where the model can choose. */
  dimensions?: number;
}

/** Options of `describeImage`. The answer is at most 500 tokens unless `maxTokens` says otherwise. */
export interface DescribeImageOptions extends ChatOptions {
  mimeType?: string;
}

/** Options of `generateImage`. */
export interface GenerateImageOptions extends RequestOptions {
  /** Images wanted; refused above the client's ceiling (1). */
  n?: number;
  /** For example `1024x1024`. */
  size?: `${number}x${number}`;
  /** For example `16:9`. */
  aspectRatio?: `${number}:${number}`;
  seed?: number;
  /** How `data` is given back: bytes (default) or base64 text. */
  outputFormat?: 'buffer' | 'base64';
}
