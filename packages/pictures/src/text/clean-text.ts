/** How much of a text is looked at at all: nobody reads the rest of it on a card, and it must cost nothing. */
const LOOKED_AT = 100_000;
const TOO_MANY_MARKS = /(\p{M}{3})\p{M}+/gu;
const ELLIPSIS = '…';

/**
 * Format characters that letters and emoji are joined by. All others go, those first that turn the order of the letters
 * round: what a card says must be what its title says.
 */
const FORMAT_CHARACTERS = /(?!\p{Join_Control}|[\u{e0020}-\u{e007f}])\p{Cf}/gu;

const segmenters = new Map<string, Intl.Segmenter>();

/**
 * A text as one line that can be drawn: NFC, without controls, lone surrogates and turned order, runs of white space as
 * one space, at most three marks on a letter, and at most `graphemes` of what people see as one character, with an
 * ellipsis where it was cut.
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
    // Taken apart first: a letter that is written with its mark has one already.
    .normalize('NFD')
    .replace(TOO_MANY_MARKS, '$1')
    .normalize('NFC')
    .replace(/(^| )\p{M}+/gu, '$1')
    .replace(/ {2,}/g, ' ')
    .trim();
  return cutGraphemes(oneLine, graphemes);
}

/** The first graphemes of a text, the last of them an ellipsis where there were more. */
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

/** What people see as one character each. */
export function graphemesOf(text: string): Intl.Segments {
  const known = segmenters.get('grapheme') ?? new Intl.Segmenter('en', { granularity: 'grapheme' });
  segmenters.set('grapheme', known);
  return known.segment(text);
}
