import { createContext, useContext } from 'react';
import type { CommentThread } from '../../state/comments/comment-records.ts';
import type { Comments } from '../../state/comments/comments.ts';
import type { Mentionable } from '../../state/comments/mentions.ts';

/** The context of all parts of the comments. */
export interface CommentsView {
  readonly comments: Comments;
  readonly contentId: string;
  readonly people: readonly Mentionable[];
  readonly mayWrite: boolean;
  readonly onShow: ((thread: CommentThread) => void) | undefined;
  readonly changedIds: ReadonlySet<string>;
}

export const CommentsViewContext = createContext<CommentsView | null>(null);

export function useCommentsView(): CommentsView {
  const view = useContext(CommentsViewContext);
  if (view === null) throw new Error('This stands within ContentComments.');
  return view;
}
