import { useRef, useState } from 'react';
import { type CommentThread, selectorOf } from '../../../state/comments/comment-records.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { editorEn } from '../../../messages/editor/en.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import type { BodyEditorHandle } from '../../body/index.ts';
import { type EditorComments, useComments } from './use-comments.ts';

/** The comments beside a text, and the navigation between them and their passages. */
export interface Talk {
  readonly comments: EditorComments;
  /** Threads about passages, as marked in the text. */
  readonly threads: readonly CommentThread[];
  /** The thread at the caret. */
  readonly activeId: string | null;
  /** How many threads are open. */
  readonly open: number;
  /** Moves to the passage of a thread in the text. */
  readonly showThread: (thread: CommentThread) => void;
  /** Moves to a thread beside the text. */
  readonly openThread: (thread: CommentThread) => void;
  /** Moves to the box of a new thread about the selected passage; undefined if comments are not available. */
  readonly begin: (() => void) | undefined;
  /** How often that was requested. */
  readonly begun: number;
  /** Moves back to the text. */
  readonly leave: () => void;
  /** Sets the selection as the passage of a new thread. */
  readonly select: (selection: { readonly start: number; readonly end: number }) => void;
}

interface TalkOptions {
  readonly body: { readonly current: BodyEditorHandle | null };
  /** Shows the comments beside the text. */
  readonly show: () => void;
}

export function useTalk(editor: ContentEditorState, { body, show }: TalkOptions): Talk {
  const comments = useComments(editor);
  const [activeId, setActiveId] = useState<string | null>(null);
  const { threads } = comments;
  const [begun, setBegun] = useState(0);
  const { role, announce } = useColophon();
  const words = useWords(editorEn);
  const isTold = useRef(false);
  const mayBegin = comments.isThere && role !== 'viewer';
  return {
    comments,
    threads,
    activeId,
    open: comments.open,
    showThread: (thread) => void body.current?.showComment(threads.indexOf(thread)),
    openThread(thread) {
      setActiveId(thread.id);
      show();
    },
    begun,
    begin: mayBegin
      ? () => {
          if (comments.selected.getSnapshot() === null) return announce(words['body.comment.none']);
          show();
          setBegun((before) => before + 1);
        }
      : undefined,
    leave: () => body.current?.focus(),
    select(selection) {
      const selector = selectorOf(editor.form.body, selection);
      comments.select(selector);
      // Announcing it once is enough; the button appears each time.
      if (selector !== null && mayBegin && !isTold.current) {
        isTold.current = true;
        announce(words['body.comment.keys']);
      }
      setActiveId(comments.threadAt(selection.start)?.id ?? null);
    },
  };
}
