const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/**
 * Makes untrusted text safe to store and display: no control characters, direction marks or lone surrogates, cut to `longest` UTF-16 units.
 * Null if nothing is left.
 */
export function shownText(text: string | null | undefined, longest = 200): string | null {
  // Cut first: the cut may split a surrogate pair, whose half is then removed.
  const cleaned = (text ?? '').slice(0, longest).replace(UNSHOWABLE, '').trim();
  return cleaned === '' ? null : cleaned;
}
