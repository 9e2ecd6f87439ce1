import type { ReactElement } from 'react';
import { commentsLabelEn } from '../../../messages/comments/label.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { Busy } from '../../controls/Busy.tsx';
import { Loaded } from '../../controls/Loaded.tsx';
import { useStore } from '../../provider/use-store.ts';
import { useWords } from '../../provider/use-words.ts';
import { useSlice } from './use-slice.ts';
import type { Talk } from './use-talk.ts';

const loadComments = () => import('../../comments/index.ts');

interface CommentsPaneProps {
  readonly editor: ContentEditorState;
  readonly talk: Talk;
}

/** The comments beside the text, loaded when first shown. Omitted if the server has no comments. */
export function CommentsPane({ editor, talk }: CommentsPaneProps): ReactElement | null {
  const words = useWords(commentsLabelEn);
  const contentId = useSlice(editor, (snapshot) => snapshot.contentId);
  const { comments: own, activeId, showThread } = talk;
  const selected = useStore(own.selected);
  const { comments } = own;
  if (comments === null || contentId === null || !own.isThere) return null;
  return (
    <div className="colo-aside-section" data-part="comments">
      <h2 className="colo-aside-title">{words['comments.label']}</h2>
      <Loaded load={loadComments} waiting={<Busy lines={3} />}>
        {({ ContentComments }) => (
          <ContentComments
            contentId={contentId}
            comments={comments}
            anchor={selected}
            activeId={activeId}
            changedIds={own.changedIds}
            onShow={showThread}
            focusNew={talk.begun}
            onLeave={talk.leave}
          />
        )}
      </Loaded>
    </div>
  );
}
