/** A held row as it was seen. */
export interface Held {
  readonly id: string;
  readonly receipt: string;
  readonly beat: number;
}

interface Sighting extends Held {
  readonly since: number;
}

/**
 * What one process has seen of the rows that others hold. A row whose receipt and beat have stayed the same for as long as a lease, by the
 * monotonic clock of this process, has lost its holder. No clocks of two machines are compared, and a clock that is set changes nothing.
 */
export class Sightings {
  readonly #lease: number;
  readonly #monotonic: () => number;
  #seen = new Map<string, Sighting>();
  #looked = -Infinity;

  constructor(lease: number, monotonic: () => number) {
    this.#lease = lease;
    this.#monotonic = monotonic;
  }

  /** Whether it is time to look again. */
  get isDue(): boolean {
    return this.#monotonic() - this.#looked >= this.#lease / 4;
  }

  /** Takes note of the rows that are held now, and returns those without a holder. */
  look(held: readonly Held[]): Held[] {
    const now = this.#monotonic();
    // A process that slept, or was stopped, does not know how others fared meanwhile: it may be that all of them did.
    const hasSlept = now - this.#looked > this.#lease / 2;
    const seen = new Map<string, Sighting>();
    for (const { id, receipt, beat } of held) {
      const before = hasSlept ? undefined : this.#seen.get(id);
      const isSame = before?.receipt === receipt && before.beat === beat;
      seen.set(id, isSame ? before : { id, receipt, beat, since: now });
    }
    this.#seen = seen;
    this.#looked = now;
    return [...seen.values()].filter(({ since }) => now - since >= this.#lease);
  }
}
