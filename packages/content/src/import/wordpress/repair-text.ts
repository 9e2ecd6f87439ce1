/** Characters that XML 1.0 forbids. Lone surrogates are not among them, since decoding never yields one. */
const FORBIDDEN = /(?![\t\n\r\u007F-\u009F])[\p{Cc}\uFFFE\uFFFF]/gu;
/** A complete reference: one of the five names of XML, or the number of a character. */
const REFERENCE = /&(?:amp|lt|gt|quot|apos|#(\d{1,20})|#x([\da-f]{1,20}));/iy;
const NAMES = new Set(['&amp;', '&lt;', '&gt;', '&quot;', '&apos;']);
/** The start of a text that may be completed to a reference. */
const UNDECIDED = /^&(?:[a-z]{0,4}|#\d{0,20}|#x[\da-f]{0,20})$/i;

/** Returns a text without characters that XML forbids, and how many there were. */
export function withoutForbidden(text: string): { readonly text: string; readonly removed: number } {
  let removed = 0;
  const cleaned = text.replaceAll(FORBIDDEN, () => {
    removed += 1;
    return '';
  });
  return { text: cleaned, removed };
}

/**
 * Returns the reference that begins at an ampersand; an empty text if the ampersand is meant as a character, and undefined if
 * that depends on what follows the end of the text.
 */
export function referenceAt(text: string, at: number, isEnd: boolean): string | undefined {
  REFERENCE.lastIndex = at;
  const match = REFERENCE.exec(text);
  if (match) {
    const [reference, decimal, hex] = match;
    const isKnown =
      decimal !== undefined
        ? isCharacter(Number(decimal))
        : hex !== undefined
          ? isCharacter(Number.parseInt(hex, 16))
          : NAMES.has(reference);
    // XML knows `&amp;`, not `&AMP;`, and `&#x41;`, not `&#X41;`.
    return isKnown && !reference.startsWith('&#X') ? reference : '';
  }
  return !isEnd && UNDECIDED.test(text.slice(at, at + 25)) && text.length - at < 25 ? undefined : '';
}

/** Escapes the ampersands of a tag that begin no reference, and returns how many. */
export function escapeAmpersands(tag: string): { readonly text: string; readonly escaped: number } {
  let escaped = 0;
  const text = tag.replaceAll('&', (ampersand, at: number) => {
    if (referenceAt(tag, at, true) !== '') return ampersand;
    escaped += 1;
    return '&amp;';
  });
  return { text, escaped };
}

/** Whether XML 1.0 allows a character, by its code point. */
function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}
