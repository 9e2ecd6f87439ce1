import { isPlainObject } from '@colophon/contract';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { send } from '../../../state/client-port.ts';
import { problemOf } from '../../../state/editor/editor-problem.ts';
import type { ContentRow } from '../../../state/list/list-query.ts';
import { useColophon } from '../../provider/colophon-context.ts';

interface DeleteDialogProps {
  readonly row: ContentRow;
  readonly onDelete: (row: ContentRow) => Promise<void> | void;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** What becomes of a piece that is deleted, as far as that is known: a draft goes to the trash where the server has one. */
function useFate({ status, firstPublishedAt }: ContentRow): 'list.delete.kept' | 'list.delete.trash' | 'list.delete.draft' {
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

/** Asks before a piece is deleted, and says what will become of it. A refusal stays until it is read. */
export function DeleteDialog({ row, onDelete, onDone, onClose }: DeleteDialogProps): ReactElement {
  const { messages } = useColophon();
  const dialog = useRef<HTMLDialogElement>(null);
  const isRunning = useRef(false);
  const [fault, setFault] = useState<string | null>(null);
  const fate = useFate(row);
  const [title, text] = [useId(), useId()];
  useEffect(() => {
    const layer = dialog.current;
    if (layer && !layer.open) layer.showModal();
    return () => layer?.close();
  }, []);
  const confirm = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setFault(null);
    try {
      await onDelete(row);
      onDone();
    } catch (error) {
      setFault(problemOf(error).detail);
    } finally {
      isRunning.current = false;
    }
  };
  return (
    <dialog
      ref={dialog}
      className="colo-scope colo-list-dialog"
      aria-labelledby={title}
      aria-describedby={text}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={title}>{messages['list.delete.title']({ title: row.title })}</h2>
      <p id={text}>{messages[fate]}</p>
      <p role="alert" className="colo-list-fault">
        {fault}
      </p>
      <div className="colo-list-dialog-actions">
        <button type="button" className="colo-button" onClick={onClose}>
          {messages['common.cancel']}
        </button>
        <button type="button" className="colo-button" data-kind="danger" onClick={() => void confirm()}>
          {messages['list.delete']}
        </button>
      </div>
    </dialog>
  );
}
