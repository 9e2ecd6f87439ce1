/** Turns what follows it round, or hides it. Joiners stay: scripts and emoji need them. */
const MISLEADING = /[\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** One line of at most so many characters, without controls and what turns text round. */
export function cleanLine(text: string, longest: number): string {
  return text
    .replaceAll(MISLEADING, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed()
    .trim();
}
