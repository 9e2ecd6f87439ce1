/** Something that is done at once, and again and again until it is stopped. */
export interface Repetition {
  /** Milliseconds between the end of one round and the beginning of the next. */
  readonly every: number;
  readonly round: () => Promise<unknown>;
  /** Told of what went wrong; the next round is made all the same. */
  readonly onError: (error: unknown) => void;
}

/**
 * Repeats something at a distance in time. It keeps no process alive.
 *
 * @returns what stops it, and settles once a round that is under way has ended
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
  // What fell due while nobody ran is done at once.
  let running: Promise<void> = turn();
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
}
