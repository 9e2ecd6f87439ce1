import { SYSTEM_CALL } from '../callers/call.ts';
import { ConflictError } from '../errors/errors.ts';
import type { Signer } from '../signing/signer.ts';
import type { Database } from '../storage/database.ts';
import { AuditCheckpoints } from './audit-chain.ts';
import { chainsOf } from './chains-of.ts';
import { keepEnds, requireKeptEnds } from './kept-ends.ts';
import { type ChainHead, headOf } from './read-unsealed.ts';

/** The `typ` of a checkpoint, so that no other signed text is accepted as one. */
export const CHECKPOINT_TYPE = 'colophon-audit-checkpoint+jwt';

/** A checkpoint is due after this many entries, or after this many milliseconds if there are any new entries. */
export const CHECKPOINT_EVERY = { entries: 1000, ms: 3_600_000 } as const;

/** The content of a checkpoint. */
export interface CheckpointStatement {
  readonly chain: string;
  readonly sequence: number;
  readonly chainHash: string;
  /** The time of signing, in seconds since 1970. */
  readonly iat: number;
}

/** How the ends of chains get signed: each by itself, or as an entry of the transparency log. */
export interface HeadMarking {
  mark(database: Database, chain: string, head: ChainHead, now: Date): Promise<void>;
  /** The last end that was marked. */
  last(database: Database, chain: string): Promise<LastCheckpoint | undefined>;
}

/** Signs each end of a chain by itself. */
export function signedCheckpoints(signer: Signer): HeadMarking {
  return { mark: (database, chain, head, now) => signCheckpoint(database, signer, chain, head, now), last: lastCheckpoint };
}

/** Marks the ends of chains when they are due: 1,000 entries after the last one, or after an hour. */
export class CheckpointSigning {
  readonly #database: Database;
  readonly #marking: HeadMarking;
  /** The last known mark of each chain; another process may have made a later one. */
  readonly #known = new Map<string, LastCheckpoint>();

  constructor(database: Database, marking: HeadMarking) {
    this.#database = database;
    this.#marking = marking;
  }

  /**
   * Signs the due checkpoints of the chains that grew.
   *
   * @param areAll whether all other chains are checked as well
   */
  async signDue(grown: ReadonlyMap<string, ChainHead>, areAll: boolean, now = new Date()): Promise<void> {
    for (const [chain, head] of grown) await this.signIfDue(chain, head, now);
    for (const chain of areAll ? await chainsOf(this.#database) : []) {
      const head = grown.has(chain) ? undefined : await headOf(this.#database, chain);
      if (head) await this.signIfDue(chain, head, now);
    }
  }

  /** @returns whether a checkpoint was signed */
  async signIfDue(chain: string, head: ChainHead, now = new Date()): Promise<boolean> {
    const known = this.#known.get(chain);
    if (known && !isDue(head, known, now)) return false;
    const last = await this.#marking.last(this.#database, chain);
    if (last) this.#known.set(chain, last);
    if (!isDue(head, last, now)) return false;
    await this.#marking.mark(this.#database, chain, head, now);
    this.#known.set(chain, { sequence: head.sequence, signedAt: now.toISOString() });
    return true;
  }
}

function isDue(head: ChainHead, last: LastCheckpoint | undefined, now: Date): boolean {
  const entries = head.sequence - (last?.sequence ?? 0);
  if (entries <= 0) return false;
  const isLongAgo = last === undefined || now.getTime() - Date.parse(last.signedAt) >= CHECKPOINT_EVERY.ms;
  return entries >= CHECKPOINT_EVERY.entries || isLongAgo;
}

/** Signs all due checkpoints. */
export async function signDueCheckpoints(database: Database, signer: Signer, now = new Date()): Promise<void> {
  await new CheckpointSigning(database, signedCheckpoints(signer)).signDue(new Map(), true, now);
}

/**
 * Signs a checkpoint of the end of a chain, and keeps that end outside of the database. If another process signs the same one, only one is
 * stored.
 *
 * @throws LogShortenedError if the log does not continue what was signed before
 */
export async function signCheckpoint(database: Database, signer: Signer, chain: string, head: ChainHead, now = new Date()): Promise<void> {
  await requireKeptEnds(database);
  const { sequence, chainHash } = head;
  const statement: CheckpointStatement = { chain, sequence, chainHash, iat: Math.floor(now.getTime() / 1000) };
  const { jws } = await signer.sign(statement, { typ: CHECKPOINT_TYPE });
  try {
    const call = { ...SYSTEM_CALL, now: () => now };
    await new AuditCheckpoints(database, call).add({ chain, sequence, chainHash, signedAt: now.toISOString(), jws });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
  await keepEnds(database, new Map([[chain, head]]));
}

export interface LastCheckpoint {
  readonly sequence: number;
  readonly signedAt: string;
}

async function lastCheckpoint(database: Database, chain: string): Promise<LastCheckpoint | undefined> {
  const [last] = await new AuditCheckpoints(database).list({ where: { chain }, orderBy: '-sequence', limit: 1 });
  return last;
}
