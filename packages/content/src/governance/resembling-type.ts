/** In shorter names one letter is often the whole difference. */
const SHORTEST = 4;

/**
 * Returns the governed type that a type differs from by one letter, by two that changed places, or by the plural; null if there is none.
 * Such a type is probably a typing error, by which a piece would be published without the reviews that it needs.
 *
 * @param type folded, as all of them
 */
export function resemblingType(type: string, governed: Iterable<string>): string | null {
  for (const other of governed) {
    if (other === type) return null;
    if (Math.min(type.length, other.length) < SHORTEST) continue;
    if (isOneSlipAway(type, other) || singularsOf(type).includes(other) || singularsOf(other).includes(type)) return other;
  }
  return null;
}

/** What a word could be the plural of, in English. */
function singularsOf(word: string): string[] {
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  return word.endsWith('es') ? [word.slice(0, -2), word.slice(0, -1)] : word.endsWith('s') ? [word.slice(0, -1)] : [];
}

/** Whether one letter is missing, too many, or another one, or two neighbours changed places. */
function isOneSlipAway(a: string, b: string): boolean {
  const [longer, shorter] = a.length >= b.length ? [a, b] : [b, a];
  if (longer.length - shorter.length > 1) return false;
  let start = 0;
  while (start < shorter.length && longer[start] === shorter[start]) start += 1;
  if (longer.length > shorter.length) return longer.slice(start + 1) === shorter.slice(start);
  const isSwapped = longer[start] === shorter[start + 1] && longer[start + 1] === shorter[start];
  return longer.slice(start + 1) === shorter.slice(start + 1) || (isSwapped && longer.slice(start + 2) === shorter.slice(start + 2));
}
