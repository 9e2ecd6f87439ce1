import { type Database, Latch, onSignal, signal } from '@colophon/core';

const CONTENT_CHANGED = 'contents';

/** Notifies everybody who follows a record, after the ambient transaction is committed: it, or what is shown beside it, has changed. */
export function signalContent(database: Database, id: string): void {
  signal(database, CONTENT_CHANGED, id);
}

/** Yields whenever a record may have changed, in any process, and when `milliseconds` have passed without that. */
export async function* contentChanges(database: Database, id: string, milliseconds: number, ended: AbortSignal): AsyncGenerator<void> {
  const latch = new Latch();
  const open = (): void => latch.open();
  const unsubscribe = onSignal(database, CONTENT_CHANGED, (changed) => {
    if (changed === undefined || changed === id) open();
  });
  ended.addEventListener('abort', open, { once: true });
  try {
    for (;;) {
      await latch.wait(milliseconds);
      if (ended.aborted) return;
      yield;
    }
  } finally {
    unsubscribe();
    ended.removeEventListener('abort', open);
  }
}
