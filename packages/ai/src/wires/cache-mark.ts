import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import { invalidInput } from '../errors/errors.ts';
import { checkNames } from '../errors/check-names.ts';
import type { CacheControl } from '../interface/messages.ts';

/** The key of a cache mark inside a prompt, which the wires look for and the vendors' packages ignore. */
const NAMESPACE = 'colophon';

/**
 * The options that mark a message, part or tool as the end of the cached content.
 *
 * @throws AIError `INVALID_INPUT` for a name or duration that does not exist: a cache that is never used would otherwise be silent
 */
export function cacheMark(cache: CacheControl): SharedV4ProviderOptions {
  if (typeof cache !== 'object' || cache === null) throw invalidInput("cacheControl must be {ttl?: '5m' | '1h'}.");
  checkNames(cache, { ttl: true }, 'cacheControl.', invalidInput);
  if (cache.ttl !== undefined && cache.ttl !== '5m' && cache.ttl !== '1h') throw invalidInput("cacheControl.ttl must be '5m' or '1h'.");
  const point = { cachePoint: { type: 'default', ...(cache.ttl === '1h' ? { ttl: '1h' } : {}) } };
  return { [NAMESPACE]: { cache: { ...cache } }, amazonBedrock: point };
}

/** The mark created by {@link cacheMark}, if there is one. */
export function cacheOf(options: SharedV4ProviderOptions | undefined): CacheControl | undefined {
  return options?.[NAMESPACE]?.['cache'] as CacheControl | undefined;
}
