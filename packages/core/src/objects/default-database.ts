import { UsageError } from '../errors/errors.ts';
import type { Database } from '../storage/database.ts';

let current: Database | undefined;

/** Sets the database for instances created with `new`. An application sets it once, at startup. */
export function setDefaultDatabase(database: Database | undefined): void {
  current = database;
}

/**
 * Sets the default database if there is none, or if it is closed: a collection that is opened on its own makes its database the default.
 */
export function offerDefaultDatabase(database: Database): void {
  if (!current || current.closed) current = database;
}

/** @throws UsageError if none is set */
export function defaultDatabase(): Database {
  if (current) return current;
  throw new UsageError(
    'There is no default database: call setDefaultDatabase(await openDatabase(url)), or create the object through a collection.',
  );
}
