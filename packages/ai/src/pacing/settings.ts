import type { RateLimitOptions } from '../interface/client-options.ts';
import { positive } from '../limits/ceilings.ts';

/** The validated pacing settings of one client. */
export interface PacingSettings {
  cooldownMs: number;
  initialDelayMs: number;
  maxAttempts: number;
}

/**
 * Validates the pacing options.
 *
 * @returns `undefined` if pacing is off.
 * @throws AIError `AI_LIMIT_INVALID` naming the invalid option.
 */
export function readPacing(options: RateLimitOptions | undefined): PacingSettings | undefined {
  if (options === undefined) return undefined;
  const settings = {
    cooldownMs: positive('rateLimit.cooldownMs', options.cooldownMs, 0, 0),
    initialDelayMs: positive('rateLimit.initialDelayMs', options.initialDelayMs, 5000, 0),
    maxAttempts: positive('rateLimit.maxAttempts', options.maxAttempts, 1, 1),
  };
  const named = [options.key, options.cooldownMs, options.initialDelayMs, options.maxAttempts].some((value) => value !== undefined);
  return (options.enabled ?? named) ? settings : undefined;
}
