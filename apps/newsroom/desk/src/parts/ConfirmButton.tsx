import { useColophon } from '@colophon/ui';
import { ConfirmDialog, type EditorProblem } from '@colophon/ui/controls';
import { type ReactElement, type ReactNode, useState } from 'react';

interface ConfirmButtonProps {
  readonly label: string;
  /** The object of the action, for screen readers. */
  readonly of: string;
  /** The title of the confirmation dialog. */
  readonly title: string;
  /** The consequences, shown in the dialog. */
  readonly children: ReactNode;
  readonly confirm: string;
  readonly done: string;
  readonly onConfirm: () => Promise<unknown>;
  /** What resolves an error, shown below it. */
  readonly remedy?: (problem: EditorProblem) => ReactNode;
}

/** A button for an action that cannot be undone. It asks for confirmation first. */
export function ConfirmButton({ label, of, title, children, confirm, done, onConfirm, remedy }: ConfirmButtonProps): ReactElement {
  const { announce } = useColophon();
  const [isAsked, setIsAsked] = useState(false);
  const close = (): void => setIsAsked(false);
  return (
    <>
      <button type="button" className="colo-button" data-kind="danger" aria-label={`${label}: ${of}`} onClick={() => setIsAsked(true)}>
        {label}
      </button>
      {isAsked && (
        <ConfirmDialog
          title={title}
          confirm={confirm}
          onConfirm={onConfirm}
          remedy={remedy}
          onClose={close}
          onDone={() => {
            announce(done);
            close();
          }}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
