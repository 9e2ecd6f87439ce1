import { RefusedError } from '../../errors/errors.ts';
import type { TransportResponse } from '../../io/transport.ts';
import { sanitizeLine } from '../../io/sanitize.ts';
import { pageOf } from './read-input.ts';

/** A list response: its body and headers. */
export interface ListAnswer {
  readonly value: unknown;
  readonly response: TransportResponse;
}

/** Fetches the page for a query. */
export type FetchPage = (query: URLSearchParams) => Promise<ListAnswer>;

/** All items of a list, as one document. */
export interface FollowedPages {
  readonly items: readonly unknown[];
  /** From the first page. */
  readonly count?: unknown;
}

/**
 * Follows a list from its first page to its last, or until `maxItems` is reached.
 *
 * The next page is given by `nextCursor`, or by a `Link` header of which only the query is used: the path and the origin always stay those
 * of the first page.
 *
 * @throws RefusedError if a page leads to another origin, or back to one that was already read; if a later page fails, the whole list
 * fails, so that a part is never mistaken for the whole
 */
export async function followPages(
  first: ListAnswer,
  query: URLSearchParams,
  requestUrl: URL,
  fetchPage: FetchPage,
  maxItems: number,
): Promise<FollowedPages> {
  const items: unknown[] = [];
  const visited = new Set([query.toString()]);
  let answer = first;
  let current = query;
  for (;;) {
    const page = pageOf(answer.value);
    if (page === undefined) throw new RefusedError('not_a_list', 'The response is not a list, so there are no pages to follow');
    items.push(...page.items);
    const next = items.length >= maxItems ? undefined : nextQuery(page.nextCursor, answer.response, current, requestUrl);
    if (next === undefined) break;
    if (visited.has(next.toString())) throw new RefusedError('page_cycle', 'The pages of this list form a loop');
    visited.add(next.toString());
    answer = await fetchPage(next);
    current = next;
  }
  const count = (first.value as { readonly count?: unknown }).count;
  return { items: items.slice(0, maxItems), ...(count !== undefined && { count }) };
}

function nextQuery(
  cursor: string | undefined,
  response: TransportResponse,
  current: URLSearchParams,
  requestUrl: URL,
): URLSearchParams | undefined {
  if (cursor !== undefined) {
    const next = new URLSearchParams(current);
    next.delete('offset');
    next.set('cursor', cursor);
    return next;
  }
  const target = nextLink(response.headers.get('link') ?? '');
  if (target === undefined) return undefined;
  const url = URL.canParse(target, requestUrl) ? new URL(target, requestUrl) : undefined;
  if (url === undefined || url.origin !== requestUrl.origin) {
    throw new RefusedError(
      'page_elsewhere',
      `The next page of this list is on another server (${sanitizeLine(url?.origin ?? target, 200)}); it was not requested`,
    );
  }
  return url.searchParams;
}

/** The target of `rel="next"` in a Link header (RFC 8288). */
export function nextLink(header: string): string | undefined {
  for (const [, target, parameters = ''] of header.matchAll(/<([^>]*)>([^<]*)/g)) {
    const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters);
    const relations = (relation?.[1] ?? relation?.[2] ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('next')) return target;
  }
  return undefined;
}
