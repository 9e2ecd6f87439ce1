import { port } from '../ports/ports.ts';

/** How far a chain was when its end was last signed. */
export interface KeptEnd {
  readonly sequence: number;
  readonly chainHash: string;
}

/** The last signed heads of a database. */
export interface KeptHeads {
  /** The ends of the chains of audit entries, by the name of the chain. */
  readonly audit: Readonly<Record<string, KeptEnd>>;
  /** The head of the transparency log, as it was signed; absent if there is no log. */
  readonly log?: string;
}

/**
 * Keeps the last signed heads outside of the database. Whoever can write to the database alone cannot change them there, so a log that was
 * shortened or emptied no longer fits them: it is reported, and not signed again.
 */
export interface HeadKeeper {
  /** Where they are kept, for messages. */
  readonly place: string;
  /** Returns what was kept last; undefined if nothing was. @throws UsageError if it cannot be read */
  read(): Promise<KeptHeads | undefined>;
  /** Replaces what was kept, at once or not at all. */
  write(heads: KeptHeads): Promise<void>;
}

/**
 * Where the last signed heads are kept; without it a shortened log cannot be told from a young one.
 *
 * @example
 * database.ports.provide(headKeeper, new HeadsFile('./data/heads-newsroom.json'));
 */
export const headKeeper = port<HeadKeeper | undefined>('headKeeper', undefined);
