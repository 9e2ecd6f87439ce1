import type { SealedEntry } from './chain-hash.ts';
import { AUDIT_TABLE, type COMMITTED } from './chain-names.ts';
import { timeOfKey } from './read-entries.ts';

/** An entry that lost values. */
export interface BlankedEntry {
  readonly chain: string;
  readonly sequence: number;
  readonly entryId: string;
}

interface Blanked extends BlankedEntry {
  readonly callerId: string | null;
  /** Its name alone is gone, which an erasure of all entries of its caller takes too. */
  readonly isNameAlone: boolean;
}

/** The clocks of two machines differ: an erasure may seem to be a little older than what it erased. */
const CLOCKS_DIFFER_MS = 15 * 60_000;
/** Of one caller, whose erasure is one entry: all others are of erasures by hand. */
const KEPT_OF_A_CALLER = 10_000;

/**
 * Holds values that are gone against the entries that say that somebody erased them. Chains are gone through once, and an erasure
 * is sealed after what it erased: what is gone is remembered until the end.
 */
export class Erasures {
  readonly #erasedAt = new Map<string, number>();
  readonly #ofCallers = new Map<string, Blanked[]>();
  readonly #ofEntries: Blanked[] = [];

  /** Sees an entry of a chain, which may be the one of an erasure. */
  see({ id, action, objectType, objectId }: SealedEntry): void {
    if (action !== 'erase' || objectType !== AUDIT_TABLE) return;
    this.#erasedAt.set(objectId, Math.max(this.#erasedAt.get(objectId) ?? 0, timeOfKey(id)));
  }

  /** Sees an entry that lost these values. */
  miss(place: BlankedEntry, { callerId }: SealedEntry, names: readonly (typeof COMMITTED)[number][]): void {
    const blanked = { ...place, callerId, isNameAlone: names.every((name) => name === 'callerName') };
    if (callerId === null || !blanked.isNameAlone) {
      this.#ofEntries.push(blanked);
      return;
    }
    const known = this.#ofCallers.get(callerId) ?? [];
    this.#ofCallers.set(callerId, known);
    if (known.length < KEPT_OF_A_CALLER) known.push(blanked);
  }

  /** The first entry of each chain that lost values and that no erasure tells of. */
  untold(): ReadonlyMap<string, BlankedEntry> {
    const first = new Map<string, BlankedEntry>();
    for (const each of [...this.#ofEntries, ...[...this.#ofCallers.values()].flat()]) {
      if (this.#isTold(each)) continue;
      const known = first.get(each.chain);
      if (!known || each.sequence < known.sequence) first.set(each.chain, each);
    }
    return first;
  }

  #isTold({ entryId, callerId, isNameAlone }: Blanked): boolean {
    const written = timeOfKey(entryId) - CLOCKS_DIFFER_MS;
    const erasedAfter = (key: string | null): boolean => key !== null && (this.#erasedAt.get(key) ?? -1) >= written;
    return erasedAfter(entryId) || (isNameAlone && erasedAfter(callerId));
  }
}
