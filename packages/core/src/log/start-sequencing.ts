import { repeat } from '../async/repeat.ts';
import type { Database } from '../storage/database.ts';
import { loggedHeads } from './logged-heads.ts';
import { loggedKeys } from './logged-keys.ts';
import { type LogSource, logSources } from './log-source.ts';
import { type NewEntry, sequenceEntries, type SignedHead } from './sequence-entries.ts';
import type { TransparencyLog } from './transparency-log.ts';

export interface SequencingOptions {
  /** Called with errors; the next round runs anyway. */
  readonly onError: (error: unknown) => void;
  /** Called after a head was signed, such as to ask witnesses. Nothing waits for it. */
  readonly onHead?: ((head: SignedHead) => void) | undefined;
  /** Milliseconds between two rounds; 5,000 by default. */
  readonly every?: number;
}

const EVERY_MS = 5000;
/** The most entries that one round numbers. */
const AT_ONCE = 1000;
/** How many parts of a source one round reads: a large table is looked through in several rounds. */
const SLICES = 20;

/** Numbers what the sources have, round by round, each source going on where it was. */
export class Sequencer {
  readonly #log: TransparencyLog;
  readonly #places = new Map<string, string | undefined>();

  constructor(log: TransparencyLog) {
    this.#log = log;
  }

  /** Numbers what is new, at most 1,000 entries, and signs a head. @returns undefined if there was nothing to sign */
  async round(now = new Date()): Promise<SignedHead | undefined> {
    const entries = await this.#pending();
    return sequenceEntries(this.#log, entries, now);
  }

  async #pending(): Promise<readonly NewEntry[]> {
    const { database } = this.#log;
    const log = (await this.#log.current())?.number ?? 1;
    const found: NewEntry[] = [];
    for (const source of sourcesOf(database)) {
      for (let slice = 0; slice < SLICES && found.length < AT_ONCE; slice += 1) {
        const { statements, next } = await source.read(database, this.#places.get(source.kind), log);
        found.push(...statements.map((statement) => ({ ...statement, kind: source.kind })));
        this.#places.set(source.kind, next);
        if (next === undefined) break;
      }
    }
    return found.slice(0, AT_ONCE);
  }
}

function sourcesOf(database: Database): readonly LogSource[] {
  return [loggedKeys, loggedHeads, ...database.ports.use(logSources)];
}

/**
 * Adds to the log what its sources have, within a few seconds, until it is stopped. Every process can run it: one at a time numbers. It does not
 * keep the process alive, and nothing waits for it.
 *
 * @returns a function that stops it and settles once what was committed by then is in the log
 */
export function startSequencing(log: TransparencyLog, { onError, onHead, every = EVERY_MS }: SequencingOptions): () => Promise<void> {
  const sequencer = new Sequencer(log);
  const round = async (): Promise<void> => {
    const head = await sequencer.round();
    if (head) onHead?.(head);
  };
  const stop = repeat({ every, round, onError });
  return async () => {
    await stop();
    await round().catch(onError);
  };
}
