import type { ModelPrice } from '../interface/client-options.ts';

/** The day on which these prices were last compared with the vendors' pages. */
export const priceTableDate = '2026-11-23';

/** SHA-256 of {@link priceTable} as JSON, in hexadecimal: a test compares it, so that the table does not change unnoticed. */
export const priceTableDigest = 'b8cf93b2fa86e894bc4abc17db61c69a1fa3a68eaed41258eb90cf5c6bcc800b';

/** The prices of one vendor's models, in US dollars, by id without a trailing date. */
export type PriceTable = Readonly<Record<string, ModelPrice>>;

/** Contexts here are upper bounds: those of the largest models of each family. */
const GEMINI_CONTEXT = 1_048_576;

function tokens(
  inputPerMillion: number,
  outputPerMillion: number,
  cachedInputPerMillion: number,
  cacheWritePerMillion: number,
): ModelPrice & { cachedInputPerMillion: number; cacheWritePerMillion: number } {
  return { inputPerMillion, outputPerMillion, cachedInputPerMillion, cacheWritePerMillion };
}

/** For prompts above 272,000 tokens the whole request costs twice the input and one and a half times the output price. */
function gpt6(input: number, output: number, cached: number): ModelPrice {
  const long = { aboveTokens: 272_000, ...tokens(input * 2, output * 1.5, cached * 2, input * 2.5) };
  return { ...tokens(input, output, cached, input * 1.25), contextTokens: 1_100_000, long };
}

/** Writing to the cache for five minutes costs 1.25 times the input, for an hour twice; a web search costs a cent. */
function claude(input: number, output: number, cached: number): ModelPrice {
  return {
    ...tokens(input, output, cached, input * 1.25),
    cacheWriteHourPerMillion: input * 2,
    perWebSearch: 0.01,
    contextTokens: 1_000_000,
  };
}

/** A price for input alone. */
function input(inputPerMillion: number): ModelPrice {
  return { inputPerMillion, outputPerMillion: 0 };
}

/**
 * The vendors' prices, each row with the date of its source: the vendor's own page of the model, or a price list that cites that page. A
 * model that is missing has no price: nothing is guessed, and a spending limit refuses it until the caller provides a price.
 */
export const priceTable: Readonly<Record<string, PriceTable>> = {
  'general-hosted': {
    // 2026-09-22
    'gpt-6-luna': gpt6(0.1, 0.5, 0.01),
    'gpt-6-sol': gpt6(2, 10, 0.2),
    // 2026-11-22
    'gpt-6.2-sol': gpt6(2, 10, 0.1),
    // 2026-08-01
    'gpt-5.6-luna': gpt6(0.2, 1.2, 0.02),
    // 2026-11-23
    'text-embedding-3-small': input(0.02),
    'text-embedding-3-large': input(0.13),
    // Billed by tokens; at the highest quality, in tokens of the vendor's own calculator.
    'gpt-image-2': { ...input(8), perImage: { '1024x1024': 0.211, '1536x1024': 0.165, '1024x1536': 0.165 } },
    // Billed by tokens; the higher of the published estimates for a minute.
    'gpt-transcribe': { ...input(0), perTranscribedMinute: 0.006 },
  },
  'assistant-hosted': {
    // 2026-10-24
    'claude-haiku-5-5': { ...claude(0.1, 0.5, 0.01), long: { aboveTokens: 100_000, ...claude(0.5, 2.5, 0.05) } },
    'claude-sonnet-5-5': claude(2, 10, 0.1),
    'claude-sonnet-5': claude(2, 10, 0.2),
    'claude-opus-5-5': claude(4, 20, 0.2),
    'claude-opus-5': claude(5, 25, 0.5),
    'claude-haiku-4-5': claude(1, 5, 0.1),
    // 2026-10-17
    'claude-fable-5-1': claude(10, 50, 0.25),
  },
  'multimodal-hosted': {
    // 2026-09; the vendor has announced the day on which it doubles.
    'gemini-3.8-flash': {
      ...tokens(0.75, 3.75, 0.075, 0.75),
      contextTokens: GEMINI_CONTEXT,
      next: { from: '2027-01-01', inputPerMillion: 1.5, outputPerMillion: 7.5, contextTokens: GEMINI_CONTEXT },
    },
    // 2026-11-23
    'gemini-embedding-001': input(0.15),
    // By resolution, of which the highest is reserved.
    'gemini-3.1-flash-image': {
      inputPerMillion: 0.5,
      outputPerMillion: 3,
      perImage: { '512': 0.045, '1K': 0.067, '2K': 0.101, '4K': 0.151 },
    },
    'gemini-3-pro-image': { inputPerMillion: 2, outputPerMillion: 12, perImage: { '1K': 0.134, '2K': 0.134, '4K': 0.24 } },
    // With sound, in 4K: the highest of its prices.
    'veo-3.1-generate-preview': { ...input(0), perVideoSecond: 0.6 },
  },
  vertex: {
    // 2026-11-23
    'gemini-3.8-flash': {
      ...tokens(0.75, 3.75, 0.075, 0.75),
      contextTokens: GEMINI_CONTEXT,
      next: { from: '2027-01-01', inputPerMillion: 1.5, outputPerMillion: 7.5, contextTokens: GEMINI_CONTEXT },
    },
    'gemini-embedding-001': input(0.15),
    'gemini-3.1-flash-image': {
      inputPerMillion: 0.5,
      outputPerMillion: 3,
      perImage: { '512': 0.045, '1K': 0.067, '2K': 0.101, '4K': 0.151 },
    },
  },
  'cloud-platform': {
    // 2026-11-23
    'global.amazon.nova-2-lite-v1:0': { inputPerMillion: 0.3, outputPerMillion: 2.5, cachedInputPerMillion: 0.075 },
    'amazon.titan-embed-text-v2:0': input(0.02),
    'amazon.titan-embed-image-v1': { ...input(0.8), perImage: 0.000_06 },
    'cohere.rerank-v3-5:0': { ...input(0), perSearch: 0.002 },
  },
  groq: {
    // 2026-11-23; a recording of less than ten seconds is billed as ten.
    'openai/gpt-oss-20b': { inputPerMillion: 0.075, outputPerMillion: 0.3 },
    'openai/gpt-oss-120b': { inputPerMillion: 0.15, outputPerMillion: 0.6 },
    'whisper-large-v3-turbo': { ...input(0), perTranscribedMinute: 0.04 / 60 },
  },
  mistral: {
    // 2026-11-23
    'mistral-embed': input(0.1),
  },
  together: {
    // 2026-11-23
    'openai/gpt-oss-20b': { inputPerMillion: 0.05, outputPerMillion: 0.2 },
    'openai/gpt-oss-120b': { inputPerMillion: 0.15, outputPerMillion: 0.6 },
  },
};

/** Default models that have no price in {@link priceTable}, and why: a spending limit refuses them until the caller gives one. */
export const unpricedDefaults: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'multimodal-hosted': { 'gemini-embedding-2': 'its price depends on whether text, a picture, sound or video is embedded' },
  'model-hub': {
    'openai/gpt-oss-20b': 'the price is that of the provider to which the router sends the call',
    'BAAI/bge-small-en-v1.5': 'billed by the time of computing',
  },
  mistral: { 'mistral-small-latest': 'the name stands for a new model, with another price, from time to time' },
  deepseek: { 'deepseek-flash': 'the price depends on the hour of the day' },
  openrouter: { 'openrouter/auto': 'the price is that of the model that is chosen; the answer reports its cost' },
  together: { 'mixedbread-ai/Mxbai-Rerank-Large-V2': 'the vendor lists no price for the model itself' },
  'cli-subscription': { sonnet: 'a subscription is not billed by call' },
  'speech-local': { 'qwen3-tts-1.7b': 'it runs on a server of your own' },
  'video-task-a': { 'dreamina-seedance-2-0-260128': 'billed by tokens, which depend on size, frames and references' },
  'video-task-b': { 'seedance-2-5': 'billed in credits' },
};
