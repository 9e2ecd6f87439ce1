import { useCallback, useEffect, useState } from 'react';
import { problemOf } from '../../../state/editor/editor-problem.ts';
import { readSavedViews, removeView, saveView, type ViewStorage } from '../../../state/list/saved-views.ts';
import { readServerViews, removeServerView, saveServerView, type ServerView } from '../../../state/list/server-views.ts';
import { useColophon } from '../../provider/colophon-context.ts';

/** A saved view. */
export interface OfferedView {
  readonly key: string;
  readonly name: string;
  /** Null if it uses filters that the list does not have. */
  readonly search: string | null;
  readonly kept: 'own' | 'shared' | 'device';
  /** Null if the user may not remove it. */
  readonly remove: (() => Promise<void>) | null;
}

interface Views {
  readonly offered: readonly OfferedView[];
  /** Whether the server keeps views. */
  readonly isOnServer: boolean;
  /** The error of saving; null on success. */
  readonly save: (view: { readonly name: string; readonly search: string; readonly shared: boolean }) => Promise<string | null>;
}

/** The saved views of a user: on the server and on this device. */
export function useViews(isWanted: boolean): Views {
  const { client, user, role, messages } = useColophon();
  const [own, setOwn] = useState(() => readSavedViews(pageStorage()));
  const [views, setViews] = useState<readonly ServerView[] | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (client === null || !isWanted) return undefined;
    const control = new AbortController();
    readServerViews(client, control.signal).then(
      (read) => !control.signal.aborted && setViews(read),
      () => !control.signal.aborted && setViews(null),
    );
    return () => control.abort();
  }, [client, isWanted, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const mayShare = role === null || role === 'editor' || role === 'admin';
  const offered: readonly OfferedView[] = [
    ...(views ?? []).map((view) => {
      const isOwn = view.ownerId !== null && view.ownerId === user?.id;
      const remove = async (): Promise<void> => {
        if (client !== null) await removeServerView(client, view);
        reload();
      };
      return {
        key: view.id,
        name: view.name,
        search: view.search,
        kept: view.shared ? ('shared' as const) : ('own' as const),
        remove: isOwn || (view.shared && mayShare) ? remove : null,
      };
    }),
    ...own.map((view) => ({
      key: `device ${view.name}`,
      ...view,
      kept: 'device' as const,
      remove: async () => {
        removeView(pageStorage(), view.name);
        setOwn(readSavedViews(pageStorage()));
      },
    })),
  ];
  return {
    offered,
    isOnServer: views !== null,
    async save({ name, search, shared }) {
      if (client === null || views === null) {
        const isKept = saveView(pageStorage(), { name, search });
        setOwn(readSavedViews(pageStorage()));
        return isKept ? null : messages['list.saved.refused'];
      }
      try {
        const before = views.find((view) => view.name === name && view.ownerId === (user?.id ?? null));
        await saveServerView(client, { name, search, shared }, before);
        return null;
      } catch (error) {
        return problemOf(error).detail;
      } finally {
        reload();
      }
    },
  };
}

/** Null if the browser does not allow it. */
function pageStorage(): ViewStorage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
