import { onSignal } from '../../signals/signal.ts';
import type { Database } from '../../storage/database.ts';
import { lastSequence } from '../change-job.ts';
import { JOBS_CHANGED } from '../signals.ts';

interface Watching {
  readonly listeners: Set<() => void>;
  readonly stop: () => void;
}

const watched = new WeakMap<Database, Watching>();

/**
 * Calls `listener` whenever jobs may have changed, in any process, within a second also if no signal arrives.
 *
 * @returns a function that stops watching
 */
export function watchJobs(database: Database, listener: () => void): () => void {
  const watching = watched.get(database) ?? startWatching(database);
  const own = (): void => listener();
  watching.listeners.add(own);
  return () => {
    watching.listeners.delete(own);
    if (watching.listeners.size > 0) return;
    watching.stop();
    if (watched.get(database) === watching) watched.delete(database);
  };
}

function startWatching(database: Database): Watching {
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  let last: number | undefined;
  // One number is read for all of them when signals may have been missed.
  const look = async (): Promise<void> => {
    const sequence = await lastSequence(database);
    if (sequence !== last) tell();
    last = sequence;
  };
  let looking = Promise.resolve();
  const stop = onSignal(database, JOBS_CHANGED, (text) => {
    if (text !== undefined) tell();
    // A database that does not respond is looked at again.
    else looking = looking.then(look).catch(() => undefined);
  });
  const watching = { listeners, stop };
  watched.set(database, watching);
  return watching;
}
