import type { ModelPrice } from '../interface/client-options.ts';

/** The day these prices were last held against the vendors' pages. */
export const priceTableDate = '2026-11-22';

/** The prices of one vendor's models, in US dollars, each named by its id without the date some ids end with. */
export type PriceTable = Readonly<Record<string, ModelPrice>>;

function tokens(
  inputPerMillion: number,
  outputPerMillion: number,
  cachedInputPerMillion: number,
  cacheWritePerMillion: number,
): ModelPrice & { cachedInputPerMillion: number; cacheWritePerMillion: number } {
  return { inputPerMillion, outputPerMillion, cachedInputPerMillion, cacheWritePerMillion };
}

/** Prompts above 272,000 tokens cost twice the input and one and a half times the output, the whole request. */
function gpt6(input: number, output: number, cached: number): ModelPrice {
  const long = { aboveTokens: 272_000, ...tokens(input * 2, output * 1.5, cached * 2, input * 2.5) };
  return { ...tokens(input, output, cached, input * 1.25), long };
}

function claude(input: number, output: number, cached: number): ModelPrice {
  return tokens(input, output, cached, input * 1.25);
}

/**
 * What the vendors ask, as far as it was found on their own pages. A model that is not here has no price: nothing is
 * guessed, and a spending limit refuses it until the caller names a price.
 */
export const priceTable: Readonly<Record<string, PriceTable>> = {
  'general-hosted': {
    'gpt-6-luna': gpt6(0.1, 0.5, 0.01),
    'gpt-6-sol': gpt6(2, 10, 0.2),
    'gpt-6.2-sol': gpt6(2, 10, 0.1),
    'gpt-5.6-luna': gpt6(0.2, 1.2, 0.02),
    'gpt-4.1': tokens(2, 8, 0.5, 2),
    'gpt-4.1-mini': tokens(0.4, 1.6, 0.1, 0.4),
    'gpt-4.1-nano': tokens(0.1, 0.4, 0.025, 0.1),
    'gpt-transcribe': { inputPerMillion: 0, outputPerMillion: 0, perTranscribedMinute: 0.0045 },
    'text-embedding-3-small': { inputPerMillion: 0.02, outputPerMillion: 0 },
    'text-embedding-3-large': { inputPerMillion: 0.13, outputPerMillion: 0 },
  },
  'assistant-hosted': {
    'claude-haiku-5-5': { ...claude(0.1, 0.5, 0.01), long: { aboveTokens: 100_000, ...claude(0.5, 2.5, 0.05) } },
    'claude-sonnet-5-5': claude(2, 10, 0.1),
    'claude-sonnet-5': claude(2, 10, 0.2),
    'claude-opus-5-5': claude(4, 20, 0.2),
    'claude-opus-5': claude(5, 25, 0.5),
    'claude-haiku-4-5': claude(1, 5, 0.1),
    'claude-fable-5-1': claude(10, 50, 1),
  },
  'multimodal-hosted': {
    'gemini-3.8-flash': tokens(0.75, 3.75, 0.075, 0.75),
  },
};
