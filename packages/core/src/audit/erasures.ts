import type { SealedEntry } from './chain-hash.ts';
import { AUDIT_TABLE, type COMMITTED } from '../journal/chain-names.ts';
import { timeOfKey } from '../fields/time-of-key.ts';

/** An entry that lost values. */
export interface BlankedEntry {
  readonly chain: string;
  readonly sequence: number;
  readonly entryId: string;
}

interface Blanked extends BlankedEntry {
  readonly callerId: string | null;
  /** Only the name is missing, which an erasure of all entries of its caller covers too. */
  readonly isNameAlone: boolean;
}

/** The clocks of two machines differ: an erasure may appear slightly older than the erased entry. */
const CLOCKS_DIFFER_MS = 15 * 60_000;
/** An erasure for a caller, which is a single entry; all others are erasures of single entries. */
const MAXIMUM_OF_A_CALLER = 10_000;

/**
 * Compares missing values with the entries that record their erasure. Chains are read once, and an erasure
 * is sealed after the erased entry, so missing values are remembered until the end.
 */
export class Erasures {
  readonly #erasedAt = new Map<string, number>();
  readonly #ofCallers = new Map<string, Blanked[]>();
  readonly #ofEntries: Blanked[] = [];

  /** Processes an entry of a chain, which may record an erasure. */
  addEntry({ id, action, objectType, objectId }: SealedEntry): void {
    if (action !== 'erase' || objectType !== AUDIT_TABLE) return;
    this.#erasedAt.set(objectId, Math.max(this.#erasedAt.get(objectId) ?? 0, timeOfKey(id)));
  }

  /** Processes an entry that lost these values. */
  addMissing(place: BlankedEntry, { callerId }: SealedEntry, names: readonly (typeof COMMITTED)[number][]): void {
    const blanked = { ...place, callerId, isNameAlone: names.every((name) => name === 'callerName') };
    if (callerId === null || !blanked.isNameAlone) {
      this.#ofEntries.push(blanked);
      return;
    }
    const known = this.#ofCallers.get(callerId) ?? [];
    this.#ofCallers.set(callerId, known);
    if (known.length < MAXIMUM_OF_A_CALLER) known.push(blanked);
  }

  /** Returns the first entry of each chain that lost values without a recorded erasure. */
  unrecorded(): ReadonlyMap<string, BlankedEntry> {
    const first = new Map<string, BlankedEntry>();
    for (const each of [...this.#ofEntries, ...[...this.#ofCallers.values()].flat()]) {
      if (this.#isRecorded(each)) continue;
      const known = first.get(each.chain);
      if (!known || each.sequence < known.sequence) first.set(each.chain, each);
    }
    return first;
  }

  #isRecorded({ entryId, callerId, isNameAlone }: Blanked): boolean {
    const written = timeOfKey(entryId) - CLOCKS_DIFFER_MS;
    const erasedAfter = (key: string | null): boolean => key !== null && (this.#erasedAt.get(key) ?? -1) >= written;
    return erasedAfter(entryId) || (isNameAlone && erasedAfter(callerId));
  }
}
