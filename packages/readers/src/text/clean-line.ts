/** Control characters, including bidirectional controls. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]+/gu;

/**
 * Converts untrusted text to one line of at most `maximum` characters, without line breaks, controls and bidirectional controls;
 * `null` if nothing is left.
 */
export function cleanLine(text: string | null | undefined, maximum: number): string | null {
  if (!text) return null;
  const line = text
    .slice(0, maximum * 4)
    .toWellFormed()
    .replaceAll(INVISIBLE, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const cut =
    line.length > maximum
      ? line
          .slice(0, maximum)
          .toWellFormed()
          .replace(/\ufffd$/, '')
          .trimEnd()
      : line;
  return cut === '' ? null : cut;
}
