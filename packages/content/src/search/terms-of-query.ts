import type { Call, Database } from '@colophon/core';
import { isStopWord, languagesOf, parseSearch, type SearchTerm, withForms } from '@colophon/core/search';
import { type QueryTerms, withSynonyms } from './synonyms.ts';

export interface TermOptions {
  readonly language?: string | undefined;
  /** Leave out words that most texts have, if there are others. */
  readonly skipsFrequent?: boolean;
  /** The last word is the beginning of one. */
  readonly prefix?: boolean;
  /** The input that is named in an error. */
  readonly pointer?: string;
}

/** Parses a query, and adds to its words their forms in use and the synonyms that the vocabulary knows. @throws MalformedError */
export async function termsOfQuery(database: Database, call: Call, query: string, options: TermOptions = {}): Promise<QueryTerms> {
  const { language, skipsFrequent = false, prefix = false, pointer } = options;
  const parsed = withPrefix(parseSearch(query, pointer), prefix);
  const kept = skipsFrequent ? await withoutFrequent(database, parsed, language) : parsed;
  return withSynonyms(database, call, await withForms(database, kept, language), language);
}

/** Whether a query has no operator: nobody said that just these words are meant. */
export function isPlain(terms: readonly SearchTerm[]): boolean {
  return terms.every(({ written, prefix, parts }) => written !== undefined || parts !== undefined || prefix);
}

function withPrefix(terms: readonly SearchTerm[], prefix: boolean): readonly SearchTerm[] {
  const last = terms.at(-1);
  if (!prefix || last?.written === undefined || !/[\p{L}\p{N}\p{M}]$/u.test(last.written)) return terms;
  const { words, negated, older } = last;
  return [...terms.slice(0, -1), { words, negated, prefix: true, ...(older && { older }) }];
}

async function withoutFrequent(
  database: Database,
  terms: readonly SearchTerm[],
  language: string | undefined,
): Promise<readonly SearchTerm[]> {
  const languages = await languagesOf(database, language);
  const isFrequent = ({ words: [word = '', ...others], written }: SearchTerm): boolean =>
    written !== undefined && others.length === 0 && languages.some((each) => isStopWord(word, each));
  const kept = terms.filter((term) => !isFrequent(term));
  return kept.some(({ negated }) => !negated) ? kept : terms;
}
