import type { InputHTMLAttributes, ReactElement } from 'react';
import { Field, type FieldProps } from './Field.tsx';

interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Further attributes of the input. */
  readonly input?: Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'>;
}

/** A single-line text field. */
export function TextField({ value, onChange, input, ...field }: TextFieldProps): ReactElement {
  return (
    <Field {...field}>
      {(ids) => (
        <input
          dir="auto"
          {...input}
          {...ids}
          className="colo-input"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
