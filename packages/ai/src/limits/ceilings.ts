import { AIError } from '../errors/errors.ts';
import type { AIOptions } from '../interface/ai-options.ts';

/** The default limits of every client. */
export const defaultLimits = {
  maxOutputTokens: 4096,
  maxReasoningTokens: 1024,
  maxImages: 1,
  timeout: 120_000,
  maxRetries: 0,
  maxResponseBytes: 64 * 1024 * 1024,
  maxResultBytes: 200 * 1024 * 1024,
} as const;

/** The validated ceilings of one client. */
export type Ceilings = { readonly [Name in keyof typeof defaultLimits]: number };

/**
 * Validates the limits in a client's options and fills in the defaults. Every constructor calls it.
 *
 * @throws AIError `AI_LIMIT_INVALID` naming the option, if a number is not finite or not positive.
 */
export function readCeilings(options: AIOptions): Ceilings {
  const limits = options.generationLimits;
  return {
    maxOutputTokens: positive('generationLimits.maxOutputTokens', limits?.maxOutputTokens, defaultLimits.maxOutputTokens, 1),
    maxReasoningTokens: positive('generationLimits.maxReasoningTokens', limits?.maxReasoningTokens, defaultLimits.maxReasoningTokens, 0),
    maxImages: positive('generationLimits.maxImages', limits?.maxImages, defaultLimits.maxImages, 1),
    timeout: positive('timeout', options.timeout, defaultLimits.timeout, 1),
    maxRetries: positive('maxRetries', options.maxRetries, defaultLimits.maxRetries, 0),
    maxResponseBytes: positive('maxResponseBytes', options.maxResponseBytes, defaultLimits.maxResponseBytes, 1),
    maxResultBytes: positive('maxResultBytes', options.maxResultBytes, defaultLimits.maxResultBytes, 1),
  };
}

/** Validates a numeric option: finite, not below `least`, truncated to an integer. */
export function positive(name: string, value: number | undefined, fallback: number, least: number): number {
  if (value === undefined) return fallback;
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.trunc(value) < least) {
    throw new AIError(`${name} must be a finite number of at least ${least}.`, { code: 'AI_LIMIT_INVALID' });
  }
  return Math.trunc(value);
}
