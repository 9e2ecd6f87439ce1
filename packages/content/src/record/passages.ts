/** A passage of a text, and its replacement. */
export interface Passage {
  readonly find: string;
  readonly replace: string;
}

/** Returns the position of a passage that occurs exactly once in a text; undefined otherwise. */
export function onlyPlaceOf(passage: string, text: string): number | undefined {
  const [place, other] = placesOf(passage, text);
  return other === undefined ? place : undefined;
}

/** Returns the first position of a passage in a text; undefined if it does not occur. */
export function firstPlaceOf(passage: string, text: string): number | undefined {
  const [place] = placesOf(passage, text);
  return place;
}

/**
 * Yields the positions of a passage in a text, including overlapping ones. The time is linear in the length of both (Knuth, Morris and
 * Pratt): `indexOf` takes seconds for a maliciously chosen passage that nearly occurs everywhere.
 */
function* placesOf(passage: string, text: string): Generator<number, void> {
  if (passage === '' || passage.length > text.length) return;
  const fallbacks = fallbacksOf(passage);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && unit !== passage.charCodeAt(matched)) matched = fallbacks[matched - 1] ?? 0;
    if (unit === passage.charCodeAt(matched)) matched += 1;
    if (matched < passage.length) continue;
    yield at - matched + 1;
    matched = fallbacks[matched - 1] ?? 0;
  }
}

/** For each prefix of the passage, the length of its longest proper suffix that is also a prefix. */
function fallbacksOf(passage: string): Int32Array {
  const fallbacks = new Int32Array(passage.length);
  let matched = 0;
  for (let at = 1; at < passage.length; at += 1) {
    const unit = passage.charCodeAt(at);
    while (matched > 0 && unit !== passage.charCodeAt(matched)) matched = fallbacks[matched - 1] ?? 0;
    if (unit === passage.charCodeAt(matched)) matched += 1;
    fallbacks[at] = matched;
  }
  return fallbacks;
}

/**
 * Replaces passages of a text, all of which are searched in the original text, not in replacements. Undefined if one does not occur exactly
 * once, or if two overlap.
 *
 * @example
 * replacePassages('oak and elm', [{ find: 'oak', replace: 'elm' }, { find: 'elm', replace: 'oak' }]); // 'elm and oak'
 */
export function replacePassages(text: string, passages: readonly Passage[]): string | undefined {
  const placed: (Passage & { readonly start: number })[] = [];
  for (const { find, replace } of passages) {
    const start = onlyPlaceOf(find, text);
    if (start === undefined) return undefined;
    placed.push({ find, replace, start });
  }
  const parts: string[] = [];
  let end = 0;
  for (const { find, replace, start } of placed.toSorted((one, other) => one.start - other.start)) {
    if (start < end) return undefined;
    parts.push(text.slice(end, start), replace);
    end = start + find.length;
  }
  return [...parts, text.slice(end)].join('');
}
