import { type ReactElement, useEffect, useRef, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { followEditors, type OtherEditor, readOtherEditors } from '../../../state/editor/other-editors.ts';
import { Notice } from '../../controls/Notice.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { useSlice } from './use-slice.ts';

/** The polling interval in milliseconds, while the page is visible. */
const ASKED_EVERY = 30_000;
const NOBODY: readonly OtherEditor[] = [];

/** Who else is editing the piece: a notice, not a lock. Each person is announced once. */
interface OthersNoticeProps {
  readonly editor: ContentEditorState;
  /** Called with the revision of the piece when it is saved. */
  readonly onSaved: (rev: number) => void;
}

export function OthersNotice({ editor, onSaved }: OthersNoticeProps): ReactElement | null {
  const { format, announce } = useColophon();
  const words = useWords(editorEn);
  const others = useOtherEditors(editor, onSaved);
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

/**
 * Followed by the event stream of the piece while the page is visible, and polled when the page becomes visible and periodically, in case
 * there is no stream. A browser opens few connections to a host, so that a hidden page holds none.
 */
function useOtherEditors(editor: ContentEditorState, onSaved: (rev: number) => void): readonly OtherEditor[] {
  const { client } = useColophon();
  const contentId = useSlice(editor, (snapshot) => snapshot.contentId);
  const [others, setOthers] = useState(NOBODY);
  const latest = useRef(onSaved);
  latest.current = onSaved;
  useEffect(() => {
    setOthers(NOBODY);
    if (client === null || contentId === null) return undefined;
    const control = new AbortController();
    let stream = new AbortController();
    const follow = (): void => {
      stream.abort();
      stream = new AbortController();
      if (document.visibilityState !== 'visible') return;
      void followEditors(client, contentId, { editors: setOthers, saved: (rev) => latest.current(rev) }, stream.signal);
    };
    const ask = (): void => {
      if (document.visibilityState !== 'visible') return;
      readOtherEditors(client, contentId, control.signal).then(setOthers, () => {
        // After an error, it is polled again when the page becomes visible; nothing depends on it.
      });
    };
    ask();
    follow();
    const timer = setInterval(ask, ASKED_EVERY);
    document.addEventListener('visibilitychange', ask);
    document.addEventListener('visibilitychange', follow);
    return () => {
      control.abort();
      stream.abort();
      document.removeEventListener('visibilitychange', follow);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [client, contentId]);
  return others;
}
