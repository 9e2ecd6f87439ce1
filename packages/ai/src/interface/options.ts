import type { Spending } from './spending.ts';
import type { ImageInput, JsonSchema, Message, ToolDefinition } from './messages.ts';
import type { StandardSchema } from './schema.ts';
import type { ServerTool } from './server-tools.ts';

/** How much a model should reason before it answers. */
export type ReasoningEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/** Requests reasoning, which is otherwise off. */
export interface ReasoningOptions {
  effort?: ReasoningEffort;
  /** Tokens for reasoning; refused above the client's ceiling. */
  maxTokens?: number;
}

/** The options of every operation. */
export interface RequestOptions {
  /** The model; default: the client's `defaultModel`. */
  model?: string;
  /** Milliseconds for the whole call, including waiting in a queue. */
  timeout?: number;
  signal?: AbortSignal;
  /** Merged over the client's tags in every event. */
  usageTags?: Record<string, string>;
  /** Counts this call against this limit, in addition to the client's. */
  spending?: Spending;
  /** Sent in addition to the client's own headers, overriding them. */
  headers?: Record<string, string>;
  /**
   * Vendor-specific options, by the vendor's name: fields of its request (`{ openai: { service_tier: 'flex' } }`) or, if an AI SDK package
   * is used, that package's options. Other vendors ignore them; they cannot raise a limit.
   */
  providerOptions?: ProviderOptions;
}

/** Vendor-specific options, by vendor name. */
export type ProviderOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** How the vendor should cache the prompt, for vendors that support it. */
export interface PromptCacheOptions {
  /** Calls with the same key are routed to where their prompts are cached. */
  key?: string;
  /** How long to keep it; each vendor supports some of these. */
  ttl?: '5m' | '30m' | '1h' | '24h';
}

/** The required shape of the answer. */
export type ResponseFormat = { type: 'text' } | { type: 'json_object' } | JsonSchemaFormat;

/** A shape given as JSON Schema, or as a schema of any library that follows Standard Schema. */
export interface JsonSchemaFormat {
  type: 'json_schema';
  schema: JsonSchema | StandardSchema;
  /** The schema sent to the model, if the library of `schema` provides no JSON Schema. */
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
  /** Output tokens for this call; default: the client's ceiling; refused above it. */
  maxTokens?: number;
  temperature?: number;
  topP?: number;
  topK?: number;
  stop?: string | readonly string[];
  frequencyPenalty?: number;
  presencePenalty?: number;
  seed?: number;
  /** The number of answers. Only 1 is supported. */
  n?: number;
  tools?: readonly ToolDefinition[];
  toolChoice?: ToolChoice;
  /** Tools that the vendor runs itself while it answers; `getCapabilities().serverTools` lists the supported ones. */
  serverTools?: readonly ServerTool[];
  responseFormat?: ResponseFormat;
  reasoning?: ReasoningOptions;
  /** Asks the vendor to cache the prompt. */
  promptCache?: PromptCacheOptions;
  /** @deprecated Use `reasoning.effort`. The same ceiling applies. */
  thinkingLevel?: ReasoningEffort;
  /** Called with every chunk of text as it arrives; `chat` then streams internally. */
  onProgress?: (chunk: string) => void;
  /** Milliseconds a stream may be silent before it fails with `AI_TIMEOUT`. */
  idleTimeout?: number;
}

/** Options of `message`. */
export interface MessageOptions extends ChatOptions {
  /** Turns before the text. */
  history?: readonly Message[];
  /** A system instruction before everything else. */
  system?: string;
  role?: 'user' | 'system';
}

/** Options of `embed`. */
export interface EmbeddingOptions extends RequestOptions {
  /** Length of the vectors, if the model supports a choice. */
  dimensions?: number;
}

/** Options of `describeImage`. The answer is at most 500 tokens unless `maxTokens` says otherwise. */
export interface DescribeImageOptions extends ChatOptions {
  mimeType?: string;
}

/** Options of `generateImage`. */
export interface GenerateImageOptions extends RequestOptions {
  /** Pictures to start from: the prompt then says what to change. At most 16, each of at most 20 MiB. */
  images?: readonly ImageInput[];
  /** A picture of the size of the first whose transparent places are to be changed. */
  mask?: ImageInput;
  /** The number of images; refused above the client's ceiling (1). */
  n?: number;
  /** For example `1024x1024`. */
  size?: `${number}x${number}`;
  /** For example `16:9`. */
  aspectRatio?: `${number}:${number}`;
  seed?: number;
  /** The form of `data`: bytes (default) or base64 text. */
  outputFormat?: 'buffer' | 'base64';
}
