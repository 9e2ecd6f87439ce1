import type { LanguageModelV4Prompt, SharedV4ProviderOptions } from '@ai-sdk/provider';
import { invalidInput } from '../errors/errors.ts';
import type { PromptCacheOptions } from '../interface/options.ts';
import type { AIWarning } from '../interface/responses.ts';
import { cacheMark } from '../wires/cache-mark.ts';
import type { TextVendor } from './vendor.ts';

/** A prompt with cache marks, and the options that could not be expressed. */
export interface CachedPrompt {
  prompt: LanguageModelV4Prompt;
  providerOptions: SharedV4ProviderOptions | undefined;
  warnings: AIWarning[];
}

const TTLS = ['5m', '30m', '1h', '24h'];

/** Validates the cache options of a call; throws `INVALID_INPUT` naming the field. */
export function checkPromptCache(options: PromptCacheOptions | undefined): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null) throw invalidInput('promptCache must be {key?, ttl?}.');
  if (options.ttl !== undefined && !TTLS.includes(options.ttl)) throw invalidInput(`promptCache.ttl must be one of ${TTLS.join(', ')}.`);
  if (options.key !== undefined && typeof options.key !== 'string') throw invalidInput('promptCache.key must be a text.');
}

/** Requests prompt caching in the form that a vendor supports. */
export function cachePrompt(
  vendor: TextVendor,
  model: string,
  prompt: LanguageModelV4Prompt,
  options: PromptCacheOptions | undefined,
): CachedPrompt {
  if (options === undefined) return { prompt, providerOptions: undefined, warnings: [] };
  const plan = vendor.caching?.(options, model);
  const warnings =
    plan?.understood === true ? [] : [{ feature: 'promptCache', message: `${vendor.kind} does not support all of these options.` }];
  const marked = plan?.marksPrompt === true ? markPrompt(prompt, options.ttl === '1h' ? '1h' : '5m') : prompt;
  return { prompt: marked, providerOptions: plan?.providerOptions ?? {}, warnings };
}

/** Marks the last instruction, which stays the same, and the last message, which the next call will repeat. */
function markPrompt(prompt: LanguageModelV4Prompt, ttl: '5m' | '1h'): LanguageModelV4Prompt {
  const instructions = prompt.findLastIndex((message) => message.role === 'system');
  return prompt.map((message, index) =>
    index === instructions || index === prompt.length - 1
      ? { ...message, providerOptions: { ...cacheMark({ ttl }), ...message.providerOptions } }
      : message,
  );
}
