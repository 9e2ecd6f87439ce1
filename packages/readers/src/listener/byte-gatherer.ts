/** Gathers pieces into one buffer that grows: what is held is bounded by bytes, however small the pieces are. */
export class ByteGatherer {
  readonly #maximum: number;
  #held = Buffer.alloc(0);
  #length = 0;

  /** @param maximum bytes that it takes at most */
  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  get length(): number {
    return this.#length;
  }

  /** @returns whether it took the piece: it takes none that would go beyond the maximum */
  add(piece: Uint8Array): boolean {
    const length = this.#length + piece.length;
    if (length > this.#maximum) return false;
    if (length > this.#held.length) {
      const grown = Buffer.allocUnsafeSlow(Math.min(this.#maximum, Math.max(length, this.#held.length * 2, 16_384)));
      this.#held.copy(grown, 0, 0, this.#length);
      this.#held = grown;
    }
    this.#held.set(piece, this.#length);
    this.#length = length;
    return true;
  }

  /** Lets go of what was gathered. */
  clear(): void {
    this.#held = Buffer.alloc(0);
    this.#length = 0;
  }

  /** What was gathered; nothing is copied, and nothing may be added after it. */
  take(): Buffer {
    return this.#held.subarray(0, this.#length);
  }
}
