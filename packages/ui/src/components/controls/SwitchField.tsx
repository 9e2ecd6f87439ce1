import { type ReactElement, useId } from 'react';

interface SwitchFieldProps {
  readonly label: string;
  readonly hint?: string | null | undefined;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

/** A checkbox. */
export function SwitchField({ label, hint, value, onChange }: SwitchFieldProps): ReactElement {
  const id = useId();
  return (
    <div className="colo-switch">
      <label className="colo-switch-label">
        <input
          type="checkbox"
          className="colo-check"
          checked={value}
          aria-describedby={hint ? id : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p className="colo-field-hint" id={id}>
          {hint}
        </p>
      )}
    </div>
  );
}
