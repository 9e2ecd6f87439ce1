import { isPlainObject } from '@colophon/base';
import { type ReactElement, useEffect, useState } from 'react';
import { send } from '../../state/client-port.ts';
import type { ContentRow } from '../../state/list/list-query.ts';
import { ConfirmDialog } from '../controls/ConfirmDialog.tsx';
import { useColophon } from '../provider/colophon-context.ts';

/** The properties of a piece that deleting needs. */
export type Deletable = Pick<ContentRow, 'title' | 'status' | 'firstPublishedAt'>;

export interface DeleteDialogProps<Piece> {
  readonly row: Piece;
  readonly onDelete: (row: Piece) => Promise<void> | void;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Returns the consequence of deleting a piece: a draft moves to the trash if the server has one. */
function useFate({ status, firstPublishedAt }: Deletable): 'list.delete.kept' | 'list.delete.trash' | 'list.delete.draft' {
  const { client } = useColophon();
  const [hasTrash, setHasTrash] = useState(false);
  const isDraft = status === 'draft' && typeof firstPublishedAt !== 'string';
  useEffect(() => {
    if (client === null || !isDraft) return undefined;
    const control = new AbortController();
    const query = { limit: '1', count: 'none' };
    send(client, 'get', '/content-trash', { params: { query }, signal: control.signal }).then(
      ({ value }) => !control.signal.aborted && setHasTrash(isPlainObject(value) && Array.isArray(value['items'])),
      () => undefined,
    );
    return () => control.abort();
  }, [client, isDraft]);
  if (!isDraft) return 'list.delete.kept';
  return hasTrash ? 'list.delete.trash' : 'list.delete.draft';
}

/** Confirms the deletion of a piece and explains its consequences. An error stays visible until dismissed. */
export function DeleteDialog<Piece extends Deletable>({ row, onDelete, onDone, onClose }: DeleteDialogProps<Piece>): ReactElement {
  const { messages } = useColophon();
  const fate = useFate(row);
  return (
    <ConfirmDialog
      title={messages['list.delete.title']({ title: row.title.trim() === '' ? messages['list.untitled'] : row.title })}
      confirm={messages['list.delete']}
      onConfirm={() => onDelete(row)}
      onClose={onClose}
      onDone={onDone}
    >
      <p>{messages[fate]}</p>
    </ConfirmDialog>
  );
}
