import type { Database } from '../storage/database.ts';
import { port } from '../ports/ports.ts';

/** What is logged of an object: that it existed, with this digest. Nothing personal, and nothing that readers may not know yet. */
export interface LogStatement {
  /** Of the object, among those of its kind; each is logged once. */
  readonly id: string;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
}

/** A part of what a source has. */
export interface LogSlice {
  /** What is not in the log yet, in the order in which it is to be numbered. */
  readonly statements: readonly LogStatement[];
  /** Where to read on; undefined at the end. */
  readonly next: string | undefined;
}

/** Where entries of one kind come from. A room declares what it has to be logged; the log never reads its tables. */
export interface LogSource {
  /** The kind of its entries, such as `edition`. */
  readonly kind: string;
  /**
   * Reads a bounded part of what it has.
   *
   * @param after `next` of the part before; undefined at the beginning
   * @param log the number of the log, for leaving out what is in it: see `isLogged`
   */
  read(database: Database, after: string | undefined, log: number): Promise<LogSlice>;
}

/**
 * What an application logs, besides the heads of its audit log and its keys.
 *
 * @example
 * database.ports.provide(logSources, [loggedEditions]);
 */
export const logSources = port<readonly LogSource[]>('logSources', []);
