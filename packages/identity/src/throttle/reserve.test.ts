import { describeOnEveryDatabase } from '@colophon/core/testing';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { makeWorld, TestClock, type World } from '../testing/world.ts';
import { reserveAttempt, returnAttempt } from './reserve.ts';

const THREE_A_MINUTE = { attempts: 3, windowMs: 60_000 };

describeOnEveryDatabase('reserveAttempt', (open) => {
  let world: World;
  let clock: TestClock;
  let subject = '';
  let count = 0;
  beforeAll(async () => {
    world = await makeWorld(await open());
  });
  beforeEach(() => {
    clock = new TestClock();
    count += 1;
    subject = `subject ${count}`;
  });
  const reserve = (of = subject) => reserveAttempt(world.database, of, THREE_A_MINUTE, clock.now());

  it('allows so many in a window that slides, and says when the next is free', async () => {
    await reserve();
    clock.advance(20);
    await reserve();
    await reserve();
    clock.advance(10);
    await expect(reserve()).rejects.toMatchObject({
      status: 429,
      code: 'too_many_attempts',
      retryable: true,
      headers: { 'Retry-After': '30' },
    });
    clock.advance(30);
    await reserve();
    await expect(reserve()).rejects.toMatchObject({ headers: { 'Retry-After': '20' } });
  });

  it('allows no more to fifty at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => reserve()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  it('gives back what was right', async () => {
    for (let round = 0; round < 10; round += 1) await returnAttempt(world.database, await reserve());
    await reserve();
  });

  it('counts each subject by itself', async () => {
    for (let round = 0; round < 3; round += 1) await reserve();
    await reserve(`${subject} of another`);
  });

  it('keeps the attempt of one that failed in the middle only with what it did', async () => {
    const failing = world.database.transaction(async () => {
      await reserve();
      throw new Error('on the way');
    });
    await expect(failing).rejects.toThrow('on the way');
    for (let round = 0; round < 3; round += 1) await reserve();
  });
});
