/** Saves of one record, never two at a time. */
export interface SaveQueue<Outcome> {
  /** Saves; what is asked for while a save is under way is one further save, of what the record is by then. */
  readonly save: () => Promise<Outcome>;
  readonly isSaving: () => boolean;
}

/**
 * Lets one save run at a time, so that our own requests never meet each other and answers cannot come out of order.
 *
 * @param run reads what is to be saved when it is called, not before
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
