import { wordsOf } from '../../text/words.ts';
import { MAXIMUM_WORD } from '../search-terms.ts';
import type { SearchDefinition } from '../table.ts';

/** PostgreSQL's limits of a `tsvector` (https://www.postgresql.org/docs/current/textsearch-limitations.html). */
const MAXIMUM_POSITION = 16_383;
const MAXIMUM_POSITIONS = 255;
const MAXIMUM_BYTES = 1_000_000;

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
  let position = 0;
  let bytes = 0;
  for (const { name, weight } of search.columns) {
    const text = row[name];
    if (typeof text !== 'string') continue;
    for (const word of wordsOf(text)) {
      position += 1;
      if (word.length > MAXIMUM_WORD) continue;
      let known = places.get(word);
      if (!known) {
        bytes += Buffer.byteLength(word) + 8;
        if (bytes > MAXIMUM_BYTES) break;
        places.set(word, (known = []));
      }
      bytes += 2;
      if (known.length < MAXIMUM_POSITIONS) known.push(`${Math.min(position, MAXIMUM_POSITION)}${weight}`);
    }
    position += GAP;
  }
  return [...places].map(([word, at]) => `'${word}':${at.join()}`).join(' ');
}
