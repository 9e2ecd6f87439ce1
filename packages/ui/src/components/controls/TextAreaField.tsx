import type { ReactElement, TextareaHTMLAttributes } from 'react';
import { Field, type FieldProps } from './Field.tsx';

interface TextAreaFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Further attributes of the text area. */
  readonly input?: Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange'>;
}

/** A multi-line text field. */
export function TextAreaField({ value, onChange, input, ...field }: TextAreaFieldProps): ReactElement {
  return (
    <Field {...field}>
      {(ids) => (
        <textarea
          dir="auto"
          rows={3}
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
