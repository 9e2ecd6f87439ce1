import { isPlainObject } from '@colophon/contract';
import type { UntypedOptions } from './api-types.ts';
import { ProblemError } from '../problems/problem-error.ts';

/**
 * Fetches a list page by page, by `nextCursor` or, for a search ordered by rank, `nextOffset`. If a page fails, the iteration
 * fails, so that a part is not
 * mistaken for the whole.
 *
 * @throws ProblemError `not_ours` for an invalid page, and for pages that form a loop
 */
export async function* followPages(
  get: (path: string, options?: UntypedOptions) => Promise<unknown>,
  path: string,
  options: UntypedOptions = {},
): AsyncGenerator<unknown, void> {
  const seenPages = new Set<string>();
  let query = options.params?.query ?? {};
  for (;;) {
    const page = await get(path, { ...options, params: { ...options.params, query } });
    if (!isPage(page)) throw new ProblemError('not_ours', `The response of ${path} is not a page of a list.`, { status: 200 });
    yield page;
    const next = nextOf(page);
    if (next === undefined) return;
    const mark = JSON.stringify(next);
    if (seenPages.has(mark)) throw new ProblemError('not_ours', `The pages of ${path} form a loop.`, { status: 200 });
    seenPages.add(mark);
    const { offset: _offset, cursor: _cursor, ...otherParameters } = query;
    query = { ...otherParameters, ...next };
  }
}

/** The part of a list page that is needed to follow it. */
interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor?: string | null;
  /** The offset of the next page of a search ordered by rank. */
  readonly nextOffset?: number | null;
}

function nextOf({ nextCursor, nextOffset }: Page): { readonly cursor: string } | { readonly offset: number } | undefined {
  if (typeof nextCursor === 'string') return { cursor: nextCursor };
  return typeof nextOffset === 'number' ? { offset: nextOffset } : undefined;
}

function isPage(value: unknown): value is Page {
  if (!isPlainObject(value) || !Array.isArray(value['items'])) return false;
  const { nextCursor, nextOffset } = value;
  return isAbsentOr('string', nextCursor) && isAbsentOr('number', nextOffset);
}

function isAbsentOr(type: 'string' | 'number', value: unknown): boolean {
  return value === undefined || value === null || typeof value === type;
}
