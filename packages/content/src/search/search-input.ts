import { MalformedError } from '@colophon/core';
import { z } from 'zod';
import { LANGUAGE_HINT, LANGUAGE_TAG } from '../record/language.ts';

/** What results can be counted by. */
export const FACETS = ['type', 'tags', 'category', 'year', 'authors', 'language'] as const;
export type Facet = (typeof FACETS)[number];

const MAXIMUM_FACETS = 5;

/** The input of a search. */
export const SearchInput = z.strictObject({
  q: z.string().min(1).max(200).describe('Words; "exact words" in quotation marks; -word without it; word* as a beginning.'),
  where: z.record(z.string(), z.unknown()).optional().describe('A filter, as for the list of contents.'),
  language: z
    .string()
    .max(35)
    .regex(LANGUAGE_TAG, LANGUAGE_HINT)
    .optional()
    .describe('The BCP 47 tag of the language that the words are in.'),
  exact: z.boolean().default(false).describe('Search the words as typed, without a correction.'),
  relax: z.boolean().default(true).describe('If few records have all the words, also return those with some.'),
  prefix: z.boolean().default(false).describe('The last word is the beginning of one.'),
  highlight: z.boolean().default(true).describe('Return where the words are in the title, and passages of the text.'),
  facets: z
    .array(z.string())
    .max(MAXIMUM_FACETS)
    .default([])
    .describe(`Count the results by: ${FACETS.join(', ')}.`),
  limit: z.int().min(0).max(50).default(20),
  offset: z.int().min(0).max(10_000).default(0),
});
export type SearchInput = z.input<typeof SearchInput>;
export type SearchRequest = z.output<typeof SearchInput>;

/** @throws MalformedError `unknown_facet` */
export function requireFacets(names: readonly string[]): readonly Facet[] {
  const unknown = names.find((name) => !(FACETS as readonly string[]).includes(name));
  if (unknown === undefined) return [...new Set(names)] as Facet[];
  throw new MalformedError(`${unknown.slice(0, 100)} is not a facet; there are ${FACETS.join(', ')}.`, {
    code: 'unknown_facet',
    errors: [{ pointer: '/facets', code: 'unknown_facet', detail: `must be among ${FACETS.join(', ')}` }],
  });
}

const range = z.tuple([z.int(), z.int()]).describe('From and to, in UTF-16 units.');

const Passage = z.object({
  text: z.string(),
  marks: z.array(range),
  paragraph: z.int().describe('The number of its block in the text, from 0.'),
});

const Item = z.looseObject({
  id: z.string(),
  title: z.string(),
  latestCorrection: z.string().nullable().describe('The type of the latest correction; retraction if it was withdrawn.'),
  matched: z.enum(['all', 'some']).describe('Whether it has all the words, or only some.'),
  highlight: z.object({ title: z.array(range), passages: z.array(Passage) }).optional(),
});

/** The input of a search for similar records. */
export const SimilarInput = z.strictObject({ limit: z.int().min(0).max(20).default(5) });
export type SimilarInput = z.input<typeof SimilarInput>;

/** A record that is like another one. */
export const SimilarItem = Item.omit({ matched: true, highlight: true });
export type SimilarItem = z.output<typeof SimilarItem>;

const FacetValue = z.object({ value: z.string(), label: z.string(), count: z.int() });

/** The answer of a search. */
export const SearchAnswer = z.object({
  items: z.array(Item),
  count: z.int(),
  countIs: z.enum(['exact', 'atLeast']),
  asked: z.string(),
  used: z.string().describe('The words that were searched for: others than asked if they were corrected.'),
  corrected: z.array(z.tuple([z.string(), z.string()])).describe('Words that nothing has, and those that were searched instead.'),
  suggestion: z.string().nullable().describe('Fewer words, which find something.'),
  topics: z.array(z.object({ slug: z.string(), name: z.string(), count: z.int() })).describe('Tags that the words name.'),
  facets: z.record(z.string(), z.array(FacetValue)).optional(),
  facetsOf: z.string().optional().describe('Which results were counted: all, or the newest.'),
  omitted: z.array(z.string()).optional().describe('Parts that took too long.'),
  nextOffset: z.int().optional(),
});
export type SearchAnswer = z.output<typeof SearchAnswer>;
export type SearchItem = z.output<typeof Item>;
export type SearchPassage = z.output<typeof Passage>;
