/** The fewest letters of a word that can be a mistake for another, and of one that can have two mistakes. */
const SHORTEST = 4;
const TWO_MISTAKES = 8;
const LONGEST = 40;
const SHORTEST_PART = 3;

/** A word in use that somebody may have meant, or two that were written as one. */
export interface Candidate {
  readonly words: readonly string[];
  readonly score: number;
}

/** The words in use, for comparing one with all of them. */
export class Vocabulary {
  readonly #docs = new Map<string, number>();
  /** By length. */
  readonly #words: string[][] = Array.from({ length: LONGEST + 1 }, () => []);
  readonly #masks: number[][] = Array.from({ length: LONGEST + 1 }, () => []);

  /** @param docs the number of texts of each word, in the same order */
  constructor(words: readonly string[], docs: ArrayLike<number>) {
    for (const [index, word] of words.entries()) {
      if (word.length < SHORTEST_PART || word.length > LONGEST || this.#docs.has(word)) continue;
      this.#docs.set(word, Number(docs[index]));
      this.#words[word.length]?.push(word);
      this.#masks[word.length]?.push(maskOf(word));
    }
  }

  /** Returns the words that differ from one by a mistake or two, the likeliest first. */
  nearest(word: string, limit: number): Candidate[] {
    const { length } = word;
    if (length < SHORTEST || length > LONGEST) return [];
    const most = length < TWO_MISTAKES ? 1 : 2;
    const mask = maskOf(word);
    const found: Candidate[] = [];
    for (let size = Math.max(SHORTEST_PART, length - most); size <= Math.min(LONGEST, length + most); size += 1) {
      const masks = this.#masks[size] ?? [];
      for (let at = 0; at < masks.length; at += 1) {
        // Each mistake changes at most two letters of the mask.
        if (bits(mask ^ (masks[at] ?? 0)) > 2 * most) continue;
        const other = this.#words[size]?.[at] ?? '';
        const mistakes = distance(word, other, most);
        if (mistakes === 0 || mistakes > most) continue;
        const first = word.codePointAt(0) === other.codePointAt(0) ? 3 : 0;
        found.push({ words: [other], score: Math.log2(1 + this.#docsOf(other)) - 6 * mistakes + first });
      }
    }
    return [...found, ...this.#splits(word)]
      .toSorted((one, other) => other.score - one.score || (one.words.join() < other.words.join() ? -1 : 1))
      .slice(0, limit);
  }

  #splits(word: string): Candidate[] {
    const found: Candidate[] = [];
    for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at += 1) {
      const [first, second] = [word.slice(0, at), word.slice(at)];
      const docs = Math.min(this.#docsOf(first), this.#docsOf(second));
      if (docs > 0) found.push({ words: [first, second], score: Math.log2(1 + docs) - 6 });
    }
    return found;
  }

  #docsOf(word: string): number {
    return this.#docs.get(word) ?? 0;
  }
}

/** One bit for each letter, of 32. */
function maskOf(word: string): number {
  let mask = 0;
  for (let at = 0; at < word.length; at += 1) mask |= 1 << (word.charCodeAt(at) & 31);
  return mask;
}

function bits(mask: number): number {
  let left = mask - ((mask >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/**
 * Optimal string alignment: letters that are missing, added, changed, or two neighbours that are swapped.
 *
 * @returns the number of mistakes; more than `most` if there are more
 */
function distance(one: string, other: string, most: number): number {
  const width = other.length + 1;
  let [before, last, row] = [new Uint8Array(width), Uint8Array.from({ length: width }, (_, index) => index), new Uint8Array(width)];
  for (let at = 1; at <= one.length; at += 1) {
    row[0] = at;
    let best = at;
    for (let to = 1; to < width; to += 1) {
      const same = one.charCodeAt(at - 1) === other.charCodeAt(to - 1);
      let cost = Math.min(Number(last[to]) + 1, Number(row[to - 1]) + 1, Number(last[to - 1]) + (same ? 0 : 1));
      const swapped =
        at > 1 && to > 1 && one.charCodeAt(at - 1) === other.charCodeAt(to - 2) && one.charCodeAt(at - 2) === other.charCodeAt(to - 1);
      if (swapped) cost = Math.min(cost, Number(before[to - 2]) + 1);
      row[to] = cost;
      if (cost < best) best = cost;
    }
    if (best > most) return most + 1;
    [before, last, row] = [last, row, before];
  }
  return Number(last[width - 1]);
}
