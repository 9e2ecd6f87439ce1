import { Notice } from '@colophon/ui/controls';
import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';
import { useCopy } from './use-copy.ts';

interface SecretProps {
  readonly label: string;
  readonly value: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A secret that is shown once: selected for copying, and stored nowhere. */
export function Secret({ label, value, onClose, children }: SecretProps): ReactElement {
  const copyText = useCopy();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const copy = async (): Promise<void> => {
    input.current?.select();
    await copyText(value, 'Copying is blocked. The text is selected: press Ctrl+C or ⌘C.');
  };
  return (
    <Notice
      tone="success"
      actions={
        <>
          <button type="button" className="colo-button" data-kind="main" onClick={() => void copy()}>
            Copy
          </button>
          <button type="button" className="colo-button" onClick={onClose}>
            Done
          </button>
        </>
      }
    >
      <div className="colo-field">
        <label className="colo-field-label" htmlFor={id}>
          {label}
        </label>
        <input ref={input} id={id} className="colo-input desk-secret" readOnly value={value} dir="ltr" />
      </div>
      <p>{children}</p>
    </Notice>
  );
}
