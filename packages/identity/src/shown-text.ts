const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/**
 * A text that somebody else sent, fit to be stored and shown: no controls, direction marks or halves of characters, cut to `longest`
 * UTF-16 units. Null when nothing is left.
 */
export function shownText(text: string | null | undefined, longest = 200): string | null {
  // Cut first: the cut may go through a pair, whose half is then taken out.
  const shown = (text ?? '').slice(0, longest).replace(UNSHOWABLE, '').trim();
  return shown === '' ? null : shown;
}
