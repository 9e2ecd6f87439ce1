/** The number of characters that are processed: a card never shows more, and longer input must cost nothing. */
const LOOKED_AT = 100_000;
const TOO_MANY_MARKS = /(\p{M}{3})\p{M}+/gu;
const ELLIPSIS = '…';

/**
 * Format characters that join letters and emoji. All others are removed, especially bidirectional overrides: a card must read
 * like its title.
 */
const FORMAT_CHARACTERS = /(?!\p{Join_Control}|[\u{e0020}-\u{e007f}])\p{Cf}/gu;

const segmenters = new Map<string, Intl.Segmenter>();

/**
 * Normalizes a text to one drawable line: NFC, without controls, lone surrogates and bidirectional overrides, with white space
 * collapsed, at most three marks on a letter, and at most `graphemes` graphemes, with an ellipsis if it was truncated.
 *
 * @example cleanText('Cafe\u0301  \u202Enoir', 160) // 'Café noir'
 */
export function cleanText(text: string, graphemes: number): string {
  const oneLine = text
    .slice(0, LOOKED_AT)
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[\s\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .replace(FORMAT_CHARACTERS, '')
    // Decomposed first, because a precomposed letter already has a mark.
    .normalize('NFD')
    .replace(TOO_MANY_MARKS, '$1')
    .normalize('NFC')
    .replace(/(^| )\p{M}+/gu, '$1')
    .replace(/ {2,}/g, ' ')
    .trim();
  return cutGraphemes(oneLine, graphemes);
}

/** Returns the first graphemes of a text; the last one is an ellipsis if there were more. */
export function cutGraphemes(text: string, graphemes: number): string {
  if (text.length <= graphemes) return text;
  let [count, end] = [0, 0];
  for (const { index } of graphemesOf(text)) {
    if (count === graphemes - 1) end = index;
    if (count === graphemes) return text.slice(0, end).trimEnd() + ELLIPSIS;
    count += 1;
  }
  return text;
}

/** Splits a text into graphemes. */
export function graphemesOf(text: string): Intl.Segments {
  const known = segmenters.get('grapheme') ?? new Intl.Segmenter('en', { granularity: 'grapheme' });
  segmenters.set('grapheme', known);
  return known.segment(text);
}
