import { type ReactElement, useRef, useState } from 'react';
import { problemOf } from '../../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../../state/editor/editor-snapshot.ts';
import { Modal } from '../../controls/Modal.tsx';
import { ProblemNotice } from '../../controls/Notice.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import type { OfferedView } from './use-views.ts';

interface RemoveViewDialogProps {
  readonly view: OfferedView;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks before a view is removed, and says for whom. */
export function RemoveViewDialog({ view, onClose, onDone }: RemoveViewDialogProps): ReactElement {
  const { messages, announce } = useColophon();
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const isRunning = useRef(false);
  const { name } = view;
  const remove = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await view.remove?.();
      announce(messages['list.saved.removed']({ name }));
      onDone();
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      isRunning.current = false;
    }
  };
  return (
    <Modal
      title={messages['list.saved.remove.title']({ name })}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="colo-button" onClick={onClose}>
            {messages['common.cancel']}
          </button>
          <button type="button" className="colo-button" data-kind="danger" onClick={() => void remove()}>
            {messages['list.saved.remove.confirm']}
          </button>
        </>
      }
    >
      <p>{view.kept === 'shared' ? messages['list.saved.remove.shared'] : messages['list.saved.remove.own']}</p>
      {problem && <ProblemNotice problem={problem} />}
    </Modal>
  );
}
