import { expect, it } from 'vitest';
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
