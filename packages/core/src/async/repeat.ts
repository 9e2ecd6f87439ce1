/** An action that is run immediately, and repeatedly until it is stopped. */
export interface Repetition {
  /** Milliseconds between the end of one round and the beginning of the next. */
  readonly every: number;
  readonly round: () => Promise<unknown>;
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
export function repeat({ every, round, onError }: Repetition): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const turn = async (): Promise<void> => {
    try {
      await round();
    } catch (error) {
      onError(error);
    }
    if (stopped) return;
    timer = setTimeout(() => {
      running = turn();
    }, every).unref();
  };
  // A round that became due while none could run is run immediately.
  let running: Promise<void> = turn();
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
}
