import type { ContentRecord, CorrectionType, StaffFields } from '../records.ts';
import type { Translation } from '../translations.ts';

/** A piece in a list, as returned by `GET /contents`, with a picture if the host has one. */
export type ContentRow = Pick<ContentRecord, 'id' | 'rev' | 'title' | 'type' | 'status' | 'updated_at'> &
  Partial<
    Pick<
      ContentRecord,
      | 'description'
      | 'category'
      | 'tags'
      | 'authors'
      | 'language'
      | 'publish_date'
      | 'publishAt'
      | 'unpublishAt'
      | 'references'
      | 'changedSincePublication'
    >
  > &
  StaffFields & {
    readonly thumbnailUrl?: string | null;
    /** The type of its latest correction; a retraction takes precedence over later ones. */
    readonly latestCorrection?: CorrectionType | null;
    /** The languages of the piece, for staff. */
    readonly translations?: readonly Translation[];
  };

/**
 * The filters of a list; each takes one value. `mine` and `changed` take `true`: pieces created by the user, and published ones that readers do
 * not get as they are now.
 */
export const LIST_FILTERS = ['status', 'type', 'category', 'tag', 'mine', 'changed'] as const;
export type ListFilter = (typeof LIST_FILTERS)[number];

/** The fields that a list can be sorted by. */
export const LIST_ORDERS = ['updated_at', 'title', 'status', 'type', 'publish_date'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];
/** `-updated_at` sorts the newest first. */
export type ListSort = ListOrder | `-${ListOrder}`;

/** The search, filters and order that the user chose. */
export interface ListChoices {
  readonly search: string;
  readonly filters: Readonly<Partial<Record<ListFilter, string>>>;
  /** Null for the default order: the newest first, or the best match first in a search. */
  readonly sort: ListSort | null;
}

export const NO_CHOICES: ListChoices = { search: '', filters: {}, sort: null };

/** The pieces that a list shows, before the user's own choices. */
export interface ContentListQuery {
  /** The `queryKey` of jobs on everything that it finds. */
  readonly key?: string;
  /** Fixed filters; they are not offered to the user. */
  readonly filters?: Readonly<Partial<Record<ListFilter, string>>>;
  /** The order until the user chooses another; default `-updated_at`. */
  readonly sort?: ListSort;
  /** Pieces per page; default 100. */
  readonly pageSize?: number;
}

/**
 * Returns the parameters of `GET /contents` for a list and the user's choices. It names no `fields`, because the members for staff are only
 * included without it, and lists do not include texts unless named.
 */
export function requestOf(query: ContentListQuery, choices: ListChoices): Readonly<Record<string, string>> {
  const { tag, changed, ...filters } = { ...definedOf(choices.filters), ...definedOf(query.filters ?? {}) };
  const search = searchWords(choices.search);
  const sort = choices.sort ?? (search === '' ? (query.sort ?? '-updated_at') : null);
  return {
    ...filters,
    ...(changed !== undefined && { changedSincePublication: changed }),
    ...(tag !== undefined && { tags: tag }),
    ...(search !== '' && { search }),
    ...(sort !== null && { orderBy: sort }),
  };
}

/** The last word of a search is still being typed, so it matches every word that begins with it. */
export function searchWords(typed: string): string {
  const words = typed.trim();
  return /[\p{L}\p{N}]$/u.test(words) && !words.includes('"') ? `${words}*` : words;
}

/** Whether a list is filtered by status at most, so that the counts of all pieces apply to it. */
export function isCountedAll(query: ContentListQuery | undefined, choices: ListChoices): boolean {
  const { status: _status, ...others } = definedOf(choices.filters);
  return choices.search.trim() === '' && Object.keys({ ...others, ...definedOf(query?.filters ?? {}) }).length === 0;
}

/** Whether a search or filter is set. */
export function isNarrowed(choices: ListChoices): boolean {
  return choices.search.trim() !== '' || Object.keys(definedOf(choices.filters)).length > 0;
}

function definedOf(filters: ListChoices['filters']): Partial<Record<ListFilter, string>> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => typeof value === 'string' && value !== ''));
}

/** Filters and sorts rows that are all loaded. */
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
  if (filter === 'changed') return (row.changedSincePublication ?? []).length > 0;
  if (filter === 'mine') return userId !== null && row.createdBy?.id === userId;
  return filter === 'tag' ? (row.tags ?? []).includes(wanted) : row[filter] === wanted;
}
