import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { problemOf } from '../../state/editor/editor-problem.ts';
import type { EditorProblem } from '../../state/editor/editor-problem.ts';
import { useColophon } from '../provider/colophon-context.ts';
import { Modal } from './Modal.tsx';
import { ProblemNotice } from './Notice.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** The label of the confirming button. */
  readonly confirm: string;
  /** Called once, even if pressed repeatedly. An exception is shown until dismissed; `false` keeps the dialog open. */
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
  /** Called after success; by default, the dialog closes. */
  readonly onDone?: (() => void) | undefined;
  /** What resolves an error, shown below it: such as a link. */
  readonly remedy?: ((problem: EditorProblem) => ReactNode) | undefined;
  /** The consequences. */
  readonly children: ReactNode;
}

/** Asks for confirmation of an action that is not easily undone: Cancel comes first, then the action. */
export function ConfirmDialog({
  title,
  confirm,
  onConfirm,
  onClose,
  onDone = onClose,
  remedy,
  children,
}: ConfirmDialogProps): ReactElement {
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
          // Enter in an input confirms.
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) void press();
        }}
      >
        {children}
      </div>
      {problem && <ProblemNotice problem={problem} />}
      {problem && remedy?.(problem)}
    </Modal>
  );
}
