import type { Call } from '@colophon/core';
import { capability, type ContentCollection } from '../record/capability.ts';
import { runSearch } from './run-search.ts';
import { SearchAnswer, SearchInput } from './search-input.ts';
import { SearchCursors } from './search-cursors.ts';
import { keepWords, stopWords } from './keep-words.ts';

/** Finds content by what people mean by their words. */
export const search = capability({
  stores: [SearchCursors],
  loops: [{ every: 1000, run: keepWords }],
  stop: stopWords,
  collection: {
    operations: {
      search: {
        method: 'GET',
        path: ['search'],
        input: SearchInput,
        output: SearchAnswer,
        access: 'public',
        description: 'Search by words, their other forms, synonyms and corrections, with passages and counts.',
      },
    },
    methods: {
      /**
       * Searches content.
       *
       * @example
       * const { items, corrected } = await new Contents(database).search({ q: 'accessable forms', facets: ['type', 'tags'] });
       * @throws MalformedError
       */
      search(this: ContentCollection, input: SearchInput, call: Call = this.call): Promise<SearchAnswer> {
        return runSearch(this, input, call);
      },
    },
  },
});
