import { type ColophonClient, send } from '../client-port.ts';
import { problemOf } from '../editor/editor-problem.ts';
import type { EditorProblem } from '../editor/editor-problem.ts';
import { readAnswer } from '../read-answer.ts';
import { createStore, type Store } from '../store.ts';
import { type ContentListQuery, type ContentRow, type ListChoices, requestOf } from './list-query.ts';

/** The state of a list. */
export interface ContentListSnapshot {
  /** One entry per row of the list; undefined for rows that are not loaded yet. */
  readonly rows: readonly (ContentRow | undefined)[];
  /** Whether the first page is still loading. */
  readonly isLoading: boolean;
  readonly problem: EditorProblem | null;
  /** Rows that have changed since they were loaded. They are not updated until `refresh` is called. */
  readonly newerIds: ReadonlySet<string>;
}

/** A list that loads its pages as they are shown. */
export interface ContentListState extends Store<ContentListSnapshot> {
  /** Changes the query. Pending responses to the previous query are ignored. */
  readonly ask: (query: ContentListQuery, choices: ListChoices) => void;
  /** Sets the visible rows, so that their pages are loaded. */
  readonly show: (first: number, last: number) => void;
  /** Reloads everything; the shown rows stay until the response arrives. */
  readonly refresh: () => void;
  /** Checks whether loaded rows have changed since. */
  readonly checkForNewer: (ids: readonly string[]) => Promise<void>;
}

interface Page {
  readonly items: readonly ContentRow[];
  readonly count?: number | null;
  readonly nextCursor?: string | null;
  readonly nextOffset?: number | null;
}

const NOTHING: ContentListSnapshot = { rows: [], isLoading: true, problem: null, newerIds: new Set() };
/** The number of ids per request, which keeps the URL short. */
const MOST_CHECKED = 100;

/** The maximum length of a list, whatever the server reports. */
const LONGEST = 10_000_000;

function readPage(value: unknown): Page {
  const page = readAnswer<Page>(value, { items: 'records' }, { count: 'number', nextCursor: 'text', nextOffset: 'number' });
  const { count } = page;
  const isLength = typeof count === 'number' && Number.isInteger(count) && count >= page.items.length && count <= LONGEST;
  return { ...page, items: page.items.filter(({ id }) => id !== undefined), count: isLength ? count : null };
}

/** Creates a list over `GET /contents`. It sends no request before `ask` is called. */
export function createContentList(client: ColophonClient): ContentListState {
  const store = createStore<ContentListSnapshot>(NOTHING);
  let params: Readonly<Record<string, string>> = {};
  let pageSize = 100;
  /** Incremented with each query, to recognize late responses. */
  let asking = new AbortController();
  let pages = new Map<number, 'loading' | Page>();
  const change = (changes: Partial<ContentListSnapshot>): void => store.set({ ...store.getSnapshot(), ...changes });

  return {
    ...store,
    ask(query, choices) {
      params = requestOf(query, choices);
      pageSize = query.pageSize ?? 100;
      start({ ...NOTHING });
    },
    refresh: () => start({ problem: null }),
    show(first, last) {
      if (store.getSnapshot().isLoading) return;
      for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page += 1)
        if (!pages.has(page) && page * pageSize < store.getSnapshot().rows.length) void load(page);
    },
    async checkForNewer(ids) {
      const signal = asking.signal;
      const asked = ids.slice(0, MOST_CHECKED);
      if (asked.length === 0) return;
      try {
        const query = { 'id[in]': asked.join(','), fields: 'id,rev', limit: String(asked.length), count: 'none' };
        const value = readPage((await send(client, 'get', '/contents', { params: { query }, signal })).value);
        if (signal.aborted) return;
        const revs = new Map(store.getSnapshot().rows.flatMap((row) => (row === undefined ? [] : [[row.id, row.rev] as const])));
        const newer = value.items.filter(({ id, rev }) => rev > (revs.get(id) ?? rev)).map(({ id }) => id);
        if (newer.length > 0) change({ newerIds: new Set([...store.getSnapshot().newerIds, ...newer]) });
      } catch {
        // The shown rows stay; the next request that the user waits for reports the error.
      }
    },
  };

  function start(changes: Partial<ContentListSnapshot>): void {
    asking.abort();
    asking = new AbortController();
    pages = new Map();
    change(changes);
    void load(0);
  }

  async function load(page: number): Promise<void> {
    const { signal } = asking;
    const own = pages;
    own.set(page, 'loading');
    try {
      const query = { ...params, limit: String(pageSize), count: page === 0 ? 'exact' : 'none', ...placeOf(page) };
      const value = readPage((await send(client, 'get', '/contents', { params: { query }, signal })).value);
      if (signal.aborted) return;
      own.set(page, value);
      take(page, value);
    } catch (error) {
      if (signal.aborted) return;
      own.delete(page);
      change({ isLoading: false, problem: problemOf(error) });
    }
  }

  /** By cursor if the previous page is known, else by offset, after a jump. Results ordered by rank have no cursor. */
  function placeOf(page: number): Readonly<Record<string, string>> {
    if (page === 0) return {};
    const before = pages.get(page - 1);
    if (typeof before === 'object' && typeof before.nextCursor === 'string') return { cursor: before.nextCursor };
    const offset = typeof before === 'object' && typeof before.nextOffset === 'number' ? before.nextOffset : page * pageSize;
    return { offset: String(offset) };
  }

  function take(page: number, { items, count }: Page): void {
    const before = store.getSnapshot();
    const length = page === 0 ? (count ?? items.length) : before.rows.length;
    const kept = page === 0 ? [] : before.rows;
    const rows = Array.from({ length }, (_, index) => items[index - page * pageSize] ?? kept[index]);
    change({ rows, isLoading: false, problem: null, ...(page === 0 && { newerIds: new Set<string>() }) });
  }
}
