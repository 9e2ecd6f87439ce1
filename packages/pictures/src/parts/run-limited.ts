import { PictureError } from '../picture-error.ts';

/** Runs at most `atOnce` tasks together; up to `waiting` more stand in line, and what comes then is refused as `busy`. */
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
        throw new PictureError('Too many pictures are being made.', { code: 'busy', hint: 'Ask again in a few seconds.' });
      }
      // Whoever leaves hands its place over, so that nobody overtakes the line.
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
