import { threadCpuUsage } from 'node:process';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import type { HostileInput } from './testing/hostile-thread-entry.ts';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

const entry = new URL('./testing/hostile-thread-entry.ts', import.meta.url);

describe('a pool of workers', () => {
  const pools: WorkerPool<HostileInput, unknown>[] = [];
  const open = (options: Partial<WorkerPoolOptions> = {}): WorkerPool<HostileInput, unknown> => {
    const pool = new WorkerPool<HostileInput, unknown>({ entry, deadline: 20_000, memory: 300_000_000, ...options });
    pools.push(pool);
    return pool;
  };
  afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

  it('answers what the work answers, and throws what it throws', async () => {
    const pool = open();
    expect(await pool.run({ does: 'echo', value: { a: [1] } })).toEqual({ a: [1] });
    await expect(pool.run({ does: 'throw' })).rejects.toMatchObject({
      name: 'TypeError',
      message: 'The input cannot be read.',
      code: 'unreadable',
    });
    expect(await pool.run({ does: 'echo', value: 2 })).toBe(2);
  });

  it('ends what goes beyond the deadline, and goes on with the next', async () => {
    const pool = open({ size: 1, deadline: 1500 });
    const began = performance.now();
    const [spinning, next] = await Promise.allSettled([pool.run({ does: 'spin' }), pool.run({ does: 'echo', value: 'next' })]);
    expect(spinning).toMatchObject({ status: 'rejected', reason: { limit: 'deadline' } });
    expect(next).toMatchObject({ status: 'fulfilled', value: 'next' });
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it.runIf('cpuUsage' in Worker.prototype)('counts the processor time that an input takes, and not what it waits', async () => {
    const pool = open({ size: 1, processorTime: 300 });
    expect(await pool.run({ does: 'wait', value: 700 })).toBe('waited');
    await expect(pool.run({ does: 'spin' })).rejects.toMatchObject({ limit: 'deadline' });
  });

  it.runIf('getHeapStatistics' in Worker.prototype)('ends no worker for what others hold', async () => {
    const pool = open({ size: 1, memory: 60_000_000 });
    await pool.run({ does: 'echo' });
    const waiting = pool.run({ does: 'wait', value: 400 });
    const held = Buffer.alloc(90_000_000, 1);
    expect(await waiting).toBe('waited');
    expect(held.length).toBe(90_000_000);
  });

  it.each(['objects', 'buffers'] as const)('ends what takes too much memory in %s', async (does) => {
    // By the pool: V8's own limit, which would be the cause, can end the whole process.
    await expect(open().run({ does })).rejects.toMatchObject({ limit: 'memory', cause: undefined });
  });

  it('survives a worker that ends by itself', async () => {
    const pool = open({ size: 1 });
    await expect(pool.run({ does: 'exit' })).rejects.toMatchObject({ limit: 'crash' });
    expect(await pool.run({ does: 'echo', value: 1 })).toBe(1);
  });

  it('replaces a worker after so many inputs', async () => {
    const pool = open({ size: 1, renewAfter: 3 });
    const served: unknown[] = [];
    for (let index = 0; index < 7; index += 1) served.push(await pool.run({ does: 'count' }));
    expect(served).toEqual([1, 2, 3, 1, 2, 3, 1]);
  });

  it('refuses what comes when too many wait', async () => {
    const pool = open({ size: 1, queue: 2, deadline: 1000 });
    const asked = Array.from({ length: 4 }, () => pool.run({ does: 'spin' }));
    const ended = await Promise.allSettled(asked);
    expect(ended.map((each) => each.status === 'rejected' && (each.reason as { code?: string; limit?: string }).limit)).toEqual([
      'deadline',
      'deadline',
      'deadline',
      undefined,
    ]);
    expect(ended[3]).toMatchObject({ reason: { status: 503, code: 'busy' } });
  });

  it('leaves the event loop to others while it works', async () => {
    const pool = open({ deadline: 1000 });
    const before = threadCpuUsage();
    await Promise.allSettled([pool.run({ does: 'spin' }), pool.run({ does: 'spin' })]);
    const { user, system } = threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(200);
  });
});
