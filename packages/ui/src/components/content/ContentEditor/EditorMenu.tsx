import { type ReactElement, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { EditorProblem } from '../../../state/editor/editor-problem.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { ContentRecord } from '../../../state/records.ts';
import { Loaded } from '../../controls/Loaded.tsx';
import { Menu, type MenuItem } from '../../controls/Menu.tsx';
import { ProblemNotice } from '../../controls/Notice.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { LoadedDeleteDialog } from '../LoadedDeleteDialog.tsx';
import { pieceMenu } from '../piece-menu.ts';
import { useDuplicate } from '../use-duplicate.ts';
import { saveWith, type StatusChange, statusChangesOf } from './status-changes.ts';
import { useSlice } from './use-slice.ts';

/** The actions of a host on a whole piece. */
export interface PieceActions {
  /** Called with a copy of the piece, to open it. Without it, no copies are offered. */
  readonly onDuplicated?: (copy: ContentRecord) => void;
  /** Deletes the piece, after a confirmation, and leaves the editor; an exception is shown. Without it, deletion is not offered. */
  readonly onDelete?: (piece: ContentRecord) => Promise<void> | void;
  /** Returns the public address of the piece; null shows no link. */
  readonly getViewHref?: (piece: ContentRecord) => string | null;
  /** Further items of the menu. */
  readonly menuItems?: (piece: ContentRecord) => readonly MenuItem[];
}

interface EditorMenuProps {
  readonly editor: ContentEditorState;
  readonly host: PieceActions & { readonly readOnly?: boolean };
  /** The status change that the main button makes. */
  readonly main: StatusChange['id'] | null;
  /** Whether submitting for review is a main button here: for those who may not publish. */
  readonly isSubmitMain: boolean;
  /** Tells why saving is disabled; undefined if it is not. */
  readonly onBlocked: (() => void) | undefined;
}

const loadDialog = () => import('./StatusDialog.tsx');

/** The menu of a stored piece: its status, and the actions of the host. */
export function EditorMenu({ editor, host, main, isSubmitMain, onBlocked }: EditorMenuProps): ReactElement | null {
  const { onDuplicated, onDelete, getViewHref, menuItems } = host;
  const { messages } = useColophon();
  const words = useWords(editorEn);
  const stored = useSlice(editor, (snapshot) => snapshot.stored);
  const [isDeleting, setIsDeleting] = useState(false);
  const { duplicate, problem, forget } = useDuplicate(onDuplicated);
  const status = useStatusChange(editor, onBlocked);
  if (stored === null) return null;
  const changes = host.readOnly === true ? [] : statusChangesOf(stored, main);
  const submit = isSubmitMain ? changes.find(({ id }) => id === 'review') : undefined;
  const items = [
    ...changes
      .filter((change) => change !== submit)
      .map((change) => ({ id: change.id, label: words[`editor.status.${change.id}`], onPress: () => status.press(change) })),
    ...pieceMenu(stored, messages, {
      viewHref: getViewHref?.(stored) ?? null,
      more: menuItems?.(stored),
      onDuplicate: duplicate && (() => duplicate(stored)),
      onDelete: onDelete && (() => setIsDeleting(true)),
    }),
  ];
  if (items.length === 0 && !submit) return null;
  const close = (): void => setIsDeleting(false);
  const { asked } = status;
  return (
    <>
      {submit && (
        <button type="button" className="colo-button" data-kind="main" onClick={() => status.press(submit)}>
          {words['editor.status.review']}
        </button>
      )}
      {items.length > 0 && <Menu label={words['editor.menu']} items={items} />}
      {problem && <ProblemNotice problem={problem} onRetry={forget} label={messages['common.close']} />}
      {status.problem && <ProblemNotice problem={status.problem} onRetry={status.forget} label={messages['common.close']} />}
      {isDeleting && onDelete && <LoadedDeleteDialog row={stored} onDelete={onDelete} onClose={close} onDone={close} />}
      {asked && (
        <Loaded load={loadDialog}>
          {({ StatusDialog }) => (
            <StatusDialog change={asked} title={stored.title} onConfirm={() => status.run(asked)} onClose={status.cancel} />
          )}
        </Loaded>
      )}
    </>
  );
}

interface StatusChanging {
  /** Makes the change, or asks for confirmation first. */
  readonly press: (change: StatusChange) => void;
  readonly run: (change: StatusChange) => Promise<void>;
  readonly asked: StatusChange | null;
  readonly cancel: () => void;
  /** Why the last change failed, unless the editor's own notice says so. */
  readonly problem: EditorProblem | null;
  readonly forget: () => void;
}

function useStatusChange(editor: ContentEditorState, onBlocked: (() => void) | undefined): StatusChanging {
  const { messages, announce } = useColophon();
  const words = useWords(editorEn);
  const isDirty = useSlice(editor, (snapshot) => snapshot.isDirty);
  const [asked, setAsked] = useState<StatusChange | null>(null);
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const run = async ({ status }: StatusChange): Promise<void> => {
    setProblem(null);
    const failed = await saveWith(editor, { status });
    if (failed.outcome.status === 'saved')
      announce(words['editor.status.done']({ status: messages[`status.${status}` as 'status.draft'] }));
    else {
      setProblem(failed.problem);
      announce('detail' in failed.outcome ? failed.outcome.detail : '', 'assertive');
    }
  };
  return {
    press: (change) => (onBlocked ? onBlocked() : change.isPublic ? setAsked(change) : void run(change)),
    run,
    asked,
    cancel: () => setAsked(null),
    problem: isDirty ? null : problem,
    forget: () => setProblem(null),
  };
}
