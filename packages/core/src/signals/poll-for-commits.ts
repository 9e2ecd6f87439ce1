import type { Database } from '../storage/database.ts';

const POLL_EVERY_MS = 500;

/**
 * Calls `changed` within half a second after anything was committed to a SQLite file, by any process: one number is read, which SQLite keeps
 * (https://sqlite.org/pragma.html#pragma_data_version).
 *
 * @returns a function that stops polling
 */
export function pollForCommits(database: Database, changed: () => void): () => Promise<void> {
  let last: unknown;
  const look = async (): Promise<void> => {
    if (database.closed) return clearInterval(timer);
    const version = (await database.first({ sql: 'PRAGMA data_version', parameters: [] }))?.['data_version'];
    if (last !== undefined && version !== last) changed();
    last = version;
  };
  const timer = setInterval(() => {
    // A database that does not respond is polled again.
    looking = looking.then(look).catch(() => undefined);
  }, POLL_EVERY_MS).unref();
  let looking = look().catch(() => undefined);
  return () => {
    clearInterval(timer);
    return looking;
  };
}
