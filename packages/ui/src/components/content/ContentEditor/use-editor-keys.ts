import { type RefObject, useEffect, useRef } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import { commentsLabelEn } from '../../../messages/comments/label.ts';
import type { CommentThread } from '../../../state/comments/comment-records.ts';
import type { Finding } from '../../../state/records.ts';
import type { BodyEditorHandle } from '../../body/index.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';

interface EditorKeys {
  readonly save: () => Promise<void>;
  readonly undo: () => void;
  readonly body: { readonly current: BodyEditorHandle | null };
  readonly findings: readonly Finding[];
  /** Threads about passages, as marked in the text. */
  readonly threads: readonly CommentThread[];
  readonly openThread: (thread: CommentThread) => void;
  /** Begins a comment on the selection. */
  readonly begin: (() => void) | undefined;
}

/** The keys of an editor: Mod+S, F8 and F7 (with Shift back), Mod+Alt+M, Mod+' and Mod+Alt+Z, as listed in the documentation. */
export function useEditorKeys(root: RefObject<HTMLElement | null>, keys: EditorKeys): void {
  const { announce, format } = useColophon();
  const words = useWords(editorEn);
  const ofComments = useWords(commentsLabelEn);
  const goToComment = (step: 1 | -1): void => {
    const index = keys.body.current?.nextComment(step) ?? null;
    const thread = index === null ? undefined : keys.threads[index];
    if (thread === undefined || index === null) return announce(ofComments['comments.none.marked']);
    keys.openThread(thread);
    announce(
      ofComments['comments.next']({
        number: format.number(index + 1),
        total: format.number(keys.threads.length),
        name: thread.authorName ?? ofComments['comments.somebody'],
      }),
    );
  };
  const press = (event: KeyboardEvent): void => {
    const isMod = event.ctrlKey || event.metaKey;
    if (isMod && !event.altKey && event.key.toLowerCase() === 's') void keys.save();
    else if (isMod && event.altKey && event.code === 'KeyZ') keys.undo();
    else if (isMod && event.key === "'") keys.body.current?.focus();
    else if (isMod && event.altKey && event.code === 'KeyM') keys.begin?.();
    else if (event.key === 'F7') goToComment(event.shiftKey ? -1 : 1);
    else if (event.key === 'F8') {
      const index = keys.body.current?.nextFinding(event.shiftKey ? -1 : 1) ?? null;
      const finding = index === null ? undefined : keys.findings[index];
      announce(
        finding === undefined || index === null
          ? words['editor.find.none']
          : words['editor.find.next']({
              number: format.number(index + 1),
              total: format.number(keys.findings.length),
              title: finding.title,
            }),
      );
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    const element = root.current;
    const listen = (event: KeyboardEvent): void => {
      // They also work if nothing has the focus, for example because the focused element was removed.
      const isHere = event.target === document.body || (event.target instanceof Node && element?.contains(event.target) === true);
      if (isHere) latest.current(event);
    };
    // In the capture phase, since the text's own undo would handle Mod+Alt+Z.
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, [root]);
}
