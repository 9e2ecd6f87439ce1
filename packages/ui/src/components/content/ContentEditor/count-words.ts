/** Milliseconds of counting after which the page is let answer. */
const SLICE = 8;
/** Lines between two looks at the clock. */
const TOGETHER = 20;

/** Counts the words of a text as it changes: only lines that it has not met before are counted, some at a time. */
export class WordCounter {
  #counts = new Map<string, number>();
  readonly #segmenter: Intl.Segmenter;

  /** @param language the language of the text, a valid BCP 47 tag; words of scripts without spaces are told apart by it */
  constructor(language: string | undefined) {
    this.#segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  }

  /** @returns null if it was aborted */
  async count(text: string, { signal }: { readonly signal: AbortSignal }): Promise<number | null> {
    const counts = new Map<string, number>();
    let total = 0;
    let began = performance.now();
    for (const [index, line] of text.split('\n').entries()) {
      const count = counts.get(line) ?? this.#counts.get(line) ?? this.#countLine(line);
      counts.set(line, count);
      total += count;
      if (index % TOGETHER > 0 || performance.now() - began < SLICE) continue;
      // oxlint-disable-next-line no-await-in-loop -- letting the page answer is the point
      await new Promise((resolve) => setTimeout(resolve));
      if (signal.aborted) return null;
      began = performance.now();
    }
    this.#counts = counts;
    return total;
  }

  #countLine(line: string): number {
    let count = 0;
    for (const { isWordLike } of this.#segmenter.segment(line)) if (isWordLike === true) count += 1;
    return count;
  }
}
