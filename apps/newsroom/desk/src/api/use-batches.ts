import { problemOf } from '@colophon/ui/controls';
import { useQueries } from '@tanstack/react-query';
import { api, type Page } from './api.ts';
import type { Answered } from './use-answer.ts';

/** The number of ids per request, which keeps the address short. */
const BATCH = 100;

/** The records with these ids, however many they are, as far as they were read; undefined until the first are. */
export interface Batches<Item> extends Answered<readonly Item[]> {
  readonly isComplete: boolean;
}

/**
 * Reads records by their ids, in as many requests as that takes.
 *
 * @param fields the fields that are needed; without it, all
 */
export function useBatches<Item>(path: string, ids: readonly string[], fields?: string): Batches<Item> {
  const asked = [...new Set(ids)];
  const batches = Array.from({ length: Math.ceil(asked.length / BATCH) }, (_, index) => asked.slice(index * BATCH, (index + 1) * BATCH));
  return useQueries({
    queries: batches.map((batch) => {
      const query = { 'id[in]': batch.join(','), ...(fields !== undefined && { fields }), limit: BATCH, count: 'none' };
      // The key of `useAnswer`, so that a change of what is read refreshes it.
      return {
        queryKey: [path, { query }],
        queryFn: ({ signal }: { signal: AbortSignal }) => api.get<Page<Item>>(path, { query, signal }),
      };
    }),
    combine: (answers) => {
      const failed = answers.find(({ error }) => error);
      const items = answers.flatMap(({ data }) => data?.items ?? []);
      return {
        value: items.length > 0 || answers.every(({ data }) => data !== undefined) ? items : undefined,
        isComplete: answers.every(({ data }) => data !== undefined),
        problem: failed ? problemOf(failed.error) : null,
        refresh: () => answers.forEach(({ refetch }) => void refetch()),
      };
    },
  });
}
