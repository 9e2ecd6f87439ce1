import { Latch } from './latch.ts';

/** An action that is run immediately, and repeatedly until it is stopped. */
export interface Repetition {
  /** Milliseconds between the end of one round and the beginning of the next. */
  readonly every: number;
  readonly round: () => Promise<unknown>;
  /** Runs a round at once whenever the function that it is given is called, such as `(run) => lane.watch(run)`; returns a function that ends that. */
  readonly wokenBy?: (run: () => void) => () => void;
  /** Called with errors; the next round runs anyway. */
  readonly onError: (error: unknown) => void;
}

/**
 * Repeats an action at an interval. It does not keep the process alive.
 *
 * @returns a function that stops the repetition, and resolves once a running round has ended
 * @example
 * const stop = repeat({ every: 60_000, round: () => prepare(database), onError: (error) => logger.error(error) });
 */
export function repeat({ every, round, wokenBy, onError }: Repetition): () => Promise<void> {
  let stopped = false;
  const woken = new Latch();
  const run = async (): Promise<void> => {
    while (!stopped) {
      try {
        await round();
      } catch (error) {
        onError(error);
      }
      if (!stopped) await woken.wait(every);
    }
  };
  const unsubscribe = wokenBy?.(() => woken.open());
  const running = run();
  return () => {
    stopped = true;
    unsubscribe?.();
    woken.open();
    return running;
  };
}
