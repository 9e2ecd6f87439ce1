import type { ReactElement } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { EditorProblem } from '../../../state/editor/editor-problem.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { Notice } from '../../controls/Notice.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';

interface InUseNoticeProps {
  readonly editor: ContentEditorState;
  readonly problem: EditorProblem;
  readonly onRetry: () => void;
}

/** A picture that the published text shows was removed, which the server refuses: the text is saved, the picture is still attached. */
export function InUseNotice({ editor, problem, onRetry }: InUseNoticeProps): ReactElement {
  const { messages } = useColophon();
  const words = useWords(editorEn);
  return (
    <Notice
      tone="warning"
      actions={
        <>
          <button type="button" className="colo-button" onClick={() => editor.keepAssets()}>
            {words['editor.pictures.keep']}
          </button>
          <button type="button" className="colo-button" onClick={onRetry}>
            {messages['common.retry']}
          </button>
        </>
      }
    >
      <p>{words['editor.pictures.inUse']}</p>
      <p>{problem.hint ?? problem.detail}</p>
    </Notice>
  );
}
