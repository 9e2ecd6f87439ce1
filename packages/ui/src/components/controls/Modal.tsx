import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';

interface ModalProps {
  readonly title: string;
  /** Called to close it without an action, for example by Escape. */
  readonly onClose: () => void;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A modal dialog. It receives the focus, and returns it when closed. */
export function Modal({ title, onClose, actions, children }: ModalProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const layer = dialog.current;
    const before = document.activeElement;
    if (layer && !layer.open) layer.showModal();
    return () => {
      layer?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="colo-scope colo-modal"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        // Browsers close a dialog at the second Escape, even if `cancel` is prevented.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <h2 className="colo-modal-title" id={id}>
        {title}
      </h2>
      <div className="colo-modal-body">{children}</div>
      {actions && <div className="colo-actions colo-modal-actions">{actions}</div>}
    </dialog>
  );
}
