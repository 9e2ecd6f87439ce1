import { expect, it, vi } from 'vitest';
import { createSaveQueue } from './save-queue.ts';

it('runs one save at a time, and one more for requests made meanwhile, also after a failure', async () => {
  const ends: PromiseWithResolvers<string>[] = [];
  const queue = createSaveQueue(() => {
    const end = Promise.withResolvers<string>();
    ends.push(end);
    return end.promise;
  });
  const [first, second, third] = [queue.save(), queue.save(), queue.save()];
  expect([ends.length, queue.isSaving(), second === third]).toEqual([1, true, true]);
  ends[0]?.reject(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await new Promise((resolve) => setTimeout(resolve));
  expect(ends).toHaveLength(2);
  ends[1]?.resolve('saved');
  expect(await Promise.all([second, third])).toEqual(['saved', 'saved']);
  expect(queue.isSaving()).toBe(false);
});

it('runs a save for requests made while the second one runs, and for a request long after', async () => {
  let state = 'a';
  const saved: string[] = [];
  let answer = Promise.withResolvers<void>();
  const queue = createSaveQueue(async () => {
    saved.push(state);
    await answer.promise;
  });
  const release = (): void => {
    const { resolve } = answer;
    answer = Promise.withResolvers<void>();
    resolve();
  };
  const [first, second] = [queue.save(), queue.save()];
  state = 'b';
  release();
  await first;
  await vi.waitFor(() => expect(saved).toEqual(['a', 'b']));
  state = 'c';
  const third = queue.save();
  expect(third).not.toBe(second);
  release();
  await second;
  await vi.waitFor(() => expect(saved).toEqual(['a', 'b', 'c']));
  release();
  await third;
  state = 'd';
  const fourth = queue.save();
  expect(queue.isSaving()).toBe(true);
  release();
  await fourth;
  expect(saved).toEqual(['a', 'b', 'c', 'd']);
});
