import { validate, version } from 'uuid';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newKey } from './new-key.ts';

describe('a new key', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is a UUID of version 7 that says when it was made', () => {
    const before = Date.now();
    const key = newKey();
    expect([validate(key), version(key)]).toEqual([true, 7]);
    const made = Number.parseInt(key.replaceAll('-', '').slice(0, 12), 16);
    expect(made).toBeGreaterThanOrEqual(before);
    expect(made).toBeLessThanOrEqual(Date.now());
  });

  it('comes after every one made before, thousands in a millisecond too, and is never made twice', () => {
    const keys = Array.from({ length: 20_000 }, newKey);
    expect([...keys].sort()).toEqual(keys);
    expect(new Set(keys).size).toBe(keys.length);
    // What follows the time and the count is random in each.
    expect(new Set(keys.map((key) => key.slice(-10))).size).toBe(keys.length);
  });

  it('comes after the others although the clock was set back', () => {
    vi.useFakeTimers({ now: Date.now() + 60_000 });
    const later = newKey();
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(newKey() > later).toBe(true);
  });
});
