import { type ReactElement, useEffect, useMemo } from 'react';
import { commentsEn } from '../../messages/comments/en.ts';
import type { CommentSelector, CommentThread } from '../../state/comments/comment-records.ts';
import { type Comments, createComments } from '../../state/comments/comments.ts';
import type { Mentionable } from '../../state/comments/mentions.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { Busy } from '../controls/Busy.tsx';
import { Guard } from '../controls/Guard.tsx';
import { ProblemNotice } from '../controls/Notice.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useStore } from '../provider/use-store.ts';
import { useWords } from '../provider/use-words.ts';
import { type CommentsView, CommentsViewContext } from './comments-view.ts';
import { NewThread } from './NewThread.tsx';
import { Thread } from './Thread.tsx';
import { usePeople } from './use-people.ts';

export interface ContentCommentsProps extends RootProps {
  readonly contentId: string;
  /** The selected passage, which a new thread is about. */
  readonly anchor?: CommentSelector | null;
  /** Shows the passage of a thread in the text. */
  readonly onShow?: (thread: CommentThread) => void;
  /** Called with the number of open threads. */
  readonly onCount?: (open: number) => void;
  /** The people who can be mentioned; default: those in the threads, and the members of the tenant if the user may list them. */
  readonly people?: readonly Mentionable[];
  /** The comments, for pages that create them with `createComments`. */
  readonly comments?: Comments;
  /** Threads whose passage has changed. */
  readonly changedIds?: ReadonlySet<string>;
  /** Focuses the box for a new thread whenever this number increases. */
  readonly focusNew?: number;
  /** Returns to the text, on Escape in the box for a new thread. */
  readonly onLeave?: () => void;
  /** The thread at the caret in the text. */
  readonly activeId?: string | null;
}

/**
 * The comments of the staff on a piece and its passages: open threads first, resolved ones collapsed, with a box for each.
 *
 * @example
 * <ContentComments contentId={id} onCount={(open) => console.log(`${open} open comments`)} />
 */
export function ContentComments(props: ContentCommentsProps): ReactElement {
  return (
    <Guard>
      <SourcedComments {...props} />
    </Guard>
  );
}

function SourcedComments(props: ContentCommentsProps): ReactElement {
  const { client } = useColophon();
  const { contentId, comments: given } = props;
  const own = useMemo(
    () => (given === undefined && client !== null ? createComments({ client, contentId }) : null),
    [given, client, contentId],
  );
  const comments = given ?? own;
  if (comments === null) throw new Error('ContentComments needs a ColophonProvider with a `client`.');
  useEffect(() => {
    if (own === null) return undefined;
    const come = (): void => void (document.visibilityState === 'visible' && own.refresh());
    come();
    document.addEventListener('visibilitychange', come);
    return () => document.removeEventListener('visibilitychange', come);
  }, [own]);
  return <Panel {...props} comments={comments} />;
}

function Panel(props: ContentCommentsProps & { readonly comments: Comments }): ReactElement {
  const { comments, contentId, anchor = null, onShow, onCount, activeId = null, changedIds } = props;
  const { role, format } = useColophon();
  const words = useWords(commentsEn);
  const { threads, isLoading, isAbsent, problem } = useStore(comments);
  const people = usePeople(props.people, threads);
  const open = threads.filter(({ status }) => status === 'open');
  const resolved = threads.filter(({ status }) => status !== 'open');
  const openCount = open.length;
  useEffect(() => onCount?.(openCount), [onCount, openCount]);
  const mayWrite = role !== 'viewer';
  const view = useMemo<CommentsView>(
    () => ({ comments, contentId, people, mayWrite, onShow, changedIds: changedIds ?? NONE }),
    [comments, contentId, people, mayWrite, onShow, changedIds],
  );
  const list = (shown: readonly CommentThread[]): ReactElement[] =>
    shown.map((thread) => <Thread key={thread.id} thread={thread} isActive={thread.id === activeId} />);
  return (
    <CommentsViewContext value={view}>
      <section className={classNames('colo-scope colo-comments', props.className)} id={props.id} aria-label={words['comments.label']}>
        {mayWrite && !isAbsent ? (
          <NewThread anchor={anchor} focusKey={props.focusNew ?? 0} onLeave={props.onLeave} />
        ) : (
          <p className="colo-quiet">{words['comments.forbidden']}</p>
        )}
        {problem && <ProblemNotice problem={problem} onRetry={() => void comments.refresh()} />}
        {isLoading ? <Busy lines={3} /> : threads.length === 0 && !problem && <p className="colo-quiet">{words['comments.empty']}</p>}
        {open.length > 0 && (
          <ul className="colo-comments-list" aria-label={words['comments.open']}>
            {list(open)}
          </ul>
        )}
        {resolved.length > 0 && (
          <details className="colo-fold">
            <summary className="colo-fold-title">{words['comments.resolved']({ count: resolved.length }, format)}</summary>
            <ul className="colo-comments-list">{list(resolved)}</ul>
          </details>
        )}
      </section>
    </CommentsViewContext>
  );
}

const NONE: ReadonlySet<string> = new Set();
