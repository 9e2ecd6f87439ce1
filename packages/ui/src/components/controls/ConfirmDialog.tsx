import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { problemOf } from '../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../state/editor/editor-snapshot.ts';
import { useColophon } from '../provider/colophon-context.ts';
import { Modal } from './Modal.tsx';
import { ProblemNotice } from './Notice.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** What the button that does it says. */
  readonly confirm: string;
  /** Does it once, however often it is pressed. What it throws is shown and stays until it is read; `false` says that more is needed. */
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
  /** Told when it is done; by default the dialog closes. */
  readonly onDone?: (() => void) | undefined;
  /** What happens then. */
  readonly children: ReactNode;
}

/** Asks before something that is not easily taken back: Cancel first, then the button that does it. */
export function ConfirmDialog({ title, confirm, onConfirm, onClose, onDone = onClose, children }: ConfirmDialogProps): ReactElement {
  const { messages, announce } = useColophon();
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const isRunning = useRef(false);
  const press = async (): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setProblem(null);
    try {
      if ((await onConfirm()) !== false) onDone();
    } catch (error) {
      const refused = problemOf(error);
      setProblem(refused);
      announce(refused.detail, 'assertive');
    } finally {
      isRunning.current = false;
    }
  };
  return (
    <Modal
      title={title}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="colo-button" onClick={onClose}>
            {messages['common.cancel']}
          </button>
          <button type="button" className="colo-button" data-kind="danger" onClick={() => void press()}>
            {confirm}
          </button>
        </>
      }
    >
      <div
        className="colo-stack"
        onKeyDown={(event) => {
          // What is typed to confirm is confirmed by Enter.
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) void press();
        }}
      >
        {children}
      </div>
      {problem && <ProblemNotice problem={problem} />}
    </Modal>
  );
}
