import type { ReactElement } from 'react';
import { Field, type FieldProps } from '../Field.tsx';
import { ComboInput, type ComboInputProps } from './ComboInput.tsx';

interface ComboFieldProps extends FieldProps, Pick<ComboInputProps, 'value' | 'onChange' | 'options' | 'onType'> {
  /** Further attributes of the input. */
  readonly input?: Omit<ComboInputProps, 'value' | 'onChange' | 'options' | 'onType' | 'onEnter'>;
}

/** A field for one value, which offers known values by their names. */
export function ComboField({ value, onChange, options, onType, input, ...field }: ComboFieldProps): ReactElement {
  return (
    <Field {...field}>
      {(ids) => (
        <ComboInput {...input} {...ids} className="colo-input" value={value} onChange={onChange} options={options} onType={onType} />
      )}
    </Field>
  );
}
