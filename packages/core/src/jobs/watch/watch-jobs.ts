import type { Database } from '../../storage/database.ts';
import { lastSequence } from '../change-job.ts';
import { emitJobsChanged, onJobsChanged } from '../signals.ts';

const POLL_EVERY_MS = 500;

interface Watching {
  watchers: number;
  stop: Promise<() => Promise<void>>;
}

const watched = new WeakMap<Database, Watching>();

/**
 * Calls `listener` whenever jobs may have changed, in any process. PostgreSQL notifies (`LISTEN`); on SQLite one number is polled twice a
 * second while there are watchers.
 *
 * @returns a function that stops watching
 */
export function watchJobs(database: Database, listener: () => void): () => void {
  const ignore = onJobsChanged(database, listener);
  const watching = watched.get(database) ?? { watchers: 0, stop: startWatching(database) };
  watched.set(database, watching);
  watching.watchers += 1;
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    ignore();
    watching.watchers -= 1;
    if (watching.watchers > 0) return;
    watched.delete(database);
    void watching.stop.then((stop) => stop());
  };
}

async function startWatching(database: Database): Promise<() => Promise<void>> {
  if (database.dialect.name === 'sqlite') return pollJobs(database);
  const { listenToJobs } = await import('./listen-to-jobs.ts');
  return listenToJobs(database.directUrl, () => emitJobsChanged(database));
}

function pollJobs(database: Database): () => Promise<void> {
  let last: number | undefined;
  const look = async (): Promise<void> => {
    const sequence = await lastSequence(database);
    if (last !== undefined && sequence !== last) emitJobsChanged(database);
    last = sequence;
  };
  let looking = look().catch(() => undefined);
  const timer = setInterval(() => {
    // A database that does not respond is polled again.
    looking = looking.then(look).catch(() => undefined);
  }, POLL_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    return looking;
  };
}
