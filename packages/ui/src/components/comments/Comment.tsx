import { type ReactElement, useState } from 'react';
import { commentsEn } from '../../messages/comments/en.ts';
import type { CommentRecord } from '../../state/comments/comment-records.ts';
import { problemOf } from '../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../state/editor/editor-problem.ts';
import { Menu, type MenuItem } from '../controls/Menu.tsx';
import { ProblemNotice } from '../controls/Notice.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';
import { Markdown } from '../reading/Markdown.tsx';
import { CommentBox } from './CommentBox.tsx';
import { useCommentsView } from './comments-view.ts';

/** How long its author can edit it, in milliseconds. */
const REWORDED_FOR = 15 * 60_000;

/** A comment: author, time and text, rendered as Markdown without pictures. */
export function Comment({ comment }: { readonly comment: CommentRecord }): ReactElement {
  const { format } = useColophon();
  const words = useWords(commentsEn);
  const { comments } = useCommentsView();
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const [reworded, setReworded] = useState<string | null>(null);
  const items = useCommentItems(comment, { onReword: () => setReworded(comment.body), onProblem: setProblem });
  if (comment.deletedAt) return <p className="colo-quiet">{words['comments.removed']}</p>;
  const name = comment.authorName ?? words['comments.somebody'];
  return (
    <article className="colo-comments-one">
      <header className="colo-comments-head">
        <p>
          <bdi className="colo-comments-name">{name}</bdi>{' '}
          <span className="colo-quiet">
            <time dateTime={comment.created_at}>{format.dateTime(comment.created_at)}</time>
            {comment.editedAt && ` · ${words['comments.edited']}`}
          </span>
        </p>
        {items.length > 0 && <Menu label={words['comments.menu']({ name })} items={items} />}
      </header>
      {problem && <ProblemNotice problem={problem} />}
      {reworded === null ? (
        <Markdown source={comment.body} pictures={false} headingOffset={3} />
      ) : (
        <CommentBox
          label={words['comments.box.reword']}
          sendLabel={words['comments.reword']}
          text={reworded}
          onText={setReworded}
          onSend={async (body, mentions) => {
            await comments.reword(comment.id, { body, mentions }, comment.rev);
            setReworded(null);
          }}
          onCancel={() => setReworded(null)}
        />
      )}
    </article>
  );
}

interface ItemsOptions {
  readonly onReword: () => void;
  readonly onProblem: (problem: EditorProblem | null) => void;
}

/** Editing of one's own comment for a quarter of an hour, and deletion, which is pressed twice. */
function useCommentItems({ id, authorId, created_at: at }: CommentRecord, { onReword, onProblem }: ItemsOptions): readonly MenuItem[] {
  const { user, role, announce } = useColophon();
  const words = useWords(commentsEn);
  const { comments, mayWrite } = useCommentsView();
  const [isSure, setIsSure] = useState(false);
  const isOwn = authorId !== undefined && authorId === user?.id;
  if (!mayWrite || (!isOwn && role !== 'admin')) return [];
  const remove = (): void => {
    if (!isSure) {
      setIsSure(true);
      announce(words['comments.remove.sure']);
      return;
    }
    comments.remove(id).then(
      () => announce(words['comments.removed.told']),
      (error: unknown) => onProblem(problemOf(error)),
    );
  };
  const mayReword = isOwn && Date.now() - Date.parse(at) < REWORDED_FOR;
  return [
    ...(mayReword ? [{ id: 'reword', label: words['comments.reword'], onPress: onReword }] : []),
    { id: 'remove', label: isSure ? words['comments.remove.sure'] : words['comments.remove'], tone: 'danger' as const, onPress: remove },
  ];
}
