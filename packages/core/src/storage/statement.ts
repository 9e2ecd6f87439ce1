/** A query as text with separate values; values never become part of the text. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Its rows are read-only: a database may return cached rows if nothing was written since. */
  readonly repeatable?: boolean;
  /** It may take long on a large table: if statements run on the event loop, this one is run in a thread. */
  readonly long?: boolean;
  /** How many rows it finds varies so much with its values that it is planned for them each time, if the database would remember a plan. */
  readonly varies?: boolean;
  /**
   * An index finds its rows. PostgreSQL does not count what it takes to read texts that are kept beside the rows, and would sooner read all of
   * them than the hits of a word.
   */
  readonly byIndex?: boolean;
  /** The one table to which a write may add rows; undefined if it is not known. */
  readonly table?: string;
}

export type Row = Record<string, unknown>;
