import { type Call, pageOutput } from '@colophon/core';
import { capability, type ContentCollection } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { NestedList } from '../record/nested-list.ts';
import { findSimilar } from './find-similar.ts';
import { summaryOf } from './order-hits.ts';
import { runSearch } from './run-search.ts';
import { SearchAnswer, SearchInput, SimilarInput, SimilarItem } from './search-input.ts';
import { SearchCursors } from './search-cursors.ts';
import { noteSearch, storeSearches, sweepSearches } from './note-searches.ts';
import { SearchedTerms } from './search-term.ts';
import { SearchSynonyms } from './search-synonym.ts';
import { keepWords, stopWords } from './keep-words.ts';

/** Finds content by what people mean by their words. */
export const search = capability({
  tables: [SearchSynonyms, SearchedTerms],
  stores: [SearchCursors],
  loops: [
    { every: 1000, run: keepWords },
    { every: 10_000, run: storeSearches },
  ],
  sweeps: [(database) => sweepSearches(database)],
  stop: stopWords,
  record: {
    operations: {
      similar: {
        method: 'GET',
        path: ['similar'],
        input: SimilarInput,
        output: pageOutput(SimilarItem),
        description: 'List the records that are most like this one, by its telling words and its tags.',
      },
    },
    methods: {
      /** Returns the records that are most like this one, the most similar first, without its translations and what was retracted. */
      async similar(this: ContentRecord, input: SimilarInput = {}, call: Call = this.call): Promise<NestedList<SimilarItem>> {
        const { limit } = SimilarInput.parse(input);
        return NestedList.whole((await findSimilar(this, limit, call)).map(summaryOf));
      },
    },
  },
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
      async search(this: ContentCollection, input: SearchInput, call: Call = this.call): Promise<SearchAnswer> {
        const answer = await runSearch(this, input, call);
        if (!input.offset && input.prefix !== true) noteSearch(this.database, call, answer.asked, answer.count);
        return answer;
      },
    },
  },
});
