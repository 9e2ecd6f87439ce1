import { MalformedError } from '../errors/errors.ts';
import { MAXIMUM_WORD } from '../text/index-budget.ts';
import { foldText } from '../text/fold-text.ts';
import { hasFoldedLetters } from '../text/fold-letters.ts';
import { searchedWords } from '../text/folded-words.ts';
import type { SearchTerm } from './dialect.ts';

const TERM = /(-?)(?:"([^"]*)"?|(\S+))/gu;
const MAXIMUM_TERMS = 32;

/**
 * Parses a search as typed by a person: every word must occur, `"several words"` must occur as a phrase, `-word` must not occur, and
 * `word*` is a prefix. Everything else separates words. Words are folded (`foldText`). Only a term without such a sign has `written`.
 *
 * @param pointer the input that is named in an error
 * @throws MalformedError if there is no word, there are too many, or one is too long
 *
 * @example
 * parseSearch('open "source code" -java data*')
 * // [{words:['open'],…}, {words:['source','code'],…}, {words:['java'],negated:true,…}, {words:['data'],prefix:true,…}]
 */
export function parseSearch(input: string, pointer = '/search'): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const [, minus, phrase, bare] of input.matchAll(TERM)) {
    const asked = phrase ?? bare ?? '';
    const { words, endsInLetter } = searchedWords(asked);
    if (words.length === 0) continue;
    if (words.some((word) => word.length > MAXIMUM_WORD)) throw fault(pointer, 'too_long', `a word of at most ${MAXIMUM_WORD} characters`);
    const prefix = endsInLetter || (phrase === undefined && (bare ?? '').endsWith('*'));
    const negated = minus === '-';
    const written = phrase === undefined && !prefix && !negated ? (bare ?? '').toLowerCase().normalize('NFC') : undefined;
    const older = hasFoldedLetters(asked) ? searchedWords(asked, foldText).words : undefined;
    terms.push({ words, negated, prefix, ...(written !== undefined && { written }), ...(older && { older }) });
  }
  if (terms.length === 0) throw fault(pointer, 'no_word', 'needs a word to search for; omit search to list everything');
  if (terms.length > MAXIMUM_TERMS)
    throw fault(pointer, 'too_many_terms', `at most ${MAXIMUM_TERMS} words or phrases, not ${terms.length}`);
  return terms;
}

function fault(pointer: string, code: string, detail: string): MalformedError {
  return new MalformedError(`${pointer.slice(1)}: ${detail}.`, { code: 'faulty_query', errors: [{ pointer, code, detail }] });
}
