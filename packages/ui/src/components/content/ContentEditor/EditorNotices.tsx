import type { ReactElement } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { Notice, ProblemNotice } from '../../controls/Notice.tsx';
import { fieldLabel, mergedLabels } from '../MergeView/merge-text.ts';
import { ConflictNotice } from './ConflictNotice.tsx';
import { FoundNotice } from './FoundNotice.tsx';
import { OthersNotice } from './OthersNotice.tsx';
import type { EditorActions } from './use-editor-actions.ts';
import { useNewer } from './use-newer.ts';
import { useSlice } from './use-slice.ts';

interface EditorNoticesProps {
  readonly editor: ContentEditorState;
  readonly actions: EditorActions;
}

/** The notices about the piece, each with its actions. */
export function EditorNotices({ editor, actions }: EditorNoticesProps): ReactElement {
  const { messages, format } = useColophon();
  const words = useWords(editorEn);
  const merged = useSlice(editor, (snapshot) => snapshot.merged);
  const step = useSlice(editor, ({ steps }) => steps.at(-1) ?? null);
  return (
    <div className="colo-editor-notices">
      <OthersNotice editor={editor} />
      <FoundNotice editor={editor} />
      <NewerNotice editor={editor} />
      <ConflictNotice editor={editor} onSave={actions.save} />
      {merged.length > 0 && (
        <Notice tone="warning">
          <p>{words['editor.merged']({ fields: format.list(mergedLabels(merged, editor.form.status, messages)) })}</p>
        </Notice>
      )}
      <SaveProblem editor={editor} onRetry={() => void actions.save()} />
      {step && (
        <div className="colo-editor-undo">
          <button type="button" className="colo-button" aria-keyshortcuts="Control+Alt+Z" onClick={() => actions.undo(step.id)}>
            {step.what === 'proposal' ? words['editor.undo.ai'] : words['editor.undo']}
          </button>
        </div>
      )}
    </div>
  );
}

function NewerNotice({ editor }: { readonly editor: ContentEditorState }): ReactElement | null {
  const words = useWords(editorEn);
  const newer = useNewer(editor);
  const isDirty = useSlice(editor, (snapshot) => snapshot.isDirty);
  const hasConflict = useSlice(editor, (snapshot) => snapshot.conflict !== null);
  if (newer === null || hasConflict) return null;
  return (
    <Notice
      tone="warning"
      actions={
        !isDirty && (
          <button type="button" className="colo-button" onClick={() => editor.reset(newer)}>
            {words['editor.newer.show']}
          </button>
        )
      }
    >
      <p>{isDirty ? words['editor.newer.dirty'] : words['editor.newer']}</p>
    </Notice>
  );
}

function SaveProblem({ editor, onRetry }: { readonly editor: ContentEditorState; readonly onRetry: () => void }): ReactElement | null {
  const { messages, format, signInHref } = useColophon();
  const words = useWords(editorEn);
  const status = useSlice(editor, (snapshot) => snapshot.status);
  const problem = useSlice(editor, (snapshot) => snapshot.problem);
  const isStored = useSlice(editor, ({ contentId }) => contentId !== null);
  const retry = (
    <button type="button" className="colo-button" onClick={onRetry}>
      {messages['common.retry']}
    </button>
  );
  if (status === 'offline')
    return (
      <Notice tone="warning" actions={retry}>
        <p>{words['editor.offline']}</p>
      </Notice>
    );
  if (status === 'signed_out')
    return (
      <Notice
        tone="warning"
        actions={
          <>
            <a className="colo-link" href={signInHref} target="_blank" rel="noreferrer">
              {words['editor.signIn']}
            </a>
            {retry}
          </>
        }
      >
        <p>{words['editor.signedOut']}</p>
      </Notice>
    );
  if (problem === null || (status !== 'refused' && status !== 'unsaved')) return null;
  if (problem.errors.length > 0)
    return (
      <Notice tone="danger">
        <p>{words['editor.refused']({ count: problem.errors.length }, format)}</p>
        <ul>
          {problem.errors.map(({ pointer, detail }) => (
            <li key={pointer}>
              <bdi>{fieldLabel(pointer.split('/')[1] ?? '', messages)}</bdi>: <bdi>{detail}</bdi>
            </li>
          ))}
        </ul>
        <p>{words['editor.refused.kept']}</p>
      </Notice>
    );
  // The server cannot say more about what is not there; what helps is known here.
  const told =
    isStored && problem.code === 'not_found' ? { ...problem, detail: words['editor.gone'], hint: words['editor.gone.hint'] } : problem;
  return <ProblemNotice problem={told} kept={words['editor.refused.kept']} onRetry={onRetry} />;
}
