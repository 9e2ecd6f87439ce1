import { ColophonError, type Database } from '@colophon/core';
import { Contents, type SearchAnswer, type SearchPassage } from '@colophon/content';
import { ORIGINAL } from './front.ts';
import type { Reading } from '../reader-call.ts';
import { type Summary, SUMMARY_FIELDS, summariesOf } from './summaries.ts';
import { tagAddress } from './tag-address.ts';

/** A result of a search: a piece, and where it has the words. */
export interface SearchResult extends Summary {
  readonly titleMarks: readonly (readonly [number, number])[];
  readonly passages: readonly (SearchPassage & { readonly address: string })[];
}

/** Results that share a value, and the address that shows them alone; of the chosen one, the address without it. */
export interface SearchFacet {
  readonly name: string;
  readonly values: readonly { readonly label: string; readonly count: number; readonly address: string; readonly isChosen: boolean }[];
}

/** The content of the search page. */
export interface SearchData {
  readonly asked: string;
  /** The words that were searched for instead, and the address of a search for the words as typed; null if they were searched for. */
  readonly corrected: { readonly used: string; readonly exact: string } | null;
  /** Fewer words, which find something. */
  readonly suggestion: { readonly words: string; readonly address: string } | null;
  readonly topics: readonly { readonly name: string; readonly address: string; readonly count: number }[];
  readonly facets: readonly SearchFacet[];
  readonly pieces: readonly SearchResult[];
  readonly count: number | null;
  readonly isAtLeast: boolean;
  /** Why no search was made; null if it was. */
  readonly fault: string | null;
  readonly next: string | null;
}

const PIECES = 20;
const LONGEST = 200;
/** Fewer results are seen sooner than they are filtered. */
const MANY = 20;
const FILTERS = ['type', 'tag', 'year'] as const;
const NAMES = { type: 'Type', tags: 'Tag', year: 'Year' } as const;
/** Of the text that a browser looks for on the page of a piece. */
const FRAGMENT = 100;

type Filters = Readonly<Partial<Record<(typeof FILTERS)[number] | 'exact', string>>>;

/** Searches pieces; an empty query finds nothing. */
export async function readSearch(database: Database, reading: Reading, query: URLSearchParams): Promise<SearchData> {
  const asked = (query.get('q') ?? '').replaceAll('\0', '').toWellFormed().trim().slice(0, LONGEST).toWellFormed();
  const offset = Math.min(10_000, Math.max(0, Number.parseInt(query.get('from') ?? '0', 10) || 0));
  const filters = filtersOf(query);
  const nothing = {
    asked,
    corrected: null,
    suggestion: null,
    topics: [],
    facets: [],
    pieces: [],
    count: null,
    isAtLeast: false,
    next: null,
  };
  if (asked === '') return { ...nothing, fault: null };
  try {
    const where = conditionsOf(filters);
    const exact = filters.exact !== undefined;
    const answer = await new Contents(database, reading.call).search({
      q: asked,
      where,
      exact,
      facets: ['type', 'tags', 'year'],
      limit: PIECES,
      offset,
    });
    const { used, suggestion, nextOffset } = answer;
    const isFiltered = FILTERS.some((name) => filters[name] !== undefined);
    return {
      asked,
      corrected: answer.corrected.length > 0 ? { used, exact: addressOf(asked, { ...filters, exact: '1' }) } : null,
      suggestion: suggestion === null ? null : { words: suggestion, address: addressOf(suggestion, {}) },
      topics: answer.topics.map(({ slug, name, count }) => ({ name, count, address: tagAddress(slug) })),
      facets: answer.count > MANY || isFiltered ? facetsOf(answer, asked, filters) : [],
      pieces: await resultsOf(database, reading, answer),
      count: answer.count,
      isAtLeast: answer.countIs === 'atLeast',
      fault: null,
      next: nextOffset === undefined ? null : addressOf(asked, filters, nextOffset),
    };
  } catch (error) {
    if (!(error instanceof ColophonError) || error.status >= 500 || error.status === 429) throw error;
    return { ...nothing, fault: error.message };
  }
}

function filtersOf(query: URLSearchParams): Filters {
  const given = [...FILTERS, 'exact'].flatMap((name) => {
    const value = (query.get(name) ?? '').slice(0, LONGEST);
    return value === '' || value.includes('\0') || !value.isWellFormed() ? [] : [[name, value]];
  });
  return Object.fromEntries(given) as Filters;
}

function conditionsOf({ type, tag, year }: Filters): Record<string, unknown> {
  const conditions: Record<string, unknown>[] = [ORIGINAL];
  if (type !== undefined) conditions.push({ type });
  if (tag !== undefined) conditions.push({ tags: tag });
  if (year !== undefined && /^\d{4}$/.test(year))
    conditions.push({ publish_date: { gte: `${year}-01-01T00:00:00.000Z`, lte: `${year}-12-31T23:59:59.999Z` } });
  return { all: conditions };
}

function addressOf(words: string, filters: Filters, from?: number): string {
  const query = new URLSearchParams({ q: words, ...filters });
  if (from !== undefined) query.set('from', String(from));
  return `/search?${query.toString()}`;
}

function facetsOf({ facets = {} }: SearchAnswer, asked: string, filters: Filters): readonly SearchFacet[] {
  return (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((facet) => {
    const filter = facet === 'tags' ? 'tag' : facet;
    const values = (facets[facet] ?? []).map(({ value, label, count }) => {
      const isChosen = filters[filter] === value;
      const { [filter]: _own, ...others } = filters;
      return { label, count, isChosen, address: addressOf(asked, isChosen ? others : { ...filters, [filter]: value }) };
    });
    return values.length > 1 || values.some(({ isChosen }) => isChosen) ? [{ name: NAMES[facet], values }] : [];
  });
}

async function resultsOf(database: Database, reading: Reading, { items }: SearchAnswer): Promise<readonly SearchResult[]> {
  if (items.length === 0) return [];
  const ids = items.map(({ id }) => id);
  const { items: rows } = await new Contents(database, reading.call).rows({
    fields: SUMMARY_FIELDS,
    where: { id: { in: ids } },
    limit: ids.length,
    count: 'none',
  });
  const summaries = new Map((await summariesOf(database, rows, reading)).map((summary) => [summary.id, summary]));
  return items.flatMap(({ id, highlight }) => {
    const summary = summaries.get(id);
    if (!summary) return [];
    const passages = (highlight?.passages ?? []).map((passage) => ({ ...passage, address: summary.address + fragmentOf(passage) }));
    return [{ ...summary, titleMarks: highlight?.title ?? [], passages }];
  });
}

/** Leads to the passage in browsers that know text fragments (https://wicg.github.io/scroll-to-text-fragment/). */
function fragmentOf({ text, paragraph }: SearchPassage): string {
  if (paragraph < 0) return '';
  const bare = text.replace(/^… /, '').replace(/ …$/, '');
  const beginning = bare.length <= FRAGMENT ? bare : bare.slice(0, FRAGMENT).replace(/\s+\S*$/u, '');
  return `#:~:text=${encodeURIComponent(beginning.toWellFormed()).replaceAll('-', '%2D')}`;
}
