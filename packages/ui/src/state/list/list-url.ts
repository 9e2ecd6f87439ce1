import { LIST_FILTERS, LIST_ORDERS, type ListChoices, type ListSort } from './list-query.ts';

/** How pieces are shown: as cards, as rows with their descriptions, or as one line each. */
export const LIST_VIEWS = ['grid', 'detailed', 'compact'] as const;
export type ListView = (typeof LIST_VIEWS)[number];

/** What an address says of a list. */
export interface ListAddress extends ListChoices {
  /** Null is the list's first view. */
  readonly view: ListView | null;
}

/** Reads what an address asks of a list; what it says and no list knows counts as not said. */
export function readListAddress(search: string): ListAddress {
  const asked = new URLSearchParams(search);
  const filters = LIST_FILTERS.flatMap((filter) => {
    const value = asked.get(filter);
    if (value === null || value === '' || (filter === 'mine' && value !== 'true')) return [];
    return [[filter, value] as const];
  });
  const sort = asked.get('sort');
  return {
    search: asked.get('q') ?? '',
    filters: Object.fromEntries(filters),
    sort: isSort(sort) ? sort : null,
    view: LIST_VIEWS.find((view) => view === asked.get('view')) ?? null,
  };
}

/** Puts what was asked of a list into an address; whatever else it says stays. Empty, or begins with `?`. */
export function writeListAddress(search: string, { search: words, filters, sort, view }: ListAddress): string {
  const said = new URLSearchParams(search);
  const put = (name: string, value: string | null | undefined): void => {
    if (value === null || value === undefined || value === '') said.delete(name);
    else said.set(name, value);
  };
  put('q', words.trim() === '' ? null : words);
  for (const filter of LIST_FILTERS) put(filter, filters[filter]);
  put('sort', sort);
  put('view', view);
  const text = said.toString();
  return text === '' ? '' : `?${text}`;
}

function isSort(value: string | null): value is ListSort {
  return value !== null && LIST_ORDERS.some((order) => order === value.replace(/^-/, ''));
}
