import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CommentSelector, CommentThread } from '../../../state/comments/comment-records.ts';
import { type Comments, createComments } from '../../../state/comments/comments.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { createStore, type Store } from '../../../state/store.ts';
import type { Passage, PassagePlace } from '../../body/index.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useSlice } from './use-slice.ts';

/** In milliseconds, while the page is seen. */
const ASKED_EVERY = 60_000;

/** The comments on the piece that an editor has open, and where they stand in its text. */
export interface EditorComments {
  /** Null for a piece that is not stored. */
  readonly comments: Comments | null;
  /** Whether the server keeps comments on it. */
  readonly isThere: boolean;
  /** Open threads about passages, in the order of `passages`. */
  readonly threads: readonly CommentThread[];
  readonly passages: readonly Passage[];
  readonly onPlaces: (places: readonly PassagePlace[]) => void;
  /** Threads whose words are others by now. */
  readonly changedIds: ReadonlySet<string>;
  /** The thread at a place of the text. */
  readonly threadAt: (place: number) => CommentThread | undefined;
  readonly selected: Store<CommentSelector | null>;
  readonly select: (selector: CommentSelector | null) => void;
}

const NO_THREADS: readonly CommentThread[] = [];
const NO_SNAPSHOT = createStore({ threads: NO_THREADS, isAbsent: true, isLoading: true });
const NO_PLACES: readonly PassagePlace[] = [];

/** Reads the comments when the piece is opened or the page is come back to, and now and then while it is seen. */
export function useComments(editor: ContentEditorState): EditorComments {
  const { client } = useColophon();
  const contentId = useSlice(editor, (snapshot) => snapshot.contentId);
  const comments = useMemo(
    () => (client === null || contentId === null ? null : createComments({ client, contentId })),
    [client, contentId],
  );
  useEffect(() => {
    if (comments === null) return undefined;
    const ask = (): void => {
      // A server that has none is not asked again.
      if (document.visibilityState === 'visible' && !comments.getSnapshot().isAbsent) void comments.refresh();
    };
    ask();
    const timer = setInterval(ask, ASKED_EVERY);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [comments]);
  const all = useSlice(comments ?? NO_SNAPSHOT, (snapshot: { readonly threads: readonly CommentThread[] }) => snapshot.threads);
  const isThere = useSlice(
    comments ?? NO_SNAPSHOT,
    (snapshot: { readonly isAbsent: boolean; readonly isLoading: boolean }) => !snapshot.isAbsent && !snapshot.isLoading,
  );
  const threads = useMemo(() => all.filter(({ status, selector }) => status === 'open' && selector), [all]);
  const passages = useMemo(() => threads.map(passageOf), [threads]);
  // A key that is pressed in the text draws nothing else: only words that come to be others do.
  const places = useRef(NO_PLACES);
  const [changedIds, setChangedIds] = useState<ReadonlySet<string>>(new Set());
  const onPlaces = useCallback(
    (now: readonly PassagePlace[]) => {
      places.current = now;
      const changed = now.flatMap(({ index, isChanged }) => (isChanged && threads[index] ? [threads[index].id] : []));
      setChangedIds((before) => (changed.length === before.size && changed.every((id) => before.has(id)) ? before : new Set(changed)));
    },
    [threads],
  );
  const [selected] = useState(() => createStore<CommentSelector | null>(null));
  return {
    comments,
    isThere,
    threads,
    passages,
    onPlaces,
    changedIds,
    threadAt: useCallback(
      (at: number) => {
        const place = places.current.find(({ start, end, isChanged }) => !isChanged && start <= at && at <= end);
        return place && threads[place.index];
      },
      [threads],
    ),
    selected,
    select: selected.set,
  };
}

/** Where its words stand in the text that is stored, else where they stood when it was written. */
function passageOf({ selector, anchor }: CommentThread): Passage {
  const at = anchor ?? selector;
  return { ...(at && { start: at.start, end: at.end }), quote: selector?.exact ?? '' };
}
