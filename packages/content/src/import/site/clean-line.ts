/** Bidirectional and invisible control characters. Joiners are kept: some scripts and emoji need them. */
const MISLEADING = /[\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Returns one line of at most `maximum` characters, without control characters and bidirectional overrides. */
export function cleanLine(text: string, longest: number): string {
  return text
    .replaceAll(MISLEADING, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed()
    .trim();
}
