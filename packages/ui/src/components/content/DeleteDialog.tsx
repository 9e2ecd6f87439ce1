import { isPlainObject } from '@colophon/contract';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { send } from '../../state/client-port.ts';
import { problemOf } from '../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../state/editor/editor-snapshot.ts';
import type { ContentRow } from '../../state/list/list-query.ts';
import { Modal } from '../controls/Modal.tsx';
import { ProblemNotice } from '../controls/Notice.tsx';
import { useColophon } from '../provider/colophon-context.ts';

/** What has to be known of a piece that is to be deleted. */
type Deletable = Pick<ContentRow, 'title' | 'status' | 'firstPublishedAt'>;

interface DeleteDialogProps<Piece> {
  readonly row: Piece;
  readonly onDelete: (row: Piece) => Promise<void> | void;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** What becomes of a piece that is deleted, as far as that is known: a draft goes to the trash where the server has one. */
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

/** Asks before a piece is deleted, and says what will become of it. A refusal stays until it is read. */
export function DeleteDialog<Piece extends Deletable>({ row, onDelete, onDone, onClose }: DeleteDialogProps<Piece>): ReactElement {
  const { messages } = useColophon();
  const isRunning = useRef(false);
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const fate = useFate(row);
  const confirm = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setProblem(null);
    try {
      await onDelete(row);
      onDone();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      isRunning.current = false;
    }
  };
  return (
    <Modal
      title={messages['list.delete.title']({ title: row.title.trim() === '' ? messages['list.untitled'] : row.title })}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="colo-button" onClick={onClose}>
            {messages['common.cancel']}
          </button>
          <button type="button" className="colo-button" data-kind="danger" onClick={() => void confirm()}>
            {messages['list.delete']}
          </button>
        </>
      }
    >
      <p>{messages[fate]}</p>
      {problem && <ProblemNotice problem={problem} />}
    </Modal>
  );
}
