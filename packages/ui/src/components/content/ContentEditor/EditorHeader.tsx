import { type ReactElement, type ReactNode, useId } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { nextDateOf } from '../../../state/schedule.ts';
import { LanguageLabel } from '../../controls/LanguageLabel.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { useSlice } from './use-slice.ts';

interface EditorHeaderProps {
  readonly editor: ContentEditorState;
  /** The language to label the piece with. */
  readonly language: string | null;
  readonly onCancel: (() => void) | undefined;
  /** Null if the piece cannot be changed. */
  readonly onSave: (() => Promise<void>) | null;
  readonly saveLabel: string;
  /** Why Save is disabled, once it was pressed. */
  readonly reason: string | null;
  /** Whether Save is the main button. */
  readonly isSaveMain: boolean;
  readonly children: ReactNode;
}

/** The status of the piece, and the actions on all of it. */
export function EditorHeader({
  editor,
  language,
  onCancel,
  onSave,
  saveLabel,
  reason,
  isSaveMain,
  children,
}: EditorHeaderProps): ReactElement {
  const { messages } = useColophon();
  const words = useWords(editorEn);
  const reasonId = useId();
  const status = useSlice(editor, ({ fields }) => fields.status);
  const key = `status.${status}` as const;
  return (
    <div className="colo-editor-head">
      {onCancel && (
        <button type="button" className="colo-button" onClick={onCancel}>
          {words['editor.back']}
        </button>
      )}
      <p className="colo-editor-state">
        <span className="colo-label" data-tone={status === 'published' ? 'success' : 'neutral'}>
          {messages[key] ?? status}
        </span>{' '}
        <ScheduleMark editor={editor} />
        {language !== null && (
          <>
            <LanguageLabel language={language} />{' '}
          </>
        )}
        {onSave ? (
          <SaveState editor={editor} />
        ) : (
          <span className="colo-quiet">
            <SavedBy editor={editor} />
          </span>
        )}
      </p>
      <div className="colo-actions">
        {onSave && (
          <button
            type="button"
            className="colo-button"
            data-kind={isSaveMain ? 'main' : undefined}
            aria-keyshortcuts="Control+S"
            aria-describedby={reason === null ? undefined : reasonId}
            onClick={() => void onSave()}
          >
            {saveLabel}
          </button>
        )}
        {children}
      </div>
      {reason !== null && (
        <p className="colo-editor-reason" id={reasonId}>
          {reason}
        </p>
      )}
    </div>
  );
}

/** What the schedule does next with the piece, as saved. */
function ScheduleMark({ editor }: { readonly editor: ContentEditorState }): ReactNode {
  const { messages, format } = useColophon();
  const stored = useSlice(editor, (snapshot) => snapshot.stored);
  const next = stored && nextDateOf(stored, Date.now());
  return next && <span className="colo-quiet">{messages[`schedule.${next.what}`]({ time: format.dateTime(next.at) })} · </span>;
}

/** Who last saved the piece, and when, if the server provides it. */
function SavedBy({ editor, before = '' }: { readonly editor: ContentEditorState; readonly before?: string }): ReactNode {
  const { format } = useColophon();
  const words = useWords(editorEn);
  const stored = useSlice(editor, (snapshot) => snapshot.stored);
  const name = stored?.updatedBy?.name ?? null;
  if (stored === null || name === null) return null;
  return `${before}${words['editor.savedBy']({ name, time: format.dateTime(stored.updated_at) })}`;
}

/** The save state, and where unsaved input is kept. */
function SaveState({ editor }: { readonly editor: ContentEditorState }): ReactElement {
  const { format } = useColophon();
  const words = useWords(editorEn);
  const status = useSlice(editor, (snapshot) => snapshot.status);
  const isDirty = useSlice(editor, (snapshot) => snapshot.isDirty);
  const localCopy = useSlice(editor, (snapshot) => snapshot.localCopy);
  const onDevice = isDirty && localCopy.at !== null && words['editor.kept']({ time: format.time(localCopy.at) });
  const hasDraft = useSlice(editor, ({ draft }) => draft !== null);
  // Where a draft is kept, and how, stands in its own bar.
  const kept = !hasDraft && (localCopy.failed ? words['editor.kept.failed'] : onDevice);
  const said =
    status === 'saving'
      ? words['editor.saving']
      : isDirty
        ? words[status === 'unsaved' || status === 'clean' || status === 'saved' ? 'editor.unsaved' : 'editor.failed']
        : status === 'saved'
          ? words['editor.saved.told']
          : words['editor.clean'];
  return (
    <span className="colo-quiet" data-save-state={status}>
      {said}
      {kept && ` · ${kept}`}
      {!isDirty && <SavedBy editor={editor} before=" · " />}
    </span>
  );
}
