import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RateLimitError } from '../errors/errors.ts';
import { Deadline } from '../transport/deadline.ts';
import { PacingCoordinator } from './coordinator.ts';
import { hashKey } from './key.ts';
import { readPacing } from './settings.ts';
import { SharedTable } from './shared.ts';
import { sharedBucket, TokenBucket } from './token-bucket.ts';
import { WaitingLine } from './waiting-line.ts';

const settings = { cooldownMs: 0, initialDelayMs: 5000, maxAttempts: 1 };

describe('pacing is on', () => {
  it.each([
    [undefined, false],
    [{}, false],
    [{ requestsPerMinute: 3 }, false],
    [{ enabled: true }, true],
    [{ key: 'k' }, true],
    [{ cooldownMs: 1 }, true],
    [{ initialDelayMs: 1 }, true],
    [{ maxAttempts: 2 }, true],
    [{ enabled: false, key: 'k', maxAttempts: 9 }, false],
  ])('with %o: %s', (options, on) => {
    expect(readPacing(options) !== undefined).toBe(on);
  });

  it('with its defaults filled in', () => {
    expect(readPacing({ enabled: true })).toEqual(settings);
    expect(() => readPacing({ maxAttempts: 0 })).toThrow(expect.objectContaining({ code: 'AI_LIMIT_INVALID' }));
  });
});

describe('a coordinator', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const deadline = (ms = 60_000, signal?: AbortSignal) => new Deadline(ms, signal);

  it('runs one call at a time, in order of arrival', async () => {
    const coordinator = new PacingCoordinator();
    const seen: string[] = [];
    const call = (name: string) =>
      coordinator.run(
        async () => {
          seen.push(`${name} in`);
          await new Promise((resolve) => setTimeout(resolve, 10));
          seen.push(`${name} out`);
        },
        settings,
        deadline(),
        'x',
      );
    const all = Promise.all([call('a'), call('b'), call('c')]);
    await vi.runAllTimersAsync();
    await all;
    expect(seen).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  it('waits the cooldown after a success, and none after another failure', async () => {
    const coordinator = new PacingCoordinator();
    const paced = { ...settings, cooldownMs: 1000 };
    const starts: number[] = [];
    const start = async (): Promise<void> => void starts.push(Date.now());
    await coordinator.run(start, paced, deadline(), 'x');
    const second = coordinator.run(start, paced, deadline(), 'x');
    await vi.advanceTimersByTimeAsync(2000);
    await second;
    expect(starts[1]! - starts[0]!).toBe(1000);
    await expect(coordinator.run(() => Promise.reject(new Error('no')), settings, deadline(), 'x')).rejects.toThrow('no');
    await coordinator.run(start, paced, deadline(), 'x');
  });

  it('keeps its turn while it waits out a rate limit, as long as the provider asks', async () => {
    const coordinator = new PacingCoordinator();
    const seen: string[] = [];
    let failures = 1;
    const first = coordinator.run(
      async () => {
        seen.push(`first ${Date.now()}`);
        if (failures-- > 0) throw new RateLimitError('slow', { retryAfter: 7 });
      },
      { ...settings, maxAttempts: 2 },
      deadline(),
      'x',
    );
    const second = coordinator.run(async () => void seen.push(`second ${Date.now()}`), settings, deadline(), 'x');
    const begin = Date.now();
    await vi.runAllTimersAsync();
    await Promise.all([first, second]);
    expect(seen).toEqual([`first ${begin}`, `first ${begin + 7000}`, `second ${begin + 7000}`]);
  });

  it('delays the next caller after a rate limit that is not retried', async () => {
    const coordinator = new PacingCoordinator();
    await expect(coordinator.run(() => Promise.reject(new RateLimitError('slow')), settings, deadline(), 'x')).rejects.toMatchObject({
      code: 'RATE_LIMIT',
    });
    const begin = Date.now();
    let started = 0;
    const next = coordinator.run(async () => void (started = Date.now()), settings, deadline(), 'x');
    await vi.runAllTimersAsync();
    await next;
    expect(started - begin).toBe(5000);
  });

  it('retries only rate limits, never a spent quota', async () => {
    const coordinator = new PacingCoordinator();
    const work = vi.fn(() => Promise.reject(new RateLimitError('pay', { code: 'QUOTA_EXHAUSTED' })));
    await expect(coordinator.run(work, { ...settings, maxAttempts: 5 }, deadline(), 'x')).rejects.toMatchObject({
      code: 'QUOTA_EXHAUSTED',
    });
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('fails immediately if the wait would outlast the deadline', async () => {
    const coordinator = new PacingCoordinator();
    const limited = (): Promise<never> => Promise.reject(new RateLimitError('slow', { retryAfter: 3600 }));
    const begin = Date.now();
    await expect(coordinator.run(limited, { ...settings, maxAttempts: 2 }, deadline(1000), 'x')).rejects.toMatchObject({
      code: 'RATE_LIMIT',
      retryAfter: 3600,
    });
    await expect(coordinator.run(async () => 1, settings, deadline(1000), 'x')).rejects.toMatchObject({ code: 'RATE_LIMIT' });
    expect(Date.now()).toBe(begin);
    const cooling = new PacingCoordinator();
    await cooling.run(async () => 1, { ...settings, cooldownMs: 5000 }, deadline(), 'x');
    await expect(cooling.run(async () => 1, settings, deadline(1000), 'x')).rejects.toMatchObject({ code: 'AI_TIMEOUT' });
  });

  it('lets a caller leave the queue, and skips its work', async () => {
    const coordinator = new PacingCoordinator();
    const controller = new AbortController();
    const work = vi.fn(async () => 1);
    const slow = coordinator.run(() => new Promise((resolve) => setTimeout(resolve, 100)), settings, deadline(), 'x');
    const waiting = coordinator.run(work, settings, deadline(60_000, controller.signal), 'x');
    const timed = coordinator.run(work, settings, deadline(50), 'x');
    const refused = Promise.all([expect(waiting).rejects.toBeDefined(), expect(timed).rejects.toBeDefined()]);
    controller.abort();
    await vi.advanceTimersByTimeAsync(200);
    await refused;
    await slow;
    expect(work).not.toHaveBeenCalled();
    expect(coordinator.idle()).toBe(true);
  });
});

describe('a waiting queue', () => {
  it('wakes in order, skips those who left, and passes slots on', async () => {
    const line = new WaitingLine(1);
    const never = new AbortController().signal;
    const leaver = new AbortController();
    await line.join(never);
    const order: number[] = [];
    const first = line.join(leaver.signal).catch(() => order.push(-1));
    const second = line.join(never).then(() => order.push(2));
    leaver.abort();
    expect(line.waiting).toBe(1);
    line.leave();
    await Promise.all([first, second]);
    expect(order).toEqual([-1, 2]);
    line.leave();
    await line.join(never);
  });
});

describe('a token bucket', () => {
  it('starts with its burst, not with a minute’s worth, and then keeps the pace', async () => {
    vi.useFakeTimers();
    const bucket = new TokenBucket({ requestsPerMinute: 120, maxConcurrent: 100, burst: 2 });
    const starts: number[] = [];
    const begin = Date.now();
    const all = Promise.all(
      Array.from({ length: 6 }, () => bucket.run(async () => void starts.push(Date.now() - begin), new AbortController().signal)),
    );
    await vi.runAllTimersAsync();
    await all;
    expect(starts).toEqual([0, 0, 500, 1000, 1500, 2000]);
    vi.useRealTimers();
  });

  it('never runs more than allowed, and drops those who abort while they wait', async () => {
    const bucket = new TokenBucket({ requestsPerMinute: 60_000, maxConcurrent: 3, burst: 100 });
    let running = 0;
    let maximum = 0;
    const work = async (): Promise<void> => {
      maximum = Math.max(maximum, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
    };
    const controller = new AbortController();
    const submitted = vi.fn(work);
    const calls = Array.from({ length: 12 }, () => bucket.run(work, new AbortController().signal));
    const aborted = bucket.run(submitted, controller.signal);
    controller.abort();
    await expect(aborted).rejects.toBeDefined();
    await Promise.all(calls);
    expect(maximum).toBe(3);
    expect(submitted).not.toHaveBeenCalled();
  });

  it('is shared by key, and does not ignore other numbers silently', async () => {
    const numbers = { requestsPerMinute: 60_000, maxConcurrent: 3, burst: 2 };
    const bucket = sharedBucket('shared-test', numbers, true);
    expect(sharedBucket('shared-test', { ...numbers, maxConcurrent: 9 }, false)).toBe(bucket);
    const busy = bucket.run(() => new Promise((resolve) => setTimeout(resolve, 10)), new AbortController().signal);
    expect(() => sharedBucket('shared-test', { ...numbers, maxConcurrent: 1 }, true)).toThrow('rateLimit.maxConcurrent');
    await busy;
  });
});

describe('the table of budgets', () => {
  it('stays bounded, drops the longest idle first and never one in use', () => {
    const table = new SharedTable<{ lastUsed: number; idle: () => boolean }>();
    const entry = (busy: boolean) => ({ lastUsed: Date.now(), idle: () => !busy });
    const busy = table.get('busy', () => entry(true));
    for (let index = 0; index < 1000; index += 1) table.get(`key ${index}`, () => entry(false));
    expect(table.size).toBeLessThanOrEqual(129);
    expect(table.peek('busy')).toBe(busy);
    expect(table.peek('key 999')).toBeDefined();
    expect(table.peek('key 0')).toBeUndefined();
  });

  it('contains no credential: keys are hashed', () => {
    expect(hashKey('sk-secret')).not.toContain('secret');
    expect(hashKey('sk-secret')).toBe(hashKey('sk-secret'));
    expect(new Set(Array.from({ length: 20_000 }, (_one, index) => hashKey(`key-${index}`))).size).toBe(20_000);
  });
});
