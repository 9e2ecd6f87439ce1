import type { ContentRecord, StaffFields } from '../records.ts';
import type { Translation } from '../translations.ts';

/** A piece as a list shows it: what `GET /contents` answers, with the picture where the host knows one. */
export type ContentRow = Pick<ContentRecord, 'id' | 'rev' | 'title' | 'type' | 'status' | 'updated_at'> &
  Partial<Pick<ContentRecord, 'description' | 'category' | 'tags' | 'authors' | 'language' | 'publish_date' | 'references'>> &
  StaffFields & {
    readonly thumbnailUrl?: string | null;
    /** The languages of the piece, as the staff is told of them. */
    readonly translations?: readonly Translation[];
  };

/** What can be asked of a list by a choice; each filter takes one value, and `mine` takes `true`: what the person made. */
export const LIST_FILTERS = ['status', 'type', 'category', 'tag', 'mine'] as const;
export type ListFilter = (typeof LIST_FILTERS)[number];

/** Fields that a list can be in the order of. */
export const LIST_ORDERS = ['updated_at', 'title', 'status', 'type', 'publish_date'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];
/** `-updated_at` is the newest first. */
export type ListSort = ListOrder | `-${ListOrder}`;

/** What a person asked of a list. */
export interface ListChoices {
  readonly search: string;
  readonly filters: Readonly<Partial<Record<ListFilter, string>>>;
  /** Null is the order of the list itself: the newest first, or the best match of a search first. */
  readonly sort: ListSort | null;
}

export const NO_CHOICES: ListChoices = { search: '', filters: {}, sort: null };

/** Which pieces a list is of, whatever a person asks beside it. */
export interface ContentListQuery {
  /** What jobs over everything that it finds call it (`queryKey`). */
  readonly key?: string;
  /** What always holds; a filter named here is not offered. */
  readonly filters?: Readonly<Partial<Record<ListFilter, string>>>;
  /** The order until a person chooses another: `-updated_at` by default. */
  readonly sort?: ListSort;
  /** Pieces a page: 100 by default. */
  readonly pageSize?: number;
}

/**
 * The parameters of `GET /contents` for what a list is of and what a person asked of it. It names no `fields`: what a record says to the
 * staff comes with all of them alone, and texts come in no list that does not name them.
 */
export function requestOf(query: ContentListQuery, choices: ListChoices): Readonly<Record<string, string>> {
  const { tag, ...filters } = { ...definedOf(choices.filters), ...definedOf(query.filters ?? {}) };
  const search = searchWords(choices.search);
  const sort = choices.sort ?? (search === '' ? (query.sort ?? '-updated_at') : null);
  return {
    ...filters,
    ...(tag !== undefined && { tags: tag }),
    ...(search !== '' && { search }),
    ...(sort !== null && { orderBy: sort }),
  };
}

/** The last word of a search is still being typed, so it stands for every word that begins like it. */
export function searchWords(typed: string): string {
  const words = typed.trim();
  return /[\p{L}\p{N}]$/u.test(words) && !words.includes('"') ? `${words}*` : words;
}

/** Whether nothing but a status narrows a list, so that counts of all pieces are those of the list too. */
export function isCountedAll(query: ContentListQuery | undefined, choices: ListChoices): boolean {
  const { status: _status, ...others } = definedOf(choices.filters);
  return choices.search.trim() === '' && Object.keys({ ...others, ...definedOf(query?.filters ?? {}) }).length === 0;
}

/** Whether anything but the order was asked. */
export function isNarrowed(choices: ListChoices): boolean {
  return choices.search.trim() !== '' || Object.keys(definedOf(choices.filters)).length > 0;
}

function definedOf(filters: ListChoices['filters']): Partial<Record<ListFilter, string>> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => typeof value === 'string' && value !== ''));
}

/** The rows that a person asked for out of rows that are all there, in the order that was asked for. */
export function chooseRows(
  rows: readonly ContentRow[],
  choices: ListChoices,
  { compare, userId = null }: { readonly compare: (a: string, b: string) => number; readonly userId?: string | null },
): ContentRow[] {
  const words = choices.search.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter((row) => {
    const text = `${row.title}\n${row.description ?? ''}`.toLocaleLowerCase();
    return (
      words.every((word) => text.includes(word)) && LIST_FILTERS.every((filter) => isOfFilter(row, filter, choices.filters[filter], userId))
    );
  });
  const { sort } = choices;
  if (sort === null) return found;
  const field = sort.replace(/^-/, '') as ListOrder;
  const sign = sort.startsWith('-') ? -1 : 1;
  return found.toSorted((a, b) => sign * compare(a[field] ?? '', b[field] ?? ''));
}

function isOfFilter(row: ContentRow, filter: ListFilter, wanted: string | undefined, userId: string | null): boolean {
  if (wanted === undefined || wanted === '') return true;
  if (filter === 'mine') return userId !== null && row.createdBy?.id === userId;
  return filter === 'tag' ? (row.tags ?? []).includes(wanted) : row[filter] === wanted;
}
