import { type ReactElement, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { Loaded } from '../../controls/Loaded.tsx';
import { Notice } from '../../controls/Notice.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { useSlice } from './use-slice.ts';

interface FoundNoticeProps {
  readonly editor: ContentEditorState;
  readonly readOnly?: boolean;
}

const loadCompare = () => import('./DraftCompare.tsx');

/** Earlier unsaved edits. Those who can no longer change the piece can still read them. */
export function FoundNotice({ editor, readOnly = false }: FoundNoticeProps): ReactElement | null {
  const { format } = useColophon();
  const words = useWords(editorEn);
  const found = useSlice(editor, (snapshot) => snapshot.found);
  const [isCompared, setIsCompared] = useState(false);
  if (found === null) return null;
  const button = (label: string, act: () => void): ReactElement => (
    <button type="button" className="colo-button" onClick={act}>
      {label}
    </button>
  );
  const restore = button(words['editor.found.restore'], () => {
    setIsCompared(false);
    editor.restore();
  });
  const discard = button(words['editor.found.discard'], () => {
    setIsCompared(false);
    editor.discardFound();
  });
  return (
    <Notice
      tone="warning"
      actions={
        <>
          {button(words['editor.found.compare'], () => setIsCompared(true))}
          {!readOnly && restore}
          {discard}
        </>
      }
    >
      <p>{words['editor.found']({ time: format.dateTime(found.at) })}</p>
      {isCompared && (
        <Loaded load={loadCompare}>
          {({ DraftCompare }) => (
            <DraftCompare
              before={editor.form}
              after={found.fields}
              links={found.links}
              title={words['editor.found']({ time: format.dateTime(found.at) })}
              onClose={() => setIsCompared(false)}
              actions={
                <>
                  {discard}
                  {!readOnly && restore}
                </>
              }
            />
          )}
        </Loaded>
      )}
    </Notice>
  );
}
