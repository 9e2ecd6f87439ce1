import { type ReactElement, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import type { ContentRecord } from '../../../state/records.ts';
import { Menu, type MenuItem } from '../../controls/Menu.tsx';
import { ProblemNotice } from '../../controls/Notice.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { DeleteDialog } from '../DeleteDialog.tsx';
import { pieceMenu } from '../piece-menu.ts';
import { useDuplicate } from '../use-duplicate.ts';
import { useSlice } from './use-slice.ts';

/** What a host lets its people do with all of a piece. */
export interface PieceActions {
  /** Told of a copy that was made of the piece: open it. Without it no copies are offered. */
  readonly onDuplicated?: (copy: ContentRecord) => void;
  /** Deletes, once a person has confirmed it, and leaves the editor; what it throws is shown. Without it nothing is deleted here. */
  readonly onDelete?: (piece: ContentRecord) => Promise<void> | void;
  /** Where readers see the piece; null gives it no link. */
  readonly getViewHref?: (piece: ContentRecord) => string | null;
  /** What else the menu of the piece offers. */
  readonly menuItems?: (piece: ContentRecord) => readonly MenuItem[];
}

/** What is done with all of a piece beside saving it: all of it with what is stored. */
export function EditorMenu({ editor, host }: { readonly editor: ContentEditorState; readonly host: PieceActions }): ReactElement | null {
  const { onDuplicated, onDelete, getViewHref, menuItems } = host;
  const { messages } = useColophon();
  const words = useWords(editorEn);
  const stored = useSlice(editor, (snapshot) => snapshot.stored);
  const [isDeleting, setIsDeleting] = useState(false);
  const { duplicate, problem, forget } = useDuplicate(onDuplicated);
  if (stored === null) return null;
  const items = pieceMenu(stored, messages, {
    viewHref: getViewHref?.(stored) ?? null,
    more: menuItems?.(stored),
    onDuplicate: duplicate && (() => duplicate(stored)),
    onDelete: onDelete && (() => setIsDeleting(true)),
  });
  if (items.length === 0) return null;
  const close = (): void => setIsDeleting(false);
  return (
    <>
      <Menu label={words['editor.menu']} items={items} />
      {problem && <ProblemNotice problem={problem} onRetry={forget} label={messages['common.close']} />}
      {isDeleting && onDelete && <DeleteDialog row={stored} onDelete={onDelete} onClose={close} onDone={close} />}
    </>
  );
}
