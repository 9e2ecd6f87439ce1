import type { ReactElement } from 'react';
import type { AssistantRegistration } from '../../../state/assistant/registration.ts';
import type { FieldName, FormFields } from '../../../state/editor/form.ts';
import type { SavePayload } from '../../../state/editor/save-record.ts';
import type { ContentRecord } from '../../../state/records.ts';
import type { RootProps } from '../../class-names.ts';
import { Busy } from '../../controls/Busy.tsx';
import { ProblemNotice } from '../../controls/Notice.tsx';
import type { AsidePlace } from './aside-place.ts';
import type { PieceActions } from './EditorMenu.tsx';
import { EditorPage } from './EditorPage.tsx';
import { Guard } from '../../controls/Guard.tsx';
import { useContent } from './use-content.ts';
import { type EditorSave, useEditorState } from './use-editor-state.ts';

export interface ContentEditorProps extends RootProps, PieceActions {
  /** The piece; null, or neither this nor an id, for a new one. */
  readonly content?: ContentRecord | null;
  /** The id of the piece to read from the API, without `content`. */
  readonly contentId?: string;
  /** What a new piece begins with, such as its author; it does not count as input. */
  readonly defaults?: Partial<FormFields>;
  /** Called with the saved record and the request body. */
  readonly onSave: (saved: ContentRecord, payload: SavePayload) => void | Promise<void>;
  readonly onCancel?: () => void;
  /** Returns where another piece is edited, such as the original of a translation. */
  readonly getEditHref?: (id: string) => string | null;
  /** Focuses the title when the piece is opened, with its text selected: for a copy that needs another title. */
  readonly selectTitle?: boolean;
  /** Hides the chat beside the text; the context for assistants stays the same. */
  readonly hideChat?: boolean;
  /** Called with the context and actions for an assistant, and with null when the editor is closed. */
  readonly onAssistantContextChange?: (registration: AssistantRegistration | null) => void;
  /** By default, the editor saves; with a function, the host saves and returns the resulting record. */
  readonly save?: EditorSave;
  readonly readOnly?: boolean;
  /** Why saving is disabled; shown when Save is pressed. */
  readonly saveDisabledReason?: string | null;
  /** The fields that an assistant may write, among those that any assistant may. */
  readonly assistantFields?: readonly string[];
  /** The details that are shown beside the text; default: all except `status`. */
  readonly fields?: readonly FieldName[];
  /** The place beside the text that is shown first; default: the one that the user chose last, else the details. */
  readonly aside?: AsidePlace;
}

/**
 * An editor of a piece: its text and its details, saved field by field under the revision that was opened. Unsaved input is kept on the
 * device within half a second; concurrent edits are merged.
 *
 * @example
 * <ContentEditor contentId={id} onSave={(piece) => console.log(piece.rev)} onCancel={() => navigate('/pieces')} />
 */
export function ContentEditor(props: ContentEditorProps): ReactElement {
  return (
    <Guard>
      <SourcedEditor {...props} />
    </Guard>
  );
}

function SourcedEditor(props: ContentEditorProps): ReactElement {
  const source = useContent(props.content, props.contentId);
  if (source.problem !== null) return <ProblemNotice problem={source.problem} onRetry={source.retry} />;
  if (source.isLoading) return <Busy lines={8} />;
  return <OpenEditor {...props} content={source.content} />;
}

function OpenEditor(props: ContentEditorProps & { readonly content: ContentRecord | null }): ReactElement {
  const { content, save = 'client', onSave, assistantFields, defaults } = props;
  const editor = useEditorState({ content, save, onSave, assistantFields, defaults });
  return editor === null ? <Busy lines={8} /> : <EditorPage {...props} editor={editor} kind="content" />;
}
