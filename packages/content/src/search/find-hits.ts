import type { Collection, Filter, StoredObject } from '@colophon/core';
import type { SearchTerm } from '@colophon/core/search';
import { type Hit, HIT_FIELDS, orderHits } from './order-hits.ts';
import { isPlain } from './terms-of-query.ts';
import { searchTypes } from './weights.ts';

/** The number of results of a database that are ordered anew; its own order continues after them. */
export const ORDERED = 200;
const SOME = 100;
/** With fewer results of all words, those of some words follow. */
const FEW = 50;

export interface FindOptions {
  readonly terms: readonly SearchTerm[];
  readonly asked: readonly string[];
  readonly where?: unknown;
  readonly within?: Filter;
  /** Whether records with some of the words may follow. */
  readonly relax: boolean;
  readonly now: Date;
}

/** The best results of a search, in order. */
export interface Found {
  readonly hits: readonly Hit[];
  /** The number of those with all words among them. */
  readonly all: number;
}

/** Finds and orders the best records for the terms of a search. */
export async function findHits(contents: Collection<StoredObject>, options: FindOptions): Promise<Found> {
  const { terms, asked, where, within, relax, now } = options;
  const wanted = terms.filter(({ negated }) => !negated);
  if (wanted.length === 0) return { hits: [], all: 0 };
  const query = { terms, fields: HIT_FIELDS, ...(where !== undefined && { where }), ...(within && { within }) } as const;
  const all = await contents.ranked({ ...query, limit: ORDERED } as never);
  const isFew = relax && all.length < FEW && wanted.length > 1 && isPlain(terms);
  const some = isFew ? await contents.ranked({ ...query, isAny: true, limit: SOME } as never) : [];
  const types = contents.database.ports.use(searchTypes);
  const hits = await orderHits(contents.database, { all, some }, { terms, asked, now, types });
  return { hits, all: all.length };
}

/** Returns whether a record that the collection can read has one of the terms. */
export async function hasHit(contents: Collection<StoredObject>, term: SearchTerm, where: unknown): Promise<boolean> {
  const found = await contents.ranked({ terms: [term], fields: ['id'], limit: 1, ...(where !== undefined && { where }) } as never);
  return found.length > 0;
}
