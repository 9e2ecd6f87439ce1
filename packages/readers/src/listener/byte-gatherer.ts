/** Collects chunks in one growing buffer: memory is limited in bytes, however small the chunks are. */
export class ByteGatherer {
  readonly #maximum: number;
  #held = Buffer.alloc(0);
  #length = 0;

  /** @param maximum the maximum number of bytes */
  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  get length(): number {
    return this.#length;
  }

  /** @returns whether the chunk was added: not if it exceeds the maximum */
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

  /** Releases the collected bytes. */
  clear(): void {
    this.#held = Buffer.alloc(0);
    this.#length = 0;
  }

  /** Returns the collected bytes without copying; nothing can be added afterwards. */
  take(): Buffer {
    return this.#held.subarray(0, this.#length);
  }
}
