/** In UTF-16 units: as an update it stays below the largest, in whatever script. */
export const LARGEST_PIECE = 60_000;

/** Divides a long paste into pieces that fit an update each, to be inserted one after the other. No piece ends within a character. */
export function piecesOf(text: string, maximum: number = LARGEST_PIECE): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + maximum, text.length);
    const next = text.charCodeAt(end);
    if (end - at > 1 && next >= 0xdc00 && next <= 0xdfff) end -= 1;
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}
