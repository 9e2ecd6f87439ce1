import type { ModelPrice } from '../interface/client-options.ts';

/** The day on which these prices were last compared with the vendors' pages. */
export const priceTableDate = '2026-11-22';

/** The prices of one vendor's models, in US dollars, by id without a trailing date. */
export type PriceTable = Readonly<Record<string, ModelPrice>>;

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
  return { ...tokens(input, output, cached, input * 1.25), long };
}

function claude(input: number, output: number, cached: number): ModelPrice {
  return tokens(input, output, cached, input * 1.25);
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
    'gemini-3.8-flash': { ...tokens(0.75, 3.75, 0.075, 0.75), next: { from: '2027-01-01', inputPerMillion: 1.5, outputPerMillion: 7.5 } },
  },
};
