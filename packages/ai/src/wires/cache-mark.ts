import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { CacheControl } from '../interface/messages.ts';

/** Where a mark is kept inside a prompt, so that the wires find it and the vendors' packages pass it over. */
const NAMESPACE = 'colophon';

/** The options that mark a message, part or tool as the end of what is to be cached. */
export function cacheMark(cache: CacheControl): SharedV4ProviderOptions {
  const point = { cachePoint: { type: 'default', ...(cache.ttl === '1h' ? { ttl: '1h' } : {}) } };
  return { [NAMESPACE]: { cache: { ...cache } }, amazonBedrock: point };
}

/** The mark that {@link cacheMark} made, if there is one. */
export function cacheOf(options: SharedV4ProviderOptions | undefined): CacheControl | undefined {
  return options?.[NAMESPACE]?.['cache'] as CacheControl | undefined;
}
