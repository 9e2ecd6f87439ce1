import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CommentSelector, CommentThread } from '../../../state/comments/comment-records.ts';
import { type Comments, createComments } from '../../../state/comments/comments.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { createStore, type Store } from '../../../state/store.ts';
import type { Passage, PassagePlace } from '../../body/index.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useSlice } from './use-slice.ts';

/** The polling interval in milliseconds, while the page is visible. */
const ASKED_EVERY = 60_000;

/** The comments on the open piece, and their positions in its text. */
export interface EditorComments {
  /** Null for a new piece. */
  readonly comments: Comments | null;
  /** Whether the server supports comments on it. */
  readonly isThere: boolean;
  /** How many threads are open. */
  readonly open: number;
  /** Open threads about passages, in the order of `passages`. */
  readonly threads: readonly CommentThread[];
  readonly passages: readonly Passage[];
  readonly onPlaces: (places: readonly PassagePlace[]) => void;
  /** Threads whose passage has changed. */
  readonly changedIds: ReadonlySet<string>;
  /** Returns the thread at a position in the text. */
  readonly threadAt: (place: number) => CommentThread | undefined;
  readonly selected: Store<CommentSelector | null>;
  readonly select: (selector: CommentSelector | null) => void;
}

const NO_THREADS: readonly CommentThread[] = [];
const NO_SNAPSHOT = createStore({ threads: NO_THREADS, isAbsent: true, isLoading: true });
const NO_PLACES: readonly PassagePlace[] = [];

/** Loads the comments when the piece is opened or the page becomes visible, and periodically while it is visible. */
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
      // A server without comments is not polled.
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
  // Typing does not re-render anything else, unless a passage changes.
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
    open: useMemo(() => all.filter(({ status }) => status === 'open').length, [all]),
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

/** Returns the position of its passage in the stored text, else its original position. */
function passageOf({ selector, anchor }: CommentThread): Passage {
  const at = anchor ?? selector;
  return { ...(at && { start: at.start, end: at.end }), quote: selector?.exact ?? '' };
}
