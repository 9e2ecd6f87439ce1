import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { TokenUsage } from '../interface/responses.ts';
import { readTokenCount } from '../limits/answer.ts';
import { estimateTokens } from '../provider/estimate-tokens.ts';

/**
 * Converts the usage of the provider specification; `undefined` if nothing is known. All counts enter here, so that only valid counts are
 * passed on, whatever a server sends.
 */
export function toUsage(usage: LanguageModelV4Usage | undefined): TokenUsage | undefined {
  const input = readTokenCount(usage?.inputTokens?.total);
  const output = readTokenCount(usage?.outputTokens?.total);
  if (input === undefined && output === undefined) return undefined;
  const promptTokens = input ?? 0;
  const completionTokens = output ?? 0;
  const cached = Math.min(readTokenCount(usage?.inputTokens?.cacheRead) ?? 0, promptTokens);
  const cacheWriteTokens = Math.min(readTokenCount(usage?.inputTokens?.cacheWrite) ?? 0, promptTokens - cached);
  const reasoning = Math.min(readTokenCount(usage?.outputTokens?.reasoning) ?? 0, completionTokens);
  return {
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    ...(cached > 0 ? { cachedTokens: cached } : {}),
    ...(cacheWriteTokens > 0 ? { cacheWriteTokens: cacheWriteTokens } : {}),
    ...(reasoning > 0 ? { reasoningTokens: reasoning } : {}),
  };
}

/** Usage that has a cost but no tokens. */
export const noUsage: TokenUsage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 };

/** The usage of an answer that was abandoned before the provider reported it; `undefined` if nothing had arrived. */
export function estimateUsage(texts: (() => readonly string[]) | undefined, answerCharacters: number): TokenUsage | undefined {
  if (answerCharacters === 0) return undefined;
  const promptTokens = (texts?.() ?? []).reduce((sum, text) => sum + estimateTokens(text), 0);
  const completionTokens = Math.ceil(answerCharacters / 4);
  return { promptTokens, completionTokens, totalTokens: promptTokens + completionTokens, estimated: true };
}

/** Adds the usage of two calls. The cost of the sum is known only if both are known. */
export function addUsage(a: TokenUsage | undefined, b: TokenUsage | undefined): TokenUsage | undefined {
  if (a === undefined || b === undefined || a === b) return a ?? b;
  const sum: TokenUsage = {
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    totalTokens: a.totalTokens + b.totalTokens,
  };
  for (const name of ['cachedTokens', 'cacheWriteTokens', 'reasoningTokens'] as const) {
    const both = (a[name] ?? 0) + (b[name] ?? 0);
    if (both > 0) sum[name] = both;
  }
  if (a.cost !== undefined && b.cost !== undefined) sum.cost = a.cost + b.cost;
  if (a.estimated ?? b.estimated) sum.estimated = true;
  return sum;
}
