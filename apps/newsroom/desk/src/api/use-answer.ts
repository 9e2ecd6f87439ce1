import { problemOf, type EditorProblem } from '@colophon/ui/controls';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type Asked, type Page } from './api.ts';

/** What was asked of the API: nothing yet, an answer, or why there is none. */
export interface Answered<Value> {
  readonly value: Value | undefined;
  readonly problem: EditorProblem | null;
  readonly refresh: () => void;
}

type Question = Pick<Asked, 'path' | 'query'>;

/** Asks once, and anew when somebody comes back to the page. Without an address nothing is asked. */
export function useAnswer<Value>(path: string | null, asked: Question = {}): Answered<Value> {
  const { data, error, refetch } = useQuery({
    queryKey: [path, asked],
    queryFn: ({ signal }) => api.get<Value>(path ?? '', { ...asked, signal }),
    enabled: path !== null,
  });
  return { value: data, problem: error ? problemOf(error) : null, refresh: () => void refetch() };
}

export interface AnsweredList<Item> extends Answered<readonly Item[]> {
  readonly count: number | null;
  /** Asks for the next page; null at the end. */
  readonly more: (() => void) | null;
}

interface ListQuestion<Item> extends Question {
  readonly limit?: number;
  /** Lists that belong to one record are paged by offset, not by cursor. */
  readonly by?: 'cursor' | 'offset';
  /** Milliseconds until it is asked again while the page is visible, by what is known; null if nothing is pending. */
  readonly askAgainIn?: (items: readonly Item[]) => number | null;
}

/** A list, page by page. */
export function useList<Item>(path: string, { askAgainIn, by = 'cursor', ...asked }: ListQuestion<Item> = {}): AnsweredList<Item> {
  const { limit = 50, query, ...rest } = asked;
  const { data, error, refetch, fetchNextPage, hasNextPage } = useInfiniteQuery({
    queryKey: [path, 'list', asked],
    queryFn: ({ signal, pageParam }) =>
      api.get<Page<Item>>(path, { ...rest, query: { limit, ...query, ...(pageParam && { [by]: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Page<Item>, pages) => {
      if (by === 'cursor') return last.nextCursor;
      const read = pages.reduce((sum, { items }) => sum + items.length, 0);
      return last.items.length > 0 && read < (last.count ?? 0) ? String(read) : undefined;
    },
    refetchInterval: ({ state }) => askAgainIn?.(state.data?.pages.flatMap(({ items }) => items) ?? []) ?? false,
  });
  return {
    value: data?.pages.flatMap(({ items }) => items),
    count: data?.pages[0]?.count ?? null,
    problem: error ? problemOf(error) : null,
    refresh: () => void refetch(),
    more: hasNextPage ? () => void fetchNextPage() : null,
  };
}

/** Asks everything anew that the page shows of these addresses, once something was changed there. */
export function useRefresh(): (...paths: readonly string[]) => Promise<void> {
  const queries = useQueryClient();
  return async (...paths) => {
    await Promise.all(
      paths.map((path) => queries.invalidateQueries({ predicate: ({ queryKey: [asked] }) => String(asked).startsWith(path) })),
    );
  };
}
