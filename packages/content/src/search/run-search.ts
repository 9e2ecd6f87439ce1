import type { Call } from '@colophon/core';
import type { SearchTerm } from '@colophon/core/search';
import { Tags } from '@colophon/tags';
import type { ContentCollection } from '../record/capability.ts';
import { correctQuery } from './correct-query.ts';
import { countAmong, countFacet, type FacetCount, maximumCounted } from './find-facets.ts';
import { findHits, type Found, ORDERED } from './find-hits.ts';
import { highlightHits } from './highlight-hits.ts';
import { HIT_FIELDS, type Hit, orderHits, summaryOf, wordsAsked } from './order-hits.ts';
import { type Facet, requireFacets, type SearchAnswer, SearchInput, type SearchItem, type SearchRequest } from './search-input.ts';
import type { QueryTerms, Topic } from './synonyms.ts';
import { requireSearchAllowance } from './search-allowance.ts';
import { termsOfQuery } from './terms-of-query.ts';

/** A part of an answer that takes longer is left out. */
const PATIENCE_MS = 500;

interface Searched extends QueryTerms {
  readonly used: string;
  readonly corrected: readonly (readonly [string, string])[];
  readonly found: Found;
}

/** Searches content for what somebody means: other forms, synonyms and spellings of the words too. @throws MalformedError */
export async function runSearch(contents: ContentCollection, given: SearchInput, call: Call): Promise<SearchAnswer> {
  const request = SearchInput.parse(given);
  requireSearchAllowance(contents.database, call);
  const facets = requireFacets(request.facets);
  const searched = await searchFor(contents, request, call);
  const { terms, found, used, corrected } = searched;
  const { where } = request;
  const [hits, total] = await Promise.all([pageOf(contents, request, searched, call), countOf(contents, searched, where)]);
  const omitted: string[] = [];
  const [highlights, topics, counted, suggestion] = await Promise.all([
    request.highlight
      ? highlightHits(
          contents,
          hits.map(({ id }) => id),
          terms,
        )
      : undefined,
    inTime('topics', omitted, () => countTopics(contents, searched.topics)),
    facets.length === 0 ? undefined : inTime('facets', omitted, () => countFacets(contents, facets, searched, where, call)),
    found.all === 0 ? suggest(contents, request, searched, call) : null,
  ]);
  const end = request.offset + hits.length;
  const isExact = found.all === found.hits.length || found.hits.length >= ORDERED;
  return {
    items: hits.map((hit) => itemOf(hit, highlights?.get(hit.id))),
    count: total,
    countIs: isExact ? 'exact' : 'atLeast',
    asked: request.q,
    used,
    corrected: corrected.map(([from, to]): [string, string] => [from, to]),
    suggestion,
    topics: topics ?? [],
    ...(counted && {
      facets: counted,
      facetsOf: isExact && total > maximumCounted(contents) ? `newest ${maximumCounted(contents)}` : 'all',
    }),
    ...(omitted.length > 0 && { omitted }),
    ...(hits.length > 0 && end < total && end <= 10_000 && { nextOffset: end }),
  };
}

async function searchFor(contents: ContentCollection, request: SearchRequest, call: Call): Promise<Searched> {
  const first = await searchOnce(contents, request, request.q, call);
  if (first.found.all > 0 || request.exact) return first;
  const { language } = request;
  const correction = await correctQuery(contents, request.q, first.terms, { language, where: request.where });
  if (!correction) return first;
  const second = await searchOnce(contents, request, correction.used, call);
  return second.found.hits.length === 0 ? first : { ...second, corrected: correction.corrected };
}

async function searchOnce(contents: ContentCollection, request: SearchRequest, query: string, call: Call): Promise<Searched> {
  const { language, prefix, relax } = request;
  const understood = await termsOfQuery(contents.database, call, query, { language, prefix, skipsFrequent: true, pointer: '/q' });
  const options = { terms: understood.terms, asked: wordsAsked(query), where: request.where, relax, now: call.now() };
  return { ...understood, used: query, corrected: [], found: await findHits(contents, options) };
}

/** The hits of the page asked for: the best in their order, then those that the database ranks after them. */
async function pageOf(
  contents: ContentCollection,
  { offset, limit, ...request }: SearchRequest,
  { terms, used, found }: Searched,
  call: Call,
): Promise<readonly Hit[]> {
  const best = found.hits.slice(offset, offset + limit);
  if (best.length === limit || found.all < ORDERED) return best;
  const { where } = request;
  const query = { terms, fields: HIT_FIELDS, ...(where !== undefined && { where }) };
  const after = Math.max(offset, ORDERED);
  const all = await contents.ranked({ ...query, offset: after, limit: limit - best.length } as never);
  const known = new Set(found.hits.map(({ id }) => id));
  const rest = all.filter((row) => !known.has(String(row['id'])));
  const hits = await orderHits(contents.database, { all: rest, some: [] }, { terms, asked: wordsAsked(used), now: call.now() });
  const place = new Map(rest.map((row, index) => [String(row['id']), index]));
  return [...best, ...hits.toSorted((one, other) => Number(place.get(one.id)) - Number(place.get(other.id)))];
}

async function countOf(contents: ContentCollection, { terms, found }: Searched, where: unknown): Promise<number> {
  if (found.all < ORDERED) return found.hits.length;
  return contents.count({ terms, ...(where !== undefined && { where }) } as never);
}

function itemOf(hit: Hit, highlight: SearchItem['highlight']): SearchItem {
  return { ...summaryOf(hit), matched: hit.matched, ...(highlight && { highlight }) };
}

async function countTopics(contents: ContentCollection, topics: readonly Topic[]): Promise<SearchAnswer['topics']> {
  const counted = await Promise.all(
    topics.map(async (topic) => ({ ...topic, count: await contents.count({ where: { tags: topic.slug } } as never) })),
  );
  return counted.filter(({ count }) => count > 0);
}

async function countFacets(
  contents: ContentCollection,
  facets: readonly Facet[],
  { terms, found }: Searched,
  where: Readonly<Record<string, unknown>> | undefined,
  call: Call,
): Promise<NonNullable<SearchAnswer['facets']>> {
  const isAll = found.all === found.hits.length || found.hits.length >= ORDERED;
  const counted = await Promise.all(
    facets.map(async (facet) => [facet, isAll ? await countFacet(contents, facet, terms, where) : countAmong(found.hits, facet)] as const),
  );
  const names = await namesOfTags(contents, new Map(counted).get('tags') ?? [], call);
  return Object.fromEntries(
    counted.map(([facet, values]) => [facet, values.map(({ value, count }) => ({ value, label: labelOf(facet, value, names), count }))]),
  );
}

async function namesOfTags(contents: ContentCollection, values: readonly FacetCount[], call: Call): Promise<ReadonlyMap<string, string>> {
  if (values.length === 0) return new Map();
  const where = { slug: { in: values.map(({ value }) => value) } };
  const { items } = await new Tags(contents.database, call).rows({ where, fields: ['slug', 'name'], count: 'none', limit: values.length });
  return new Map(items.map((tag) => [String(tag['slug']), String(tag['name'])]));
}

function labelOf(facet: Facet, value: string, names: ReadonlyMap<string, string>): string {
  if (facet === 'tags') return names.get(value) ?? value;
  return facet === 'type' ? value.charAt(0).toUpperCase() + value.slice(1).replaceAll(/[-_]/g, ' ') : value;
}

/** The query without its rarest word, if that finds records with all the others. */
async function suggest(contents: ContentCollection, request: SearchRequest, { terms, used }: Searched, call: Call): Promise<string | null> {
  const plain = terms.filter(({ negated }) => !negated);
  if (plain.length < 2) return null;
  const rarest = plain.reduce((one, other) => ((other.rarity ?? 1) > (one.rarity ?? 1) ? other : one));
  const fewer = withoutTerm(used, rarest);
  if (fewer === '' || fewer === used) return null;
  const { found } = await searchOnce(contents, { ...request, relax: false }, fewer, call);
  return found.all > 0 ? fewer : null;
}

function withoutTerm(query: string, { written, words, parts }: SearchTerm): string {
  const typed = new Set(parts ? parts.map((part) => part.written) : [written ?? words.join(' ')]);
  return query
    .split(/\s+/u)
    .filter((each) => !typed.has(each.toLowerCase().normalize('NFC')))
    .join(' ');
}

async function inTime<T>(part: string, omitted: string[], work: () => Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      omitted.push(part);
      resolve(undefined);
    }, PATIENCE_MS);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
