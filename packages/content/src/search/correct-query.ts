import { correctionsOf, type SearchTerm, withForms } from '@colophon/core/search';
import type { ContentCollection } from '../record/capability.ts';
import { hasHit } from './find-hits.ts';

/** More words of a query are left as they are. */
const MAXIMUM_CORRECTED = 3;
/** So many are tried for each word, however few there are and whatever comes of it: the time does not tell which words others wrote. */
const CANDIDATES = 5;

/** A query with other words for those that nothing has. */
export interface Correction {
  readonly used: string;
  /** The words as typed, and those that stand for them. */
  readonly corrected: readonly (readonly [string, string])[];
}

/**
 * Corrects the words of a query that no record has that the collection can read. A word is offered only if such a record has it: words of
 * drafts and of other tenants never come out.
 *
 * @returns undefined if there is nothing to correct
 */
export async function correctQuery(
  contents: ContentCollection,
  query: string,
  terms: readonly SearchTerm[],
  { language, where }: { readonly language: string | undefined; readonly where: unknown },
): Promise<Correction | undefined> {
  const single = terms
    .flatMap(({ parts, ...term }) => parts ?? [term])
    .filter(({ written, words }) => written !== undefined && words.length === 1);
  const known = await Promise.all(single.map((term) => hasHit(contents, term, where)));
  const unknown = single.filter((_, index) => !known[index]).slice(0, MAXIMUM_CORRECTED);
  const corrected: [string, string][] = [];
  let used = query;
  for (const {
    words: [word = ''],
    written = word,
  } of unknown) {
    const candidates = await correctionsOf(contents.database, word, CANDIDATES);
    const tried = [...candidates.map(({ words }) => words), ...Array.from({ length: CANDIDATES - candidates.length }, () => [word])];
    const asTerms = await Promise.all(
      tried.map((words) => withForms(contents.database, [{ words, negated: false, prefix: false, written: words.join(' ') }], language)),
    );
    const found = await Promise.all(asTerms.map(async ([term]) => term !== undefined && hasHit(contents, term, where)));
    const best = candidates.find((_, index) => found[index]);
    if (!best) continue;
    const correct = best.words.join(' ');
    corrected.push([written, correct]);
    used = replaceWord(used, written, correct);
  }
  return corrected.length === 0 ? undefined : { used, corrected };
}

/** Replaces a word of a query, however it is capitalized. */
function replaceWord(query: string, written: string, by: string): string {
  return query
    .split(/(\s+)/u)
    .map((each) => (each.toLowerCase().normalize('NFC') === written ? by : each))
    .join('');
}
