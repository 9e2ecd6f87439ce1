import { type ReactElement, useEffect, useRef, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { type OtherEditor, readOtherEditors } from '../../../state/editor/other-editors.ts';
import { Notice } from '../../controls/Notice.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { useSlice } from './use-slice.ts';

/** The polling interval in milliseconds, while the page is visible. */
const ASKED_EVERY = 30_000;
const NOBODY: readonly OtherEditor[] = [];

/** Who else is editing the piece: a notice, not a lock. Each person is announced once. */
export function OthersNotice({ editor }: { readonly editor: ContentEditorState }): ReactElement | null {
  const { format, announce } = useColophon();
  const words = useWords(editorEn);
  const others = useOtherEditors(editor);
  const told = useRef(new Set<string>());
  const saying = (people: readonly OtherEditor[]): string => {
    const names = people.map(({ name }) => name ?? words['editor.others.somebody']);
    return words['editor.others']({ names: format.list(names) });
  };
  useEffect(() => {
    const come = others.filter(({ userId }) => !told.current.has(userId));
    for (const { userId } of come) told.current.add(userId);
    if (come.length > 0) announce(saying(come));
  });
  if (others.length === 0) return null;
  return (
    <Notice>
      <p>{saying(others)}</p>
    </Notice>
  );
}

/** Polled when the piece is opened or the page becomes visible, and periodically while it is visible. */
function useOtherEditors(editor: ContentEditorState): readonly OtherEditor[] {
  const { client } = useColophon();
  const contentId = useSlice(editor, (snapshot) => snapshot.contentId);
  const [others, setOthers] = useState(NOBODY);
  useEffect(() => {
    setOthers(NOBODY);
    if (client === null || contentId === null) return undefined;
    const control = new AbortController();
    const ask = (): void => {
      if (document.visibilityState !== 'visible') return;
      readOtherEditors(client, contentId, control.signal).then(setOthers, () => {
        // After an error, it is polled again when the page becomes visible; nothing depends on it.
      });
    };
    ask();
    const timer = setInterval(ask, ASKED_EVERY);
    document.addEventListener('visibilitychange', ask);
    return () => {
      control.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [client, contentId]);
  return others;
}
