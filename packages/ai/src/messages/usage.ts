import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { TokenUsage } from '../interface/responses.ts';
import { readTokenCount } from '../limits/answer.ts';
import { estimateTokens } from './estimate-tokens.ts';

/** How a vendor reports reasoning tokens: as a part of the completion tokens, or beside them. */
export type ReasoningReport = 'included' | 'beside';

/**
 * Converts the usage of the provider specification; `undefined` if nothing is known. All counts enter here, so that only valid counts are
 * passed on, whatever a server sends.
 *
 * Of counts that disagree the larger is taken, because it is what can be billed: reasoning of which there is more than completion was
 * reported beside it, and a total above the sum is output that the other counts leave out.
 */
export function toUsage(usage: LanguageModelV4Usage | undefined, report: ReasoningReport = 'included'): TokenUsage | undefined {
  const input = readTokenCount(usage?.inputTokens?.total);
  const output = readTokenCount(usage?.outputTokens?.total);
  if (input === undefined && output === undefined) return undefined;
  const promptTokens = input ?? 0;
  const reported = output ?? 0;
  const reasoning = readTokenCount(usage?.outputTokens?.reasoning) ?? 0;
  const isBeside = report === 'beside' || reasoning > reported;
  const total = readTokenCount(usage?.raw?.['total_tokens'] ?? usage?.raw?.['totalTokenCount'] ?? usage?.raw?.['totalTokens']) ?? 0;
  const completionTokens = Math.max(reported + (isBeside ? reasoning : 0), total - promptTokens);
  const cached = Math.min(readTokenCount(usage?.inputTokens?.cacheRead) ?? 0, promptTokens);
  const cacheWriteTokens = Math.min(readTokenCount(usage?.inputTokens?.cacheWrite) ?? 0, promptTokens - cached);
  const hour = Math.min(readTokenCount(usage?.raw?.['cacheWriteHour']) ?? hourOf(usage?.raw?.['cacheDetails']), cacheWriteTokens);
  const webSearches = readTokenCount(usage?.raw?.['webSearches']) ?? 0;
  return {
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    ...(cached > 0 ? { cachedTokens: cached } : {}),
    ...(cacheWriteTokens > 0 ? { cacheWriteTokens: cacheWriteTokens } : {}),
    ...(hour > 0 ? { cacheWriteHourTokens: hour } : {}),
    ...(reasoning > 0 ? { reasoningTokens: reasoning } : {}),
    ...(webSearches > 0 ? { webSearches } : {}),
  };
}

/** The tokens that Converse reports as written to the cache for an hour. */
function hourOf(details: unknown): number {
  if (!Array.isArray(details)) return 0;
  const entries = details as readonly ({ ttl?: unknown; inputTokens?: unknown } | null)[];
  return entries.reduce((sum, entry) => sum + (entry?.ttl === '1h' ? (readTokenCount(entry.inputTokens) ?? 0) : 0), 0);
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
  for (const name of ['cachedTokens', 'cacheWriteTokens', 'cacheWriteHourTokens', 'reasoningTokens', 'webSearches'] as const) {
    const both = (a[name] ?? 0) + (b[name] ?? 0);
    if (both > 0) sum[name] = both;
  }
  if (a.serverTools !== undefined || b.serverTools !== undefined) sum.serverTools = addCounts(a.serverTools, b.serverTools);
  if (a.cost !== undefined && b.cost !== undefined) sum.cost = a.cost + b.cost;
  if (a.estimated ?? b.estimated) sum.estimated = true;
  return sum;
}

function addCounts(a: TokenUsage['serverTools'] = {}, b: TokenUsage['serverTools'] = {}): NonNullable<TokenUsage['serverTools']> {
  const sum: Record<string, number> = { ...a };
  for (const [kind, count] of Object.entries(b)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}
