import { type ReactElement, useEffect, useRef, useState } from 'react';
import { commentsEn } from '../../messages/comments/en.ts';
import type { CommentSelector } from '../../state/comments/comment-records.ts';
import { useWords } from '../provider/use-words.ts';
import { CommentBox } from './CommentBox.tsx';
import { useCommentsView } from './comments-view.ts';
import { Quote } from './Quote.tsx';
import { useKeptText } from './use-kept-text.ts';

interface NewThreadProps {
  readonly anchor: CommentSelector | null;
  /** The box is focused whenever it increases. */
  readonly focusKey: number;
  readonly onLeave: (() => void) | undefined;
}

/** The box for a new thread: about the selected passage, which is kept once something is typed, or about the whole piece. */
export function NewThread({ anchor, focusKey, onLeave }: NewThreadProps): ReactElement {
  const words = useWords(commentsEn);
  const { comments } = useCommentsView();
  const [kept, keep] = useKeptText('new');
  const [sent, setSent] = useState<CommentSelector | null>(null);
  // The selection was already commented on.
  const offered = anchor?.start === sent?.start && anchor?.exact === sent?.exact ? null : anchor;
  const selector = kept.text === '' ? offered : kept.selector;
  const box = useRef<{ readonly focus: () => void }>(null);
  useEffect(() => {
    if (focusKey === 0) return;
    // The same passage can be commented on again.
    setSent(null);
    box.current?.focus();
  }, [focusKey]);
  return (
    <CommentBox
      ref={box}
      onLeave={onLeave}
      label={selector === null ? words['comments.box'] : words['comments.box.passage']}
      sendLabel={words['comments.send']}
      text={kept.text}
      onText={(text) => keep({ text, selector })}
      onSend={async (body, mentions) => {
        await comments.add({ body, selector, mentions });
        keep({ text: '', selector: null });
        setSent(selector);
      }}
    >
      {selector !== null && (
        <>
          <Quote text={selector.exact} />
          {kept.text !== '' && (
            <button type="button" className="colo-comments-small" onClick={() => keep({ ...kept, selector: null })}>
              {words['comments.whole']}
            </button>
          )}
        </>
      )}
    </CommentBox>
  );
}
