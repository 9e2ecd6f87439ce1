import { UsageError } from '../errors/errors.ts';
import type { Database } from '../storage/database.ts';

let current: Database | undefined;

/** Sets the database that instances made with `new` use. An application sets it once, when it starts. */
export function setDefaultDatabase(database: Database | undefined): void {
  current = database;
}

/**
 * Sets the default database where there is none yet, or the one there was is closed: a collection that is opened on its own
 * makes its database the default.
 */
export function offerDefaultDatabase(database: Database): void {
  if (!current || current.closed) current = database;
}

/** @throws UsageError when none is set */
export function defaultDatabase(): Database {
  if (current) return current;
  throw new UsageError(
    'There is no default database: call setDefaultDatabase(await openDatabase(url)), or make the object through a collection.',
  );
}
