/** The saves of a record, one at a time. */
export interface SaveQueue<Outcome> {
  /** Saves; requests during a running save are combined into one further save of the record's state at that time. */
  readonly save: () => Promise<Outcome>;
  readonly isSaving: () => boolean;
}

/**
 * Runs one save at a time, so that our own requests never conflict and responses cannot arrive out of order.
 *
 * @param run reads the data to save when it is called
 */
export function createSaveQueue<Outcome>(run: () => Promise<Outcome>): SaveQueue<Outcome> {
  let running: Promise<Outcome> | undefined;
  let next: Promise<Outcome> | undefined;
  const start = (): Promise<Outcome> => {
    const started = run().finally(() => {
      if (running === started) running = undefined;
    });
    running = started;
    return started;
  };
  return {
    isSaving: () => running !== undefined,
    save() {
      if (running === undefined) return start();
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          return start();
        });
      return next;
    },
  };
}
