/** PostgreSQL's limits of a `tsvector` (https://www.postgresql.org/docs/current/textsearch-limitations.html), of 2 ** 20 bytes. */
const MAXIMUM_BYTES = 1_000_000;
const MAXIMUM_POSITIONS = 255;
/** PostgreSQL accepts lexemes of 2046 bytes; longer words are not indexed there. */
export const MAXIMUM_WORD = 100;
/** Texts of this length fit, whatever their words: a word takes at most six bytes a character, and ten more. */
export const ALWAYS_FITS = 100_000;

const BUCKETS = 2 ** 22;

/**
 * Which words of a record the index holds: those from the beginning that fit into a `tsvector`, which are about 60,000 different ones. The
 * index of SQLite has no limit, but takes half a second for 300,000 different words, and both databases find the same.
 *
 * Words are counted by a hash, at a tenth of the cost of counting the words themselves. Two of 60,000 words in a hundred have the hash of
 * another one; the limit leaves more space than that.
 */
export class IndexBudget {
  readonly #counts = new Uint8Array(BUCKETS);
  #bytes = 0;

  /** Takes space for the word at `from` to `to` in a text, and returns whether there was enough. */
  take(text: string, from: number, to: number): boolean {
    let hash = 0x811c9dc5;
    let bytes = 8;
    for (let at = from; at < to; at += 1) {
      const unit = text.charCodeAt(at);
      hash = Math.imul(hash ^ unit, 0x01000193);
      bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    }
    const bucket = (hash ^ (hash >>> 16)) & (BUCKETS - 1);
    const count = Number(this.#counts[bucket]);
    if (count === 0) this.#bytes += bytes;
    if (count < MAXIMUM_POSITIONS) {
      this.#bytes += 2;
      this.#counts[bucket] = count + 1;
    }
    return this.#bytes <= MAXIMUM_BYTES;
  }
}
