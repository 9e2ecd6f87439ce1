import type { ReactElement } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import { ConfirmDialog } from '../../controls/ConfirmDialog.tsx';
import { useWords } from '../../provider/use-words.ts';
import type { StatusChange } from './status-changes.ts';

export interface StatusDialogProps {
  readonly change: StatusChange;
  /** The title of the piece. */
  readonly title: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Confirms a status change that readers notice. */
export function StatusDialog({ change: { id, status }, title, onConfirm, onClose }: StatusDialogProps): ReactElement {
  const words = useWords(editorEn);
  const label = words[`editor.status.${id}`];
  return (
    <ConfirmDialog
      title={words['editor.status.ask']({ label, title: title.trim() === '' ? words['editor.untitled'] : title })}
      confirm={label}
      onConfirm={onConfirm}
      onClose={onClose}
      onDone={onClose}
    >
      <p>{status === 'published' ? words['editor.status.public'] : words['editor.status.hidden']}</p>
    </ConfirmDialog>
  );
}
