import type { ReactElement } from 'react';
import type { AssistantRegistration } from '../../../state/assistant/registration.ts';
import type { FieldName } from '../../../state/editor/form.ts';
import type { SavePayload } from '../../../state/editor/save-record.ts';
import type { ContentRecord } from '../../../state/records.ts';
import type { RootProps } from '../../class-names.ts';
import { Busy } from '../../controls/Busy.tsx';
import { ProblemNotice } from '../../controls/Notice.tsx';
import type { PieceActions } from './EditorMenu.tsx';
import { EditorPage } from './EditorPage.tsx';
import { Guard } from '../../controls/Guard.tsx';
import { useContent } from './use-content.ts';
import { type EditorSave, useEditorState } from './use-editor-state.ts';

export interface ContentEditorProps extends RootProps, PieceActions {
  /** The piece; null, or neither this nor an id, begins a new one. */
  readonly content?: ContentRecord | null;
  /** Read from the API where `content` is not given. */
  readonly contentId?: string;
  /** Told what was saved, and what was sent for it. */
  readonly onSave: (saved: ContentRecord, payload: SavePayload) => void | Promise<void>;
  readonly onCancel?: () => void;
  /** Where another piece is edited, such as the original of a translation. */
  readonly getEditHref?: (id: string) => string | null;
  /** Goes to the title when the piece is opened, with its words selected: for a copy, whose title is to be another. */
  readonly selectTitle?: boolean;
  /** Shows no chat beside the text; what is told to an assistant stays the same. */
  readonly hideChat?: boolean;
  /** Told what stands in the editor and what may be done there, and null when it is closed. */
  readonly onAssistantContextChange?: (registration: AssistantRegistration | null) => void;
  /** By default it saves by itself; with a function the host saves, and answers the record as it then is. */
  readonly save?: EditorSave;
  readonly readOnly?: boolean;
  /** Why nothing can be saved now; the button says so when it is pressed. */
  readonly saveDisabledReason?: string | null;
  /** Fields that an assistant may write, within what any may. */
  readonly assistantFields?: readonly string[];
  /** The details that are shown beside the text; all of them by default. */
  readonly fields?: readonly FieldName[];
}

/**
 * An editor of a piece: its text and its details, saved field by field under the revision that was opened. What is typed is on the
 * person's own machine within half a second; what two people wrote is merged.
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
  const { content, save = 'client', onSave, assistantFields } = props;
  const editor = useEditorState({ content, save, onSave, assistantFields });
  return editor === null ? <Busy lines={8} /> : <EditorPage {...props} editor={editor} kind="content" />;
}
