import { LIST_FILTERS, LIST_ORDERS, type ListChoices, type ListSort } from './list-query.ts';

/** The views of a list: cards, rows with descriptions, or one line each. */
export const LIST_VIEWS = ['grid', 'detailed', 'compact'] as const;
export type ListView = (typeof LIST_VIEWS)[number];

/** The state of a list in a URL. */
export interface ListAddress extends ListChoices {
  /** Null for the list's first view. */
  readonly view: ListView | null;
}

/** Reads the state of a list from a URL; unknown values are ignored. */
export function readListAddress(search: string): ListAddress {
  const asked = new URLSearchParams(search);
  const filters = LIST_FILTERS.flatMap((filter) => {
    const value = asked.get(filter);
    if (value === null || value === '' || ((filter === 'mine' || filter === 'changed') && value !== 'true')) return [];
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

/** Writes the state of a list into the query of a URL and keeps its other parameters. The result is empty, or begins with `?`. */
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
