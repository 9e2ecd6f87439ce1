import type {
  EmbeddingModelV4,
  ImageModelV4,
  LanguageModelV4,
  RerankingModelV4,
  SpeechModelV4,
  TranscriptionModelV4,
} from '@ai-sdk/provider';
import type { Spending } from './spending.ts';
import type { RequestEvent, UsageEvent } from './events.ts';
import type { ProviderType } from './kinds.ts';
import type { ProviderOptions } from './options.ts';

/** Ceilings for every call of a client. */
export interface GenerationLimits {
  /** Default 4096. */
  maxOutputTokens?: number;
  /** Default 1024. */
  maxReasoningTokens?: number;
  /** Default 1. */
  maxImages?: number;
}

/** Pacing. On with `enabled: true`, or if `enabled` is absent and `key`, `cooldownMs`, `initialDelayMs` or `maxAttempts` is set. */
export interface RateLimitOptions {
  enabled?: boolean;
  /** Clients with the same key share a budget within the process. Default: derived from the credentials. */
  key?: string;
  /** Minimum delay after a success before the next call. Default 0. */
  cooldownMs?: number;
  /** Delay before a retry if the provider gives no hint. Default 5000. */
  initialDelayMs?: number;
  /** Total attempts. Default 1. */
  maxAttempts?: number;
  /** Token bucket of the speech and video-task-a kinds. */
  requestsPerMinute?: number;
  /** Concurrent requests, for the same kinds. */
  maxConcurrent?: number;
}

/** The prices of a model in US dollars, per million tokens unless stated otherwise. */
export interface ModelPrice {
  inputPerMillion: number;
  outputPerMillion: number;
  /** For input read from the cache; default: the input price. */
  cachedInputPerMillion?: number;
  /** For input written to the cache; default: the input price. */
  cacheWritePerMillion?: number;
  /** For input written to the cache for an hour; default: twice the input price if writing has a price of its own, else the input price. */
  cacheWriteHourPerMillion?: number;
  /** The prices of prompts above a number of tokens. */
  long?: { aboveTokens: number } & Omit<ModelPrice, 'long' | 'next'>;
  /** The price from a date on, `YYYY-MM-DD` (UTC), if the vendor has announced it. */
  next?: { from: string } & Omit<ModelPrice, 'next'>;
  /** The size of the model's context: no prompt is longer. */
  contextTokens?: number;
  /** For one search of the vendor's own search tool. */
  perWebSearch?: number;
  /**
   * What an option that changes the price multiplies it by, by option and value: `{ 'service_tier=priority': 2, 'service_tier=flex': 0.5 }`.
   * Below 1, the full price is reserved and counted, because vendors fall back to it.
   */
  factors?: Readonly<Record<string, number>>;
  /** For one generated image; by size if the sizes differ in price (`{ '1024x1024': 0.04 }`). */
  perImage?: number | Readonly<Record<string, number>>;
  /** For one second of generated video. */
  perVideoSecond?: number;
  /** For a million characters spoken. */
  speechPerMillionCharacters?: number;
  /** For one query of `rerank` with at most a hundred documents of at most 500 tokens each, with the query. */
  perSearch?: number;
  /** For one minute of transcribed audio. */
  perTranscribedMinute?: number;
}

/** A text model of the AI SDK, of any vendor (provider specification V2 to V4). */
export type AnyLanguageModel =
  | LanguageModelV4
  | { readonly specificationVersion: 'v2' | 'v3'; readonly provider: string; readonly modelId: string };

/** The part of an OpenTelemetry tracer that is used: pass `trace.getTracer('…')` of `@opentelemetry/api`. */
export interface SpanTracer {
  /** Used for nested spans: a loop of tools. */
  startActiveSpan?<T>(
    name: string,
    options: { kind: number; attributes: Record<string, string | number | string[]> },
    work: (span: CallSpan) => T,
  ): T;
  startSpan(name: string, options: { kind: number; attributes: Record<string, string | number | string[]> }): CallSpan;
}

/** The part of an OpenTelemetry span that is used. */
export interface CallSpan {
  setAttribute(name: string, value: string | number | string[]): unknown;
  setStatus(status: { code: number }): unknown;
  end(): void;
  updateName?(name: string): unknown;
}

/** The attributes of a measurement. */
export type MetricAttributes = Record<string, string | number>;

/** The part of an OpenTelemetry histogram that is used. */
export interface MetricHistogram {
  record(value: number, attributes?: MetricAttributes): void;
}

/** The part of an OpenTelemetry meter that is used: pass `metrics.getMeter('…')` of `@opentelemetry/api`. */
export interface Meter {
  createHistogram(
    name: string,
    options: { description: string; unit: string; advice: { explicitBucketBoundaries: number[] } },
  ): MetricHistogram;
}

/** The options of every client, but for a vendor of the caller's own. */
export interface ClientOptions {
  /** Default `general-hosted`. */
  type?: ProviderType;
  apiKey?: string;
  baseUrl?: string;
  endpoint?: string;
  adminUrl?: string;
  adminUser?: string;
  adminPassword?: string;
  region?: string;
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
  apiToken?: string;
  /** For `azure` and `vertex`: an expiring token instead of a key; a function is called before each call. */
  accessToken?: string | (() => string | Promise<string>);
  /** For `general-hosted`: the organization and project to bill. For `vertex`: the project. */
  organization?: string;
  project?: string;
  defaultModel?: string;
  /** Sent with every request, overriding the library's own; never logged. */
  headers?: Record<string, string>;
  /** Merged under the `providerOptions` of each call. */
  providerOptions?: ProviderOptions;
  /** Milliseconds for one call. Default 120000. */
  timeout?: number;
  /** Default 0: one attempt. */
  maxRetries?: number;
  generationLimits?: GenerationLimits;
  usageTags?: Record<string, string>;
  onRequest?: (event: RequestEvent) => void;
  onUsage?: (event: UsageEvent) => void;
  rateLimit?: RateLimitOptions;
  /** Receives one span per call, with names and attributes of the OpenTelemetry GenAI conventions. No prompt, no answer. */
  tracer?: SpanTracer;
  /** Receives the histograms of the OpenTelemetry GenAI conventions: durations, tokens, the time to the first piece of a stream. */
  meter?: Meter;
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Prices by model id, for `usage.cost`; they override the library's own table. */
  prices?: Readonly<Record<string, ModelPrice>>;
  /** A ceiling in US dollars, shared by every client that has it; see `createSpendingLimit`. */
  spending?: Spending;
  /** The largest response that is read, in bytes. Default 64 MiB. */
  maxResponseBytes?: number;
  /** Origins, apart from public HTTPS ones, from which images may be fetched. */
  imageUrlOrigins?: readonly string[];
  /** Origins from which a video may be fetched, for the kinds that receive an address. */
  resultUrlOrigins?: readonly string[];
  /** The largest video that is fetched, in bytes. Default 200 MiB. */
  maxResultBytes?: number;
  /** For `custom`: models of the AI SDK. */
  model?: AnyLanguageModel;
  embeddingModel?: EmbeddingModelV4;
  imageModel?: ImageModelV4;
  speechModel?: SpeechModelV4;
  transcriptionModel?: TranscriptionModelV4;
  rerankingModel?: RerankingModelV4;
  /** For `cli-subscription`: the program. Default: `claude` on the search path. */
  cliPath?: string;
  /** For `speech-local`: the wire that the server speaks. Default `native`. */
  dialect?: 'native' | 'openai';
}
