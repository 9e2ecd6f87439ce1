import { type ReactElement, useState } from 'react';
import { commentsLabelEn } from '../../../messages/comments/label.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { Busy } from '../../controls/Busy.tsx';
import { Loaded } from '../../controls/Loaded.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useStore } from '../../provider/use-store.ts';
import { useWords } from '../../provider/use-words.ts';
import type { EditorComments } from './use-comments.ts';
import { useSlice } from './use-slice.ts';
import type { Talk } from './use-talk.ts';

const loadComments = () => import('../../comments/index.ts');

interface CommentsFoldProps {
  readonly editor: ContentEditorState;
  readonly talk: Talk;
}

/** The comments beside the text, loaded when opened. Omitted if the server has no comments. */
export function CommentsFold({ editor, talk }: CommentsFoldProps): ReactElement | null {
  const { format } = useColophon();
  const words = useWords(commentsLabelEn);
  const [isOpened, setIsOpened] = useState(false);
  const contentId = useSlice(editor, (snapshot) => snapshot.contentId);
  const { comments } = talk.comments;
  if (comments === null || contentId === null) return null;
  return (
    <Present comments={comments}>
      {(open) => (
        <details ref={talk.fold} className="colo-fold" data-part="comments" onToggle={() => setIsOpened(true)}>
          <summary className="colo-fold-title">
            {open === 0 ? words['comments.label'] : words['comments.count']({ count: open }, format)}
          </summary>
          {isOpened && (
            <div className="colo-stack">
              <LoadedComments talk={talk} contentId={contentId} />
            </div>
          )}
        </details>
      )}
    </Present>
  );
}

interface PresentProps {
  readonly comments: NonNullable<EditorComments['comments']>;
  readonly children: (open: number) => ReactElement;
}

function Present({ comments, children }: PresentProps): ReactElement | null {
  const { isAbsent, isLoading, threads } = useStore(comments);
  return isAbsent || isLoading ? null : children(threads.filter(({ status }) => status === 'open').length);
}

function LoadedComments({ talk, contentId }: { readonly talk: Talk; readonly contentId: string }): ReactElement {
  const { comments: own, activeId, showThread } = talk;
  const selected = useStore(own.selected);
  const { comments } = own;
  if (comments === null) return <Busy lines={3} />;
  return (
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
  );
}
