import { InterruptedError } from '../errors/errors.ts';
import type { Clock } from './io.ts';

/** The system clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  // Not performance.now(), whose module takes longer to load than a request to this machine.
  monotonic: () => Number(process.hrtime.bigint() / 1000n) / 1000,
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(new InterruptedError());
        return;
      }
      const stop = (): void => {
        clearTimeout(timer);
        reject(new InterruptedError());
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop);
        resolve();
      }, milliseconds);
      signal.addEventListener('abort', stop, { once: true });
    }),
};
