import type { ReactElement } from 'react';
import { ConfirmDialog } from '../../controls/ConfirmDialog.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import type { OfferedView } from './use-views.ts';

export interface RemoveViewDialogProps {
  readonly view: OfferedView;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Confirms the removal of a view, and says for whom it is removed. */
export function RemoveViewDialog({ view, onClose, onDone }: RemoveViewDialogProps): ReactElement {
  const { messages, announce } = useColophon();
  const { name } = view;
  return (
    <ConfirmDialog
      title={messages['list.saved.remove.title']({ name })}
      confirm={messages['list.saved.remove.confirm']}
      onConfirm={() => view.remove?.()}
      onClose={onClose}
      onDone={() => {
        announce(messages['list.saved.removed']({ name }));
        onDone();
      }}
    >
      <p>{view.kept === 'shared' ? messages['list.saved.remove.shared'] : messages['list.saved.remove.own']}</p>
    </ConfirmDialog>
  );
}
