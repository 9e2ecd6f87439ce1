import type { ReactElement } from 'react';
import { Field, type FieldProps } from './Field.tsx';

interface SelectFieldProps<Value extends string> extends FieldProps {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly name?: string;
}

/** A select. A value that is not among the options is shown unchanged until another is chosen. */
export function SelectField<Value extends string>({ value, options, onChange, name, ...field }: SelectFieldProps<Value>): ReactElement {
  const all = options.some((option) => option.value === value) ? options : [{ value, label: value }, ...options];
  return (
    <Field {...field}>
      {(ids) => (
        <select
          {...ids}
          className="colo-input"
          value={value}
          name={name}
          onChange={(event) => onChange(event.currentTarget.value as Value)}
        >
          {all.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
