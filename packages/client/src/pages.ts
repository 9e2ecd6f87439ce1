import type { UntypedOptions } from './client.ts';
import { ProblemError } from './problem-error.ts';

/**
 * Fetches a list page by page, by the `nextCursor` of each. A page that fails makes the whole fail, so that nobody takes a part for
 * the whole.
 *
 * @throws ProblemError `not_ours` for what is no page, and for pages that lead back to one that was read
 */
export async function* followPages(
  get: (path: string, options?: UntypedOptions) => Promise<unknown>,
  path: string,
  options: UntypedOptions = {},
): AsyncGenerator<unknown, void> {
  const seen = new Set<string>();
  let query = options.params?.query ?? {};
  for (;;) {
    const page = await get(path, { ...options, params: { ...options.params, query } });
    if (!isPage(page)) throw new ProblemError('not_ours', `The answer of ${path} is not a page of a list.`, { status: 200 });
    yield page;
    const { nextCursor } = page;
    if (nextCursor === undefined || nextCursor === null) return;
    if (seen.has(nextCursor)) throw new ProblemError('not_ours', `The pages of ${path} lead back to one that was read.`, { status: 200 });
    seen.add(nextCursor);
    const { offset: _offset, ...rest } = query;
    query = { ...rest, cursor: nextCursor };
  }
}

function isPage(value: unknown): value is { readonly items: readonly unknown[]; readonly nextCursor?: string | null } {
  if (typeof value !== 'object' || value === null || !('items' in value) || !Array.isArray(value.items)) return false;
  return !('nextCursor' in value) || value.nextCursor === null || typeof value.nextCursor === 'string' || value.nextCursor === undefined;
}
