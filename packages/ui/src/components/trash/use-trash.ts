import { useCallback, useEffect, useState } from 'react';
import { problemOf } from '../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../state/editor/editor-problem.ts';
import { eraseFromTrash, readTrash, type RestoredDraft, restoreFromTrash, type TrashEntry, type TrashPage } from '../../state/trash.ts';
import { useColophon } from '../provider/colophon-context.ts';

/** Where the deleted drafts come from: the host, or the API. */
export interface TrashSource {
  /** The deleted drafts; without it, they are read from the API. */
  readonly items?: readonly TrashEntry[];
  /** Restores a draft of `items`; an exception is shown. Without `items`, the API is used. */
  readonly onRestore?: (entry: TrashEntry) => Promise<RestoredDraft | void> | void;
  /** Permanently deletes a draft of `items`; an exception is shown. Without it, this is not offered. */
  readonly onErase?: (entry: TrashEntry) => Promise<void> | void;
}

/** The trash and its actions. */
export interface TrashUse {
  readonly items: readonly TrashEntry[];
  readonly isLoading: boolean;
  readonly problem: EditorProblem | null;
  readonly reload: () => void;
  /** Loads the next page; undefined if there is none. */
  readonly more: (() => void) | undefined;
  readonly restore: (entry: TrashEntry) => Promise<RestoredDraft>;
  /** Undefined if the user is not allowed to. */
  readonly erase: ((entry: TrashEntry) => Promise<void>) | undefined;
  /** Removes an entry that no longer exists. */
  readonly forget: (entry: TrashEntry) => void;
}

/** The entries of the host, or of the API page by page. */
export function useTrash({ items, onRestore, onErase }: TrashSource): TrashUse {
  const { client, role } = useColophon();
  const isOwn = items === undefined;
  if (isOwn && client === null) throw new Error('ContentTrash without `items` needs a ColophonProvider with a `client`.');
  const [page, setPage] = useState<TrashPage | null>(null);
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const [asked, setAsked] = useState<{ readonly cursor: string | null }>({ cursor: null });
  useEffect(() => {
    if (client === null || !isOwn) return undefined;
    const control = new AbortController();
    setProblem(null);
    readTrash(client, asked.cursor, control.signal).then(
      (read) => {
        if (control.signal.aborted) return;
        setPage((before) => ({ ...read, items: [...(asked.cursor === null ? [] : (before?.items ?? [])), ...read.items] }));
      },
      (error: unknown) => !control.signal.aborted && setProblem(problemOf(error)),
    );
    return () => control.abort();
  }, [client, isOwn, asked]);
  const forget = useCallback((entry: TrashEntry): void => {
    setPage((before) => before && { ...before, items: before.items.filter(({ id }) => id !== entry.id) });
  }, []);
  const restore = async (entry: TrashEntry): Promise<RestoredDraft> => {
    const told = isOwn && client !== null ? await restoreFromTrash(client, entry.id) : await onRestore?.(entry);
    forget(entry);
    return told ?? { content: { id: entry.contentId, title: entry.title }, notRestored: [] };
  };
  const eraseOwn = async (entry: TrashEntry): Promise<void> => {
    if (client !== null) await eraseFromTrash(client, entry.id);
    forget(entry);
  };
  const eraseGiven = onErase && (async (entry: TrashEntry): Promise<void> => onErase(entry));
  const mayErase = role === null || role === 'admin';
  const next = page?.next ?? null;
  return {
    items: items ?? page?.items ?? [],
    isLoading: isOwn && page === null && problem === null,
    problem,
    reload: () => setAsked({ cursor: null }),
    more: next === null ? undefined : () => setAsked({ cursor: next }),
    restore,
    erase: isOwn ? (mayErase ? eraseOwn : undefined) : eraseGiven,
    forget,
  };
}
