/** PostgreSQL's limits of a `tsvector` (https://www.postgresql.org/docs/current/textsearch-limitations.html), of 2 ** 20 bytes. */
const MAXIMUM_BYTES = 1_000_000;
/** Of one word in a `tsvector`. */
export const MAXIMUM_POSITIONS = 255;
/** PostgreSQL accepts lexemes of 2046 bytes; longer words are not indexed there. */
export const MAXIMUM_WORD = 100;
/** Texts of this length fit, whatever their words: a word takes at most six bytes a character, and ten more. */
export const ALWAYS_FITS = 100_000;
/** The same for ASCII, which has few different words of one or two characters. */
export const ASCII_ALWAYS_FITS = 250_000;

/** The hash (FNV-1a) of a word is that of nothing, with each of its UTF-16 units. */
export const HASH_OF_NOTHING = 0x811c9dc5;

export function hashWith(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

const BUCKETS = 2 ** 21;

/**
 * Which words of a record the index holds: those from the beginning that fit into a `tsvector`, which are about 60,000 different ones. The
 * index of SQLite has no limit, but takes half a second for 300,000 different words, and both databases find the same.
 *
 * Words are counted by a hash, at a tenth of the cost of counting the words themselves. Of 60,000 words every seventieth has the hash of one
 * before it; the limit leaves more space than that.
 */
export class IndexBudget {
  readonly #counts = new Uint8Array(BUCKETS);
  #bytes = 0;

  /** Takes space for a word, and returns whether there was enough. */
  take(word: string): boolean {
    let hash = HASH_OF_NOTHING;
    for (let at = 0; at < word.length; at += 1) hash = hashWith(hash, word.charCodeAt(at));
    return this.takeHashed(hash, Buffer.byteLength(word));
  }

  /** Takes space for a word with this hash and so many bytes. */
  takeHashed(hash: number, bytes: number): boolean {
    const bucket = (hash ^ (hash >>> 16)) & (BUCKETS - 1);
    const count = Number(this.#counts[bucket]);
    if (count === 0) this.#bytes += bytes + 8;
    if (count < MAXIMUM_POSITIONS) {
      this.#bytes += 2;
      this.#counts[bucket] = count + 1;
    }
    return this.#bytes <= MAXIMUM_BYTES;
  }
}
