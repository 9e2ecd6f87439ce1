import type {
  EmbeddingModelV4,
  ImageModelV4,
  LanguageModelV4,
  RerankingModelV4,
  SpeechModelV4,
  TranscriptionModelV4,
} from '@ai-sdk/provider';
import type { SpendingLimit } from '../pricing/spending-limit.ts';
import type { VendorRow } from '../vendors/vendor-row.ts';
import type { RequestEvent, UsageEvent } from './events.ts';
import type { ProviderType } from './kinds.ts';
import type { ProviderOptions } from './options.ts';

/** Ceilings that hold for every call of a client. */
export interface GenerationLimits {
  /** Default 4096. */
  maxOutputTokens?: number;
  /** Default 1024. */
  maxReasoningTokens?: number;
  /** Default 1. */
  maxImages?: number;
}

/** Pacing. On with `enabled: true`, or when `enabled` is left out and `key`, `cooldownMs`, `initialDelayMs` or `maxAttempts` is set. */
export interface RateLimitOptions {
  enabled?: boolean;
  /** Clients with the same key share a budget within the process. Default: made from the credentials. */
  key?: string;
  /** Least delay after a success before the next call. Default 0. */
  cooldownMs?: number;
  /** Delay before a retry when the provider gives no hint. Default 5000. */
  initialDelayMs?: number;
  /** Attempts in all. Default 1. */
  maxAttempts?: number;
  /** Token bucket of the speech and video-task-a kinds. */
  requestsPerMinute?: number;
  /** Requests at the same time, for the same kinds. */
  maxConcurrent?: number;
}

/** What a million tokens of a model cost, in US dollars. */
export interface ModelPrice {
  inputPerMillion: number;
  outputPerMillion: number;
  /** For input read from the cache; the input price when absent. */
  cachedInputPerMillion?: number;
  /** For input written to the cache; the input price when absent. */
  cacheWritePerMillion?: number;
  /** The prices of prompts longer than a number of tokens. */
  long?: { aboveTokens: number } & Omit<ModelPrice, 'long' | 'next'>;
  /** The price from a day on, `YYYY-MM-DD` (UTC), where the vendor has announced it. */
  next?: { from: string } & Omit<ModelPrice, 'next'>;
  /** For one generated image. */
  perImage?: number;
  /** For one second of generated video. */
  perVideoSecond?: number;
  /** For a million characters spoken. */
  speechPerMillionCharacters?: number;
  /** For one query of `rerank`. */
  perSearch?: number;
  /** For one minute of sound transcribed. */
  perTranscribedMinute?: number;
}

/** A text model of the AI SDK, of any vendor (provider specification V2 to V4). */
export type AnyLanguageModel =
  | LanguageModelV4
  | { readonly specificationVersion: 'v2' | 'v3'; readonly provider: string; readonly modelId: string };

/** The part of an OpenTelemetry tracer that is used: pass `trace.getTracer('…')` of `@opentelemetry/api`. */
export interface SpanTracer {
  /** Used where spans begin inside another: a loop of tools. */
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

/** Options of every provider, of `getAI` and of `getAIAuto`. What applies is in the table of kinds. */
export interface AIOptions {
  /** Default `general-hosted`. */
  type?: ProviderType;
  /** A vendor that is not in the library's table, instead of `type`; see `compatibleVendor`. */
  vendor?: VendorRow;
  apiKey?: string;
  baseUrl?: string;
  endpoint?: string;
  adminUrl?: string;
  adminUser?: string;
  adminPassword?: string;
  region?: string;
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
  apiToken?: string;
  /** For `azure` and `vertex`: a token that expires, in place of a key; a function is asked before each call. */
  accessToken?: string | (() => string | Promise<string>);
  /** For `general-hosted`: the organization and project that are billed. For `vertex`: the project. */
  organization?: string;
  project?: string;
  defaultModel?: string;
  /** Sent with every request, over the library's own; never logged. */
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
  /** Gets one span per call, named and filled as the GenAI conventions of OpenTelemetry say. No prompt, no answer. */
  tracer?: SpanTracer;
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Prices by model id, for `usage.cost`; they win over the library's own table. */
  prices?: Readonly<Record<string, ModelPrice>>;
  /** A ceiling in US dollars, shared by every client it is given to; see `createSpendingLimit`. */
  spending?: SpendingLimit;
  /** The largest answer that is read, in bytes. Default 64 MiB. */
  maxResponseBytes?: number;
  /** Origins, besides public HTTPS ones, that images may be fetched from. */
  imageUrlOrigins?: readonly string[];
  /** Origins that a video may be fetched from, for the kinds that get an address. */
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
  /** For `cli-subscription`: the program. Default: `claude`, looked for on the search path. */
  cliPath?: string;
  /** For `speech-local`: which wire the server speaks. Default `native`. */
  dialect?: 'native' | 'openai';
}
