import { useEffect, useRef, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import { send } from '../../../state/client-port.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { readContent } from '../../../state/read-answer.ts';
import type { ContentRecord } from '../../../state/records.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';

/** The polling interval in milliseconds, while the page is visible. */
const ASKED_EVERY = 30_000;

/**
 * Returns a newer version that was saved elsewhere: polled when the page becomes visible, and periodically while it is visible. An
 * unresolved conflict is continued with it.
 *
 * @param savedRev the revision that the server told last; a newer one is read at once
 */
export function useNewer(editor: ContentEditorState, savedRev: number | null): ContentRecord | null {
  const { client, announce } = useColophon();
  const words = useWords(editorEn);
  const [newer, setNewer] = useState<ContentRecord | null>(null);
  const latest = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (client === null) return undefined;
    const control = new AbortController();
    const ask = async (): Promise<void> => {
      const { contentId, status } = editor.snapshot;
      if (document.visibilityState !== 'visible' || contentId === null || status === 'saving') return;
      try {
        const params = { path: { id: contentId } };
        const value = readContent((await send(client, 'get', '/contents/{id}', { params, signal: control.signal })).value);
        const now = editor.snapshot;
        // While a conflict is unresolved, it is continued with the newer version.
        editor.updateConflict(value);
        if (now.conflict !== editor.snapshot.conflict) announce(words['editor.newer'], 'assertive');
        setNewer(now.contentId === value.id && now.rev !== null && value.rev > now.rev && now.status !== 'saving' ? value : null);
      } catch {
        // It is polled again; a save reports the error.
      }
    };
    const come = (): void => void ask();
    latest.current = come;
    const timer = setInterval(come, ASKED_EVERY);
    document.addEventListener('visibilitychange', come);
    globalThis.addEventListener('focus', come);
    const stop = editor.subscribe(() => setNewer((before) => (before && before.rev > (editor.snapshot.rev ?? 0) ? before : null)));
    return () => {
      control.abort();
      clearInterval(timer);
      stop();
      document.removeEventListener('visibilitychange', come);
      globalThis.removeEventListener('focus', come);
    };
  }, [client, editor, announce, words]);
  useEffect(() => {
    if (savedRev !== null && savedRev > (editor.snapshot.rev ?? savedRev)) latest.current();
  }, [editor, savedRev]);
  return newer;
}
