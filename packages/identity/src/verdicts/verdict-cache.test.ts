import { anonymous, type Caller } from '@colophon/core';
import { describe, expect, it } from 'vitest';
import { VERDICT_LIFETIME_MS, VerdictCache } from './verdict-cache.ts';

const caller: Caller = { ...anonymous(), kind: 'token', id: 't-1', role: 'editor' };
const forever = Number.POSITIVE_INFINITY;

describe('VerdictCache', () => {
  it('caches a verdict briefly, so that a revocation elsewhere applies within two seconds', () => {
    const cache = new VerdictCache();
    cache.remember('a', { caller }, { generation: cache.generation, now: 1000, lifetime: forever });
    expect(cache.recall('a', 1000 + VERDICT_LIFETIME_MS - 1)?.caller).toBe(caller);
    expect(cache.recall('a', 1000 + VERDICT_LIFETIME_MS)).toBeUndefined();
    expect(VERDICT_LIFETIME_MS).toBeLessThan(2000);
  });

  it('never caches a verdict beyond the expiry of the token', () => {
    const cache = new VerdictCache();
    cache.remember('a', { caller }, { generation: cache.generation, now: 1000, lifetime: 10 });
    expect(cache.recall('a', 1009)?.caller).toBe(caller);
    expect(cache.recall('a', 1010)).toBeUndefined();
    cache.remember('b', { caller }, { generation: cache.generation, now: 1000, lifetime: 0 });
    expect(cache.recall('b', 1000)).toBeUndefined();
  });

  it('does not cache a verdict that was read before a revocation and arrives after it', () => {
    const cache = new VerdictCache();
    const { generation } = cache;
    cache.forget('a');
    cache.remember('a', { caller }, { generation, now: 0, lifetime: forever });
    expect(cache.recall('a', 1)).toBeUndefined();
  });

  it('forgets one, or all', () => {
    const cache = new VerdictCache();
    const remember = (hash: string) => cache.remember(hash, { caller }, { generation: cache.generation, now: 0, lifetime: forever });
    remember('a');
    remember('b');
    cache.forget('a');
    expect([cache.recall('a', 1), cache.recall('b', 1)?.caller]).toEqual([undefined, caller]);
    cache.forget();
    expect(cache.recall('b', 1)).toBeUndefined();
  });

  it('stays small', () => {
    const cache = new VerdictCache();
    for (let index = 0; index <= 10_000; index += 1) {
      cache.remember(String(index), { caller }, { generation: cache.generation, now: 0, lifetime: forever });
    }
    expect(cache.recall('0', 1)).toBeUndefined();
    expect(cache.recall('10000', 1)?.caller).toBe(caller);
  });
});
