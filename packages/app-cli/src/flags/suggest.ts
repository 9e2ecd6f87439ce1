import { nearest } from '@colophon/base';

/** Returns `Did you mean …?` for a word that is close to a candidate. */
export function didYouMean(typed: string, candidates: Iterable<string>, mark = ''): string | undefined {
  const suggestion = nearest(typed, candidates);
  return suggestion === undefined ? undefined : `Did you mean ${mark}${suggestion}?`;
}
