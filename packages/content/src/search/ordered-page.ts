import type { Collection, Page, RowQuery, StoredObject } from '@colophon/core';
import { findHits, ORDERED } from './find-hits.ts';
import { wordsAsked } from './order-hits.ts';

const DEFAULT_LIMIT = 50;

/**
 * Returns a page of a list that is searched without an order: the best results are in the order of the search operation, so that both show
 * the same first.
 *
 * @param read returns a page of the records that a query finds
 * @returns undefined for a page that the database itself orders: with an order, without a word to rank by, or far behind the best
 */
export async function orderedPage<Item extends object, Query extends RowQuery>(
  collection: Collection<StoredObject>,
  query: Query,
  read: (query: Query) => Promise<Page<Item>>,
): Promise<Page<Item> | undefined> {
  const { terms, search, orderBy, cursor, where, within, limit = DEFAULT_LIMIT, offset = 0 } = query;
  const isOrdered = orderBy !== undefined || cursor !== undefined;
  if (!terms || search === undefined || isOrdered || limit === 0 || offset + limit > ORDERED || terms.every(({ negated }) => negated))
    return undefined;
  const filters = { ...(where !== undefined && { where }), ...(within && { within }) };
  const options = { terms, asked: wordsAsked(search), ...filters, relax: false, now: collection.call.now() };
  const [{ hits }, count] = await Promise.all([
    findHits(collection, options),
    query.count === 'none' ? null : collection.count({ terms, ...filters } as never),
  ]);
  const ids = hits.slice(offset, offset + limit).map(({ id }) => id);
  const { search: _search, terms: _terms, offset: _offset, ...rest } = query;
  const found =
    ids.length === 0
      ? []
      : (await read({ ...rest, where: { id: { in: ids } }, limit: ids.length, count: 'none' } as unknown as Query)).items;
  const byId = new Map(found.map((item) => [String((item as { id?: unknown }).id), item]));
  const items = ids.flatMap((id) => byId.get(id) ?? []);
  const next = offset + ids.length;
  return { items, count, limit, offset, ...(hits.length > next && { nextOffset: next }) };
}
