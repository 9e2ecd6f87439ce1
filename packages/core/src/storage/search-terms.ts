import { MalformedError } from '../errors/errors.ts';
import type { SearchTerm } from './dialect.ts';

const TERM = /(-?)(?:"([^"]*)"?|(\S+))/gu;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const MAXIMUM_TERMS = 32;

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
    const words = (phrase ?? bare ?? '').match(WORD);
    if (!words) continue;
    terms.push({ words, negated: minus === '-', prefix: phrase === undefined && (bare ?? '').endsWith('*') });
  }
  if (terms.length > MAXIMUM_TERMS) {
    throw new MalformedError(`search: at most ${MAXIMUM_TERMS} words or phrases, not ${terms.length}.`, {
      errors: [{ pointer: '/search', code: 'too_many_terms', detail: `at most ${MAXIMUM_TERMS}` }],
    });
  }
  return terms;
}
