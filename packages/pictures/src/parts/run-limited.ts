import { PictureError } from '../errors/picture-error.ts';

/** Runs at most `atOnce` tasks concurrently; up to `waiting` more are queued, and further ones are refused as `busy`. */
export function limitRuns({
  atOnce,
  waiting,
}: {
  readonly atOnce: number;
  readonly waiting: number;
}): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const line: (() => void)[] = [];
  return async (task) => {
    if (running >= atOnce) {
      if (line.length >= waiting) {
        throw new PictureError('Too many pictures are being processed.', { code: 'busy', hint: 'Try again in a few seconds.' });
      }
      // A finished task passes its slot to the next in the queue, so that a new task cannot overtake it.
      await new Promise<void>((resolve) => line.push(resolve));
    } else running += 1;
    try {
      return await task();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
