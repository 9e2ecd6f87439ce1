import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ColophonClient } from '../../../state/client-port.ts';
import type { EditorProblem } from '../../../state/editor/editor-problem.ts';
import { type ContentListSnapshot, type ContentListState, createContentList } from '../../../state/list/content-list.ts';
import { chooseRows, type ContentListQuery, type ContentRow, type ListChoices } from '../../../state/list/list-query.ts';
import {
  choicesOfCounts,
  choicesOfRows,
  type FilterChoice,
  type FilterChoices,
  readTagChoices,
} from '../../../state/list/filter-choices.ts';
import { type ContentCounts, NO_COUNTS, readCounts } from '../../../state/list/content-counts.ts';
import { createStore } from '../../../state/store.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useStore } from '../../provider/use-store.ts';

export interface ListSource extends ContentListSnapshot {
  readonly show: (first: number, last: number) => void;
  readonly refresh: () => void;
  /** The number of pieces per status and category, if the API provides it. */
  readonly counts: ContentCounts;
  /** The choices of its filters. */
  readonly choices: FilterChoices;
  /** Whether the rows are read from the API, not passed by the host. */
  readonly isOwn: boolean;
}

interface Given {
  readonly contents: readonly ContentRow[] | undefined;
  readonly query: ContentListQuery | undefined;
  readonly loading: boolean;
  readonly error: EditorProblem | null;
  readonly onRetry: (() => void) | undefined;
}

const NONE = createStore<ContentListSnapshot>({ rows: [], isLoading: false, problem: null, newerIds: new Set() });
const nothing = (): void => undefined;

/** The rows of a list: from the host or from the API. */
export function useListSource({ contents, query, loading, error, onRetry }: Given, choices: ListChoices): ListSource {
  const { client, format, user } = useColophon();
  const isOwn = contents === undefined;
  const userId = user?.id ?? null;
  if (isOwn && client === null) throw new Error('ContentList without `contents` needs a ColophonProvider with a `client`.');
  const list = useMemo<ContentListState | null>(() => (isOwn && client !== null ? createContentList(client) : null), [isOwn, client]);
  const read = useStore<ContentListSnapshot>(list ?? NONE);
  const { search, filters, sort } = choices;
  // The host's objects are new at each render, so they are compared by value.
  const asked = JSON.stringify({ query: query ?? {}, choices: { search, filters, sort } });
  useEffect(() => {
    const said = JSON.parse(asked) as { readonly query: ContentListQuery; readonly choices: ListChoices };
    list?.ask(said.query, said.choices);
  }, [list, asked]);
  useRefreshing(list);
  const { counts, recount } = useCounts(list === null ? null : client);
  const chosen = useMemo(
    () => (contents === undefined ? [] : chooseRows(contents, { search, filters, sort }, { compare: format.compare, userId })),
    [contents, search, filters, sort, format, userId],
  );
  const tags = useTagChoices(list === null ? null : client);
  const offered = useMemo(
    () => (contents === undefined ? choicesOfCounts(counts, tags) : choicesOfRows(contents)),
    [contents, counts, tags],
  );
  const refresh = useCallback(() => {
    list?.refresh();
    recount();
  }, [list, recount]);
  if (list !== null) return { ...read, show: list.show, refresh, counts, choices: offered, isOwn };
  return {
    counts,
    choices: offered,
    rows: chosen,
    isLoading: loading,
    problem: error,
    newerIds: NO_IDS,
    show: nothing,
    refresh: onRetry ?? nothing,
    isOwn,
  };
}

/** The counts of all pieces, loaded and reloaded with the list. */
function useCounts(client: ColophonClient | null): { readonly counts: ContentCounts; readonly recount: () => void } {
  const [counts, setCounts] = useState(NO_COUNTS);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (client === null) return undefined;
    const control = new AbortController();
    void readCounts(client, control.signal).then((read) => !control.signal.aborted && setCounts(read));
    return () => control.abort();
  }, [client, round]);
  return { counts, recount: useCallback(() => setRound((before) => before + 1), []) };
}

/** The tags to choose from, loaded with the list; null if there are too many, or unknown. */
function useTagChoices(client: ColophonClient | null): readonly FilterChoice[] | null {
  const [tags, setTags] = useState<readonly FilterChoice[] | null>(null);
  useEffect(() => {
    if (client === null) return undefined;
    const control = new AbortController();
    // The filters work without them.
    readTagChoices(client, control.signal).then(setTags, () => undefined);
    return () => control.abort();
  }, [client]);
  return tags;
}

const NO_IDS: ReadonlySet<string> = new Set();

/** Reloads when the connection is back, and checks for newer versions when the page becomes visible. */
function useRefreshing(list: ContentListState | null): void {
  useEffect(() => {
    if (list === null) return undefined;
    const onOnline = (): void => {
      if (list.getSnapshot().problem !== null) list.refresh();
    };
    const onVisible = (): void => {
      if (document.visibilityState === 'visible')
        void list.checkForNewer(list.getSnapshot().rows.flatMap((row) => (row === undefined ? [] : [row.id])));
    };
    addEventListener('online', onOnline);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      removeEventListener('online', onOnline);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [list]);
}
