import { AIError } from '../errors/errors.ts';
import type { ChatOptions, ReasoningEffort } from '../interface/options.ts';
import { positive, type Ceilings } from './ceilings.ts';

/** What a call requested and what it gets. */
export interface GenerationRequest {
  requestedOutputTokens: number | undefined;
  outputTokens: number;
  reasoningRequested: boolean;
  requestedReasoningTokens: number | undefined;
  reasoningTokens: number;
  effort: ReasoningEffort | undefined;
}

/** The token budget of an effort, if the caller gives none. */
const effortTokens: Record<ReasoningEffort, number> = {
  none: 0,
  minimal: 1024,
  low: 2048,
  medium: 4096,
  high: 8192,
  xhigh: 16_384,
  max: 32_768,
};

/**
 * Applies the client's ceilings to the tokens that a call requests. Reasoning is off unless requested; an effort without a number gets the
 * budget of that effort, at most the ceiling. An effort whose budget is more than the call may spend is lowered to one that fits, but never
 * below `low`, the minimum for every client.
 *
 * @throws AIError `AI_LIMIT_EXCEEDED` if the call requests more than the ceiling, `AI_LIMIT_INVALID` if a number is not a valid limit.
 * Nothing has been sent then.
 */
export function resolveGeneration(options: ChatOptions, ceilings: Ceilings, fallbackOutput?: number): GenerationRequest {
  if (options.n !== undefined && options.n !== 1) throw exceeded('n', options.n, 1);
  const byDefault = Math.min(fallbackOutput ?? ceilings.maxOutputTokens, ceilings.maxOutputTokens);
  const outputTokens = positive('maxTokens', options.maxTokens, byDefault, 1);
  if (outputTokens > ceilings.maxOutputTokens) throw exceeded('maxTokens', outputTokens, ceilings.maxOutputTokens);

  const effort = options.reasoning?.effort ?? options.thinkingLevel;
  if (effort !== undefined && !Object.hasOwn(effortTokens, effort)) {
    throw new AIError(`reasoning.effort must be one of ${Object.keys(effortTokens).join(', ')}.`, { code: 'INVALID_INPUT' });
  }
  const requestedTokens = options.reasoning?.maxTokens;
  const explicit = requestedTokens === undefined ? undefined : positive('reasoning.maxTokens', requestedTokens, 0, 0);
  if (explicit !== undefined && explicit > ceilings.maxReasoningTokens) {
    throw exceeded('reasoning.maxTokens', explicit, ceilings.maxReasoningTokens);
  }
  const isRequested = options.reasoning !== undefined || options.thinkingLevel !== undefined;
  const ceiling = ceilings.maxReasoningTokens;
  const reasoningTokens =
    !isRequested || effort === 'none' ? 0 : (explicit ?? Math.min(effort === undefined ? ceiling : effortTokens[effort], ceiling));
  return {
    requestedOutputTokens: options.maxTokens,
    outputTokens,
    reasoningRequested: reasoningTokens > 0,
    requestedReasoningTokens: requestedTokens,
    reasoningTokens,
    effort: reasoningTokens > 0 ? lowerEffort(effort ?? nearestEffort(reasoningTokens), reasoningTokens) : effort,
  };
}

/** The strongest effort whose budget fits in a number of tokens, for vendors that accept only effort names. */
export function nearestEffort(tokens: number): ReasoningEffort {
  if (tokens <= 0) return 'none';
  const match = Object.entries(effortTokens).findLast(([word, stands]) => word !== 'none' && stands <= tokens);
  return (match?.[0] as ReasoningEffort | undefined) ?? 'minimal';
}

function lowerEffort(effort: ReasoningEffort, tokens: number): ReasoningEffort {
  const maximum = Math.max(tokens, effortTokens.low);
  return effortTokens[effort] <= maximum ? effort : nearestEffort(maximum);
}

/**
 * Applies the ceiling to the number of images.
 *
 * @throws AIError `AI_LIMIT_EXCEEDED` above it.
 */
export function resolveImages(requested: number | undefined, ceilings: Ceilings): number {
  const images = positive('n', requested, 1, 1);
  if (images > ceilings.maxImages) throw exceeded('n', images, ceilings.maxImages);
  return images;
}

/** Creates the error for a call that exceeds a ceiling. */
function exceeded(name: string, requested: number, ceiling: number): AIError {
  return new AIError(`${name} is ${requested}, above this client's ceiling of ${ceiling}. Request less, or raise generationLimits.`, {
    code: 'AI_LIMIT_EXCEEDED',
  });
}
