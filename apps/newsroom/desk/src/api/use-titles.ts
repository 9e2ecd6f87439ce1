import type { Page } from './api.ts';
import { useAnswer } from './use-answer.ts';

/** Pieces that are asked for at once. */
const MOST = 100;

/** The titles of pieces by their ids; those that are not known yet are not there. */
export function useTitles(ids: readonly string[] = []): ReadonlyMap<string, string> {
  const asked = [...new Set(ids)].slice(0, MOST);
  const { value } = useAnswer<Page<{ readonly id: string; readonly title: string }>>(asked.length > 0 ? '/contents' : null, {
    query: { 'id[in]': asked.join(','), fields: 'id,title', limit: MOST, count: 'none' },
  });
  return new Map(value?.items.map(({ id, title }) => [id, title.trim() === '' ? 'Untitled' : title]));
}
