import type { ReactElement } from 'react';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** A group of toggle buttons of which one is pressed. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>): ReactElement {
  return (
    <div className="desk-tabs" role="group" aria-label={label}>
      {options.map((option) => (
        <button key={option.value} type="button" aria-pressed={option.value === value} onClick={() => onChange(option.value)}>
          {option.label}
        </button>
      ))}
    </div>
  );
}
