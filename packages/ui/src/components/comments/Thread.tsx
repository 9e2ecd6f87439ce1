import { type ReactElement, useEffect, useRef, useState } from 'react';
import { commentsEn } from '../../messages/comments/en.ts';
import type { CommentThread } from '../../state/comments/comment-records.ts';
import { problemOf } from '../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../state/editor/editor-problem.ts';
import { ProblemNotice } from '../controls/Notice.tsx';
import { useAfterRender } from '../controls/use-after-render.ts';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';
import { Comment } from './Comment.tsx';
import { CommentBox } from './CommentBox.tsx';
import { useCommentsView } from './comments-view.ts';
import { Quote } from './Quote.tsx';
import { useKeptText } from './use-kept-text.ts';

interface ThreadProps {
  readonly thread: CommentThread;
  /** Whether the caret is in its passage. */
  readonly isActive: boolean;
}

/** A comment with its replies, its passage, and its actions. */
export function Thread({ thread, isActive }: ThreadProps): ReactElement | null {
  const { announce, user, role } = useColophon();
  const words = useWords(commentsEn);
  const { comments, mayWrite, onShow, changedIds } = useCommentsView();
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const isRunning = useRef(false);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const isOpen = thread.status === 'open';
  // Its author, and editors; the server decides.
  const mayResolve = mayWrite && (role === null || role === 'editor' || role === 'admin' || thread.authorId === user?.id);
  const resolve = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setProblem(null);
    try {
      await comments.setStatus(thread.id, isOpen ? 'resolved' : 'open');
      announce(isOpen ? words['comments.resolved.told'] : words['comments.reopened.told']);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      isRunning.current = false;
    }
  };
  if (thread.deletedAt && thread.replies.length === 0) return null;
  const name = thread.authorName ?? words['comments.somebody'];
  const isChanged = thread.isDetached === true || changedIds.has(thread.id);
  return (
    <li ref={item} className="colo-comments-thread" data-active={isActive || undefined} aria-label={words['comments.thread']({ name })}>
      {thread.selector && <Passage thread={thread} isChanged={isChanged} onShow={isChanged ? undefined : onShow} />}
      <Comment comment={thread} />
      {thread.replies.length > 0 && (
        <ul className="colo-comments-replies">
          {thread.replies.map((reply) => (
            <li key={reply.id}>
              <Comment comment={reply} />
            </li>
          ))}
        </ul>
      )}
      {problem && <ProblemNotice problem={problem} />}
      <ThreadActions thread={thread} onResolve={mayResolve ? () => void resolve() : undefined} />
    </li>
  );
}

interface PassageProps {
  readonly thread: CommentThread;
  readonly isChanged: boolean;
  readonly onShow: ((thread: CommentThread) => void) | undefined;
}

function Passage({ thread, isChanged, onShow }: PassageProps): ReactElement {
  const words = useWords(commentsEn);
  const quote = thread.selector?.exact ?? '';
  return (
    <div className="colo-comments-passage">
      {isChanged && <p className="colo-quiet">{words['comments.changed']}</p>}
      <Quote text={quote} />
      {onShow && (
        <button
          type="button"
          className="colo-comments-small"
          aria-label={words['comments.show.label']({ quote: quote.slice(0, 60) })}
          onClick={() => onShow(thread)}
        >
          {words['comments.show']}
        </button>
      )}
    </div>
  );
}

interface ThreadActionsProps {
  readonly thread: CommentThread;
  readonly onResolve: (() => void) | undefined;
}

/** Replying, in a box that opens on request or if it has unsent text, and resolving. */
function ThreadActions({ thread, onResolve }: ThreadActionsProps): ReactElement | null {
  const words = useWords(commentsEn);
  const { comments, mayWrite, onShow } = useCommentsView();
  const [kept, keep] = useKeptText(thread.id);
  const [isAnswering, setIsAnswering] = useState(kept.text !== '');
  const box = useRef<{ readonly focus: () => void }>(null);
  const afterRender = useAfterRender();
  const isOpen = thread.status === 'open';
  if (!mayWrite) return null;
  if (isAnswering && isOpen)
    return (
      <CommentBox
        ref={box}
        label={words['comments.box.reply']}
        sendLabel={words['comments.answer']}
        text={kept.text}
        onText={(text) => keep({ text, selector: null })}
        onSend={async (body, mentions) => {
          await comments.reply(thread.id, { body, mentions });
          keep({ text: '', selector: null });
          setIsAnswering(false);
        }}
        onCancel={() => {
          setIsAnswering(false);
          if (thread.selector) onShow?.(thread);
        }}
      />
    );
  return (
    <div className="colo-actions">
      {isOpen && (
        <button
          type="button"
          className="colo-comments-small"
          onClick={() => {
            setIsAnswering(true);
            afterRender(() => box.current?.focus());
          }}
        >
          {words['comments.answer']}
        </button>
      )}
      {onResolve && (
        <button type="button" className="colo-comments-small" onClick={onResolve}>
          {isOpen ? words['comments.resolve'] : words['comments.reopen']}
        </button>
      )}
    </div>
  );
}
