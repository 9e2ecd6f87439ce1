/** Controls, and what turns the direction of what stands around it. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]+/gu;

/**
 * One line of text of whatever a stranger's header or metadata holds: no line breaks, controls or bidirectional controls, at
 * most this many characters; `null` when nothing is left.
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
