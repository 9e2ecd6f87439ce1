import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { CacheControl } from '../interface/messages.ts';

/** The key of a cache mark inside a prompt, which the wires look for and the vendors' packages ignore. */
const NAMESPACE = 'colophon';

/** The options that mark a message, part or tool as the end of the cached content. */
export function cacheMark(cache: CacheControl): SharedV4ProviderOptions {
  const point = { cachePoint: { type: 'default', ...(cache.ttl === '1h' ? { ttl: '1h' } : {}) } };
  return { [NAMESPACE]: { cache: { ...cache } }, amazonBedrock: point };
}

/** The mark created by {@link cacheMark}, if there is one. */
export function cacheOf(options: SharedV4ProviderOptions | undefined): CacheControl | undefined {
  return options?.[NAMESPACE]?.['cache'] as CacheControl | undefined;
}
