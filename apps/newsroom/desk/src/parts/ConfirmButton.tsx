import { useColophon } from '@colophon/ui';
import { ConfirmDialog } from '@colophon/ui/controls';
import { type ReactElement, type ReactNode, useState } from 'react';

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
