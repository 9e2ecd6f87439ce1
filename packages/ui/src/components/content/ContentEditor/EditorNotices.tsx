import type { ReactElement } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { Loaded } from '../../controls/Loaded.tsx';
import { Notice, ProblemNotice } from '../../controls/Notice.tsx';
import { fieldLabel } from '../../../messages/field-text.ts';
import { FoundNotice } from './FoundNotice.tsx';
import type { EditorActions } from './use-editor-actions.ts';
import { useSlice } from './use-slice.ts';

const loadInUse = () => import('./InUseNotice.tsx');

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
      <FoundNotice editor={editor} />
      {merged.length > 0 && (
        <Notice tone="warning">
          <p>{words['editor.merged']({ fields: format.list(merged.map((field) => fieldLabel(field, messages))) })}</p>
        </Notice>
      )}
      <SaveProblem editor={editor} isHeldShown={actions.isHeldShown} onRetry={() => void actions.save()} />
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

interface SaveProblemProps {
  readonly editor: ContentEditorState;
  /** Whether the requirements that are not met are shown elsewhere. */
  readonly isHeldShown: boolean;
  readonly onRetry: () => void;
}

function SaveProblem({ editor, isHeldShown, onRetry }: SaveProblemProps): ReactElement | null {
  const { messages, format, signInHref } = useColophon();
  const words = useWords(editorEn);
  const status = useSlice(editor, (snapshot) => snapshot.status);
  const problem = useSlice(editor, (snapshot) => snapshot.problem);
  const isStored = useSlice(editor, ({ contentId }) => contentId !== null);
  const hasDraft = useSlice(editor, ({ draft }) => draft !== null);
  const retry = (
    <button type="button" className="colo-button" onClick={onRetry}>
      {messages['common.retry']}
    </button>
  );
  // The notices about the draft say so.
  if (hasDraft && (status === 'offline' || status === 'signed_out')) return null;
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
  if (problem === null || (isHeldShown && problem.code === 'publish_readiness') || (status !== 'refused' && status !== 'unsaved'))
    return null;
  if (isStored && problem.code === 'in_use')
    return <Loaded load={loadInUse}>{({ InUseNotice }) => <InUseNotice editor={editor} problem={problem} onRetry={onRetry} />}</Loaded>;
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
