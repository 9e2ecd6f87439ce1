import type { SpendingLimit } from '../pricing/spending-limit.ts';
import type { JsonSchema, Message, ToolDefinition } from './messages.ts';
import type { StandardSchema } from './schema.ts';

/** How much a model should think before it answers. */
export type ReasoningEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

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
  /** Counts this call against this limit, besides that of the client. */
  spending?: SpendingLimit;
  /** Sent besides the client's own headers, and over them. */
  headers?: Record<string, string>;
  /**
   * What only one vendor knows, by the vendor's name: fields of its request (`{ openai: { service_tier: 'flex' } }`) or,
   * where a package of the AI SDK is used, that package's options. Others pass it over; no limit can be raised by it.
   */
  providerOptions?: ProviderOptions;
}

/** Options of single vendors, by their names. */
export type ProviderOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** How the prompt should be kept in the vendor's cache, for vendors that can be told. */
export interface PromptCacheOptions {
  /** Calls with the same key are sent where their prompts are cached. */
  key?: string;
  /** How long to keep it; each vendor knows some of these. */
  ttl?: '5m' | '30m' | '1h' | '24h';
}

/** The shape the answer must have. */
export type ResponseFormat = { type: 'text' } | { type: 'json_object' } | JsonSchemaFormat;

/** A shape given as JSON Schema, or as a schema of any library that follows Standard Schema. */
export interface JsonSchemaFormat {
  type: 'json_schema';
  schema: JsonSchema | StandardSchema;
  /** What the model is told, when `schema` is of a library that gives no JSON Schema. */
  jsonSchema?: JsonSchema;
  name?: string;
  description?: string;
}

/** The type of `object` in the answer to a call with these options. */
export type ObjectOf<Options> = Options extends { responseFormat: { schema: StandardSchema<infer Output> } } ? Output : unknown;

/** Which tool a model may or must call. */
export type ToolChoice = 'auto' | 'none' | 'required' | { type: 'function'; function: { name: string } };

/** Options of `chat`, `complete` and `stream`. */
export interface ChatOptions extends RequestOptions {
  /** Output tokens for this call; the client's ceiling when absent, refused above it. */
  maxTokens?: number;
  temperature?: number;
  topP?: number;
  topK?: number;
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
  /** Asks the vendor to keep the prompt in its cache. */
  promptCache?: PromptCacheOptions;
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
