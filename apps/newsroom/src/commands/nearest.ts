/** Returns the most similar candidate: at most a third of its letters may differ, and never more than three. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const maximum = Math.min(3, Math.ceil(word.length / 3));
  const [best] = [...candidates]
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= maximum)
    .sort((left, right) => left.distance - right.distance);
  return best?.candidate;
}

/** The number of letters to insert, delete or replace to convert one word to the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of from.split('').entries()) {
    const next = [index + 1];
    for (let at = 0; at < to.length; at += 1) {
      const replaced = (row[at] ?? 0) + (letter === to[at] ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
