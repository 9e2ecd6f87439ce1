import { type ReactElement, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { problemOf } from '../../../state/editor/editor-problem.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { Notice } from '../../controls/Notice.tsx';
import { MergeView } from '../MergeView/MergeView.tsx';
import { useSlice } from './use-slice.ts';

/** A conflict of two edits: the merge view opens automatically, again at each further save, and from the notice. */
export function ConflictNotice({
  editor,
  onSave,
}: {
  readonly editor: ContentEditorState;
  readonly onSave: () => Promise<void>;
}): ReactElement | null {
  const { client, announce, messages } = useColophon();
  const words = useWords(editorEn);
  const conflict = useSlice(editor, (snapshot) => snapshot.conflict);
  // Earlier edits that conflict with the form: nobody else saved.
  const isRestoring = useSlice(editor, (snapshot) => snapshot.conflict?.theirs.rev === snapshot.rev);
  const [closed, setClosed] = useState<unknown>(null);
  if (conflict === null) return null;
  const keepCopy = async (): Promise<void> => {
    try {
      await editor.saveCopy(`${editor.form.title} (${messages['merge.mine']})`);
      editor.discardMine();
      announce(words['editor.copied']);
    } catch (error) {
      announce(problemOf(error).detail, 'assertive');
    }
  };
  return (
    <Notice
      tone="warning"
      actions={
        <button type="button" className="colo-button" onClick={() => setClosed(null)}>
          {words['editor.conflict.open']}
        </button>
      }
    >
      <p>{words['editor.conflict']}</p>
      {closed !== conflict.theirs && (
        <MergeView
          conflict={conflict}
          savedBy={isRestoring ? null : (conflict.theirs.updatedBy?.name ?? null)}
          onSave={async (answers) => {
            if (editor.merge(answers)) await onSave();
          }}
          onDiscard={() => editor.discardMine()}
          onClose={() => setClosed(conflict.theirs)}
          {...(client && { onKeepCopy: () => void keepCopy() })}
        />
      )}
    </Notice>
  );
}
