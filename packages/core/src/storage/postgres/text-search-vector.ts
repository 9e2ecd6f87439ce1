import { ALWAYS_FITS, IndexBudget, MAXIMUM_POSITIONS, MAXIMUM_WORD } from '../../text/index-budget.ts';
import { wordsOf } from '../../text/words.ts';
import type { SearchDefinition } from '../table.ts';

/** The highest position of a word in a `tsvector`; the other limits are those of the index on both databases. */
const MAXIMUM_POSITION = 16_383;

/** The gap between the positions of two fields, so that no phrase spans both. */
const GAP = 10;

/**
 * Returns the words of a record as a `tsvector` literal, each with its positions and the weight of its field. Colophon splits the words
 * itself: PostgreSQL's parser splits and folds by the locale of the database. Of a text too long for a `tsvector` only the beginning is
 * searchable.
 *
 * @example
 * textSearchVector({ form: SEARCH_FORM, columns: [{ name: 'title', weight: 'A' }] }, { title: 'Open, open!' }) // "'open':1A,2A"
 */
export function textSearchVector(search: SearchDefinition, row: Readonly<Record<string, unknown>>): string {
  const places = new Map<string, string[]>();
  const texts = search.columns.flatMap(({ name, weight }) => {
    const text = row[name];
    return typeof text === 'string' ? [{ text, weight }] : [];
  });
  // Folding makes a text at most four times as long.
  const mayExceed = texts.reduce((sum, { text }) => sum + text.length, 0) > ALWAYS_FITS / 4;
  const budget = mayExceed ? new IndexBudget() : undefined;
  let position = 0;
  for (const { text, weight } of texts) {
    for (const word of wordsOf(text)) {
      position += 1;
      if (word.length > MAXIMUM_WORD) continue;
      if (budget && !budget.take(word)) break;
      const known = places.get(word);
      const place = `${Math.min(position, MAXIMUM_POSITION)}${weight}`;
      if (!known) places.set(word, [place]);
      else if (known.length < MAXIMUM_POSITIONS) known.push(place);
    }
    position += GAP;
  }
  return [...places].map(([word, at]) => `'${word}':${at.join()}`).join(' ');
}
