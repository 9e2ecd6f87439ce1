import { COMMITTED, GLOBAL_CHAIN } from '../journal/chain-names.ts';
import { chainHash, type ChainLink, commitment, formOfHash, GENESIS, type SealedEntry } from './chain-hash.ts';
import type { CheckpointStatement } from './checkpoints.ts';
import { type BlankedEntry, Erasures } from './erasures.ts';
import { misdated } from './read-entries.ts';

/** What a chain is compared with: a signed checkpoint, or the end of the chain in an export. */
export type ExpectedState = CheckpointStatement | ChainEnd;

/**
 * The end of a chain as it was written down elsewhere. It is not signed: whoever compares a log with it trusts that place, an export or the
 * file of the heads signed last.
 */
export interface ChainEnd {
  readonly chain: string;
  readonly sequence: number;
  readonly chainHash: string;
  /** The place, for messages: `the export`. */
  readonly place: string;
}

/** A link with its entry, null if that is missing. Links are ordered by chain and sequence. */
export interface ChainRecord {
  readonly link: ChainLink;
  readonly entry: SealedEntry | null;
}

/**
 * The fault of an entry. `blanked`: its values are missing as if erased, but no entry records that; `rewritten`: the
 * chain is consistent in itself but does not match a signed checkpoint; `misdated`: its key and its time do not fit; `unsigned`: a signed
 * checkpoint is missing or was changed; `unlogged`: a record has no entry at all.
 */
export type ChainFaultKind = 'changed' | 'blanked' | 'removed' | 'inserted' | 'moved' | 'rewritten' | 'misdated' | 'unsigned' | 'unlogged';

/** The first fault of a chain. */
export interface ChainFault {
  readonly kind: ChainFaultKind;
  readonly chain: string;
  /** The position in the chain. */
  readonly sequence: number;
  /** The entry; null if nothing identifies it any more. */
  readonly entryId: string | null;
  /** A description of the fault. */
  readonly message: string;
}

/** The result of verifying chains. */
export interface ChainReport {
  readonly entries: number;
  readonly chains: number;
  /** The number of erased values, whose hashes remain. */
  readonly erased: number;
  /** The number of checkpoints that were compared. */
  readonly checkpoints: number;
  /** The first fault of each faulty chain. */
  readonly faults: readonly ChainFault[];
}

/**
 * Verifies chains of audit entries link by link: each entry against its hash, each hash against its predecessor, and both against
 * the signed checkpoints. It keeps two links and the checkpoints in memory, however many entries there are.
 *
 * @param expected statements with verified signatures, from this database or exported earlier, and the ends of chains in an export
 */
export async function verifyChains(records: AsyncIterable<ChainRecord>, expected: readonly ExpectedState[]): Promise<ChainReport> {
  const signed = bySequence(expected);
  const erasures = new Erasures();
  const found = { entries: 0, chains: 0, erased: 0, checkpoints: 0, faults: [] as ChainFault[] };
  let walk: ChainWalk | undefined;
  const end = (): void => {
    if (!walk) return;
    const fault = walk.end();
    if (fault) found.faults.push(fault);
    found.erased += walk.erased;
    found.checkpoints += walk.checkpoints;
  };
  for await (const record of records) {
    if (record.link.chain !== walk?.chain) {
      end();
      found.chains += 1;
      walk = new ChainWalk(record.link.chain, erasures, signed.get(record.link.chain));
      signed.delete(record.link.chain);
    }
    found.entries += 1;
    walk.add(record);
  }
  end();
  // A chain without any links left.
  for (const [chain, statements] of signed) {
    const fault = new ChainWalk(chain, erasures, statements).end();
    if (fault) found.faults.push(fault);
  }
  const faulty = new Set(found.faults.map(({ chain }) => chain));
  for (const blanked of erasures.unrecorded().values()) if (!faulty.has(blanked.chain)) found.faults.push(unrecordedFault(blanked));
  return found;
}

function unrecordedFault({ chain, sequence, entryId }: BlankedEntry): ChainFault {
  const message = 'Values of the entry are missing as if they had been erased, but no entry records the erasure.';
  return { kind: 'blanked', chain, sequence, entryId, message };
}

type Statements = Map<number, ExpectedState>;

function bySequence(expected: readonly ExpectedState[]): Map<string, Statements> {
  const chains = new Map<string, Statements>();
  for (const each of expected) {
    const statements = chains.get(each.chain) ?? new Map<number, ExpectedState>();
    const other = statements.get(each.sequence);
    // The end of an export adds nothing to an equal checkpoint.
    if ('place' in each && other?.chainHash === each.chainHash) continue;
    // Two different statements about one position: the one that does not match is reported.
    statements.set(other && other.chainHash !== each.chainHash ? each.sequence + 0.5 : each.sequence, each);
    chains.set(each.chain, statements);
  }
  return chains;
}

/** Verifies one chain. A link is judged once the next one is known, since that shows what happened to it. */
class ChainWalk {
  readonly chain: string;
  erased = 0;
  checkpoints = 0;
  #fault: ChainFault | undefined;
  #previous = { sequence: 0, chainHash: GENESIS };
  #waiting: ChainRecord | undefined;
  readonly #erasures: Erasures;
  readonly #signed: Statements;
  #lastSigned = 0;
  /** Whether an entry of the second form was seen: from then on entries are dated as their keys. */
  #isOfThisVersion = false;

  constructor(chain: string, erasures: Erasures, signed: Statements = new Map()) {
    this.chain = chain;
    this.#erasures = erasures;
    this.#signed = signed;
  }

  add(record: ChainRecord): void {
    if (this.#waiting) this.#judge(this.#waiting, record);
    this.#waiting = record;
  }

  end(): ChainFault | undefined {
    if (this.#waiting) this.#judge(this.#waiting, undefined);
    if (this.#fault) return this.#fault;
    const beyond = [...this.#signed.values()].filter(({ sequence }) => sequence > this.#previous.sequence);
    const [missing] = beyond.toSorted((one, other) => one.sequence - other.sequence);
    if (!missing) return undefined;
    const sequence = this.#previous.sequence + 1;
    const source = 'place' in missing ? capitalized(missing.place) : 'A signed checkpoint';
    const message = `${source} covers entries up to ${missing.sequence}, but the chain ends at ${sequence - 1}: its end was removed.`;
    return { kind: 'removed', chain: this.chain, sequence, entryId: null, message };
  }

  #judge(record: ChainRecord, next: ChainRecord | undefined): void {
    if (this.#fault) return;
    this.#fault = this.#faultOf(record, next);
    this.#previous = record.link;
  }

  #faultOf({ link, entry }: ChainRecord, next: ChainRecord | undefined): ChainFault | undefined {
    const fault = (kind: ChainFaultKind, message: string, entryId: string | null = link.entryId): ChainFault => ({
      kind,
      chain: this.chain,
      sequence: kind === 'removed' ? this.#previous.sequence + 1 : link.sequence,
      entryId,
      message,
    });
    const expected = this.#previous.sequence + 1;
    if (link.sequence !== expected) return fault('removed', `Number ${expected} of the chain is missing, with its entry.`, null);
    if (!entry) return fault('removed', 'The entry is missing.');
    const change = this.#changeOf(entry, link);
    if (change !== undefined) return fault('changed', change);
    const reason = this.#isOfThisVersion ? misdated(entry) : undefined;
    if (reason !== undefined) return fault('misdated', `The entry was not written by a save: ${reason}.`);
    if (chainHash(this.#previous.chainHash, link) !== link.chainHash) return this.#misplaced(link, next?.link, fault);
    return this.#compareWithCheckpoints(link, fault);
  }

  /** Describes what was changed in an entry. */
  #changeOf(entry: SealedEntry, { entryId, chain, sequence, commitments, salts, entryHash: expected }: ChainLink): string | undefined {
    if (entry.id !== entryId || (entry.tenantId ?? GLOBAL_CHAIN) !== chain)
      return 'The entry is not the one that was sealed at this position.';
    const erased: (typeof COMMITTED)[number][] = [];
    for (const name of COMMITTED) {
      const [committed, salt, value] = [commitments[name], salts[name], entry[name]];
      if (committed === undefined ? value !== null : salt === undefined ? value !== null : commitment(salt, value) !== committed)
        return `${name} differs from what was sealed.`;
      if (committed !== undefined && salt === undefined) erased.push(name);
    }
    const form = formOfHash(entry, commitments, expected);
    if (form === undefined) return 'The entry differs from what was sealed.';
    if (form === 2) this.#isOfThisVersion = true;
    this.erased += erased.length;
    if (erased.length > 0) this.#erasures.addMissing({ chain, sequence, entryId }, entry, erased);
    this.#erasures.addEntry(entry);
    return undefined;
  }

  /** Returns the fault of an intact entry that does not follow its predecessor. */
  #misplaced(
    link: ChainLink,
    next: ChainLink | undefined,
    fault: (kind: ChainFaultKind, message: string, entryId?: string | null) => ChainFault,
  ): ChainFault {
    if (next) {
      // Without this link the next one matches: it was inserted.
      const withoutThis = { ...next, sequence: link.sequence };
      const isNextInPlace = chainHash(this.#previous.chainHash, withoutThis) === next.chainHash;
      // And this one follows the next: the two were swapped.
      const isAfterNext = chainHash(next.chainHash, { ...link, sequence: next.sequence }) === link.chainHash;
      if (isNextInPlace && !isAfterNext) return fault('inserted', 'The entry was inserted: the next one follows the one before it.');
      // The next one followed this one at a later position: an earlier one was removed.
      const shifted = { ...next, sequence: next.sequence + 1 };
      if (chainHash(link.chainHash, shifted) === next.chainHash)
        return fault('removed', `Number ${link.sequence} of the chain is missing, and those after it were renumbered.`, null);
    }
    return fault('moved', 'The entry does not follow the one before it: it was moved here, or others around it were moved or removed.');
  }

  #compareWithCheckpoints(link: ChainLink, fault: (kind: ChainFaultKind, message: string) => ChainFault): ChainFault | undefined {
    for (const place of [link.sequence, link.sequence + 0.5]) {
      const statement = this.#signed.get(place);
      if (!statement) continue;
      if (!('place' in statement)) this.checkpoints += 1;
      if (statement.chainHash !== link.chainHash)
        return fault('rewritten', `Entries ${this.#lastSigned + 1} to ${link.sequence} differ from those ${sourceOf(statement)}.`);
    }
    if (this.#signed.has(link.sequence)) this.#lastSigned = link.sequence;
    return undefined;
  }
}

function sourceOf(statement: ExpectedState): string {
  return 'place' in statement ? `that ${statement.place} covers` : `that were signed on ${new Date(statement.iat * 1000).toISOString()}`;
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
