import { searchOfView } from '@colophon/ui/state';
import type { ReactElement } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { Page } from '../api/api.ts';
import { useAnswer } from '../api/use-answer.ts';

interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly query: unknown;
}

/** The list of pieces offers the rest. */
const MOST_SHOWN = 8;

/** The saved views of the list of pieces, below its link in the sidebar. */
export function SavedViewLinks(): ReactElement | null {
  const { value } = useAnswer<Page<SavedView>>('/content-saved-views', {
    query: { limit: MOST_SHOWN * 2, orderBy: 'name', count: 'none' },
  });
  const [location] = useLocation();
  const here = new URLSearchParams(useSearch()).toString();
  const shown = (value?.items ?? [])
    .flatMap(({ id, name, query }) => {
      const search = searchOfView(query);
      return search === null || search === '' ? [] : [{ id, name, search }];
    })
    .slice(0, MOST_SHOWN);
  if (shown.length === 0) return null;
  return (
    <ul className="desk-nav-views" aria-label="Saved views">
      {shown.map(({ id, name, search }) => (
        <li key={id}>
          <Link href={`/pieces${search}`} aria-current={location === '/pieces' && here === search.slice(1) ? 'page' : undefined}>
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}
