import { MalformedError } from '../errors/errors.ts';
import type { SearchTerm } from './dialect.ts';

const TERM = /(-?)(?:"([^"]*)"?|(\S+))/gu;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const MAXIMUM_TERMS = 32;
/** PostgreSQL takes lexemes of 2046 bytes, and a character can decompose into many. */
const MAXIMUM_WORD = 100;

/**
 * Reads what a person types into a search box: every word must occur, `"several words"` must stand together,
 * `-word` must not occur, and `word*` may go on. Everything else separates words.
 *
 * @example
 * parseSearch('open "source code" -java data*')
 * // [{words:['open'],…}, {words:['source','code'],…}, {words:['java'],negated:true,…}, {words:['data'],prefix:true,…}]
 */
export function parseSearch(input: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const [, minus, phrase, bare] of input.normalize('NFC').matchAll(TERM)) {
    // A mark alone, or a word that no index keeps, is no word.
    const words = (phrase ?? bare ?? '').match(WORD)?.filter((word) => /[\p{L}\p{N}]/u.test(word)) ?? [];
    if (words.length === 0) continue;
    if (words.some((word) => word.length > MAXIMUM_WORD)) throw fault('too_long', `a word of at most ${MAXIMUM_WORD} characters`);
    terms.push({ words, negated: minus === '-', prefix: phrase === undefined && (bare ?? '').endsWith('*') });
  }
  if (terms.length > MAXIMUM_TERMS) throw fault('too_many_terms', `at most ${MAXIMUM_TERMS} words or phrases, not ${terms.length}`);
  return terms;
}

function fault(code: string, detail: string): MalformedError {
  return new MalformedError(`search: ${detail}.`, { code: 'faulty_query', errors: [{ pointer: '/search', code, detail }] });
}
