/** Longer words are names that nobody mistypes, and comparing them takes long. */
const LONGEST = 100;

/**
 * Returns the candidate that a word was probably meant to be, ignoring case: a third of its letters may differ, at most three, and fewer than
 * half. Two neighbouring letters that were swapped count as one difference.
 *
 * @returns undefined if none is similar; the first of several that are equally similar
 *
 * @example
 * nearest('tilte', ['title', 'type']); // 'title'
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const { length } = word;
  if (length > LONGEST) return undefined;
  let best: string | undefined;
  let bestDistance = Math.min(3, Math.ceil(length / 3), Math.ceil(length / 2) - 1) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - length) >= bestDistance) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** The number of letters to insert, delete, replace or swap with a neighbour (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (last[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length] ?? 0;
}
