import type { FacetKind } from '@colophon/core';
import type { SearchTerm } from '@colophon/core/search';
import type { ContentCollection } from '../record/capability.ts';
import type { Hit } from './order-hits.ts';
import type { Facet } from './search-input.ts';

/** A value that results have, and how many. */
export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

/** More results than these are counted by the newest of them, as they are ranked. */
export function maximumCounted({ database }: Pick<ContentCollection, 'database'>): number {
  return database.dialect.maximumRanked;
}

const MAXIMUM_VALUES = 20;

const KINDS: Readonly<Record<Facet, { readonly field: string; readonly kind: FacetKind }>> = {
  type: { field: 'type', kind: 'value' },
  tags: { field: 'tags', kind: 'item' },
  category: { field: 'category', kind: 'value' },
  year: { field: 'publish_date', kind: 'year' },
  authors: { field: 'authors', kind: 'item' },
  language: { field: 'language', kind: 'value' },
};

/** Counts the results of a search by a facet. Its own filter does not apply: the values beside the chosen one stay visible. */
export function countFacet(
  contents: ContentCollection,
  facet: Facet,
  terms: readonly SearchTerm[],
  where: Readonly<Record<string, unknown>> | undefined,
): Promise<readonly FacetCount[]> {
  const { field, kind } = KINDS[facet];
  const { [field]: _own, ...others } = where ?? {};
  return contents.facet({ terms, field, kind, where: others, newest: maximumCounted(contents), values: MAXIMUM_VALUES } as never);
}

/** Counts results that were read already. */
export function countAmong(hits: readonly Hit[], facet: Facet): readonly FacetCount[] {
  const { field, kind } = KINDS[facet];
  const counts = new Map<string, number>();
  for (const { row } of hits) {
    const value = row[field];
    const values = kind === 'item' ? (Array.isArray(value) ? new Set(value.map(String)) : []) : typeof value === 'string' ? [value] : [];
    for (const each of values) {
      const counted = kind === 'year' ? each.slice(0, 4) : each;
      counts.set(counted, (counts.get(counted) ?? 0) + 1);
    }
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
    .slice(0, MAXIMUM_VALUES);
}
