import { useBatches } from './use-batches.ts';

/** The titles of pieces by their ids; those that are not known yet are not there. */
export function useTitles(ids: readonly string[] = []): ReadonlyMap<string, string> {
  const { value } = useBatches<{ readonly id: string; readonly title: string }>('/contents', ids, 'id,title');
  return new Map(value?.map(({ id, title }) => [id, title.trim() === '' ? 'Untitled' : title]));
}
