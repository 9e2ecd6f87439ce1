import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { ModelPrice } from '../interface/client-options.ts';
import type { TokenUsage } from '../interface/responses.ts';

/** Turns the usage of the provider specification into ours; `undefined` when nothing is known. */
export function toUsage(usage: LanguageModelV4Usage | undefined): TokenUsage | undefined {
  const input = usage?.inputTokens;
  const output = usage?.outputTokens;
  if (input?.total === undefined && output?.total === undefined) return undefined;
  const promptTokens = input?.total ?? 0;
  const completionTokens = output?.total ?? 0;
  return {
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    ...(input?.cacheRead ? { cachedTokens: input.cacheRead } : {}),
    ...(output?.reasoning ? { reasoningTokens: output.reasoning } : {}),
  };
}

/** Adds what the call cost, when the vendor said so or the price of the model is known. */
export function withCost(
  usage: TokenUsage | undefined,
  price: ModelPrice | undefined,
  reported: number | undefined,
): TokenUsage | undefined {
  if (usage === undefined) return undefined;
  if (reported !== undefined) return { ...usage, cost: reported };
  if (price === undefined) return usage;
  const cached = usage.cachedTokens ?? 0;
  const cost =
    (usage.promptTokens - cached) * price.inputPerMillion +
    cached * (price.cachedInputPerMillion ?? price.inputPerMillion) +
    usage.completionTokens * price.outputPerMillion;
  return { ...usage, cost: cost / 1_000_000 };
}
