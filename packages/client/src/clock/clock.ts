/** A clock; tests provide their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** @throws the signal's reason if it aborts first */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', stop, { once: true });
    }),
};
