import { Modal, ProblemNotice } from '@colophon/ui/controls';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useSending } from '../api/use-sending.ts';

interface ConfirmButtonProps {
  readonly label: string;
  /** What it is done to, for those who do not see where the button stands. */
  readonly of: string;
  /** Asked before. */
  readonly title: string;
  /** What happens then. */
  readonly children: ReactNode;
  readonly confirm: string;
  readonly done: string;
  readonly onConfirm: () => Promise<unknown>;
}

/** Does something that is not taken back, once a person has read what it does. */
export function ConfirmButton({ label, of, title, children, confirm, done, onConfirm }: ConfirmButtonProps): ReactElement {
  const [isAsked, setIsAsked] = useState(false);
  const { run, problem, clear } = useSending();
  const close = (): void => {
    clear();
    setIsAsked(false);
  };
  return (
    <>
      <button type="button" className="colo-button" data-kind="danger" aria-label={`${label}: ${of}`} onClick={() => setIsAsked(true)}>
        {label}
      </button>
      {isAsked && (
        <Modal
          title={title}
          onClose={close}
          actions={
            <>
              <button type="button" className="colo-button" onClick={close}>
                Cancel
              </button>
              <button
                type="button"
                className="colo-button"
                data-kind="danger"
                onClick={() => void run(onConfirm, done).then((isDone) => isDone && close())}
              >
                {confirm}
              </button>
            </>
          }
        >
          {problem && <ProblemNotice problem={problem} />}
          {children}
        </Modal>
      )}
    </>
  );
}
