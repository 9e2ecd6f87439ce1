import { useCallback, useEffect, useState } from 'react';
import { problemOf } from '../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../state/editor/editor-snapshot.ts';
import { eraseFromTrash, readTrash, type RestoredDraft, restoreFromTrash, type TrashEntry, type TrashPage } from '../../state/trash.ts';
import { useColophon } from '../provider/colophon-context.ts';
import type { ContentTrashProps } from './ContentTrash.tsx';

/** The trash, and what can be done with what is in it. */
export interface TrashUse {
  readonly items: readonly TrashEntry[];
  readonly isLoading: boolean;
  readonly problem: EditorProblem | null;
  readonly reload: () => void;
  /** Reads the next page; undefined where there is none. */
  readonly more: (() => void) | undefined;
  readonly restore: (entry: TrashEntry) => Promise<RestoredDraft>;
  /** Undefined where the person may not. */
  readonly erase: ((entry: TrashEntry) => Promise<void>) | undefined;
  /** Takes an entry out that is there no more. */
  readonly forget: (entry: TrashEntry) => void;
}

/** What a host gives, or what the API answers, page by page. */
export function useTrash({ items, onRestore, onErase }: ContentTrashProps): TrashUse {
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
