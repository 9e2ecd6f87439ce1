import { type ReactElement, useId } from 'react';
import { classNames } from '../class-names.ts';

/** The props of every form field. */
export interface FieldProps {
  readonly label: string;
  readonly hint?: string | null | undefined;
  /** The error, and what is expected. */
  readonly error?: string | null | undefined;
  readonly className?: string | undefined;
}

/** The attributes that a control gets from its field. */
export interface FieldIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** A label above a control, with a hint and an error below it that describe it. */
export function Field({
  label,
  hint,
  error,
  className,
  children,
}: FieldProps & { readonly children: (ids: FieldIds) => ReactElement }): ReactElement {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={classNames('colo-field', className)} data-invalid={error ? true : undefined}>
      <label className="colo-field-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described === '' ? undefined : described, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p className="colo-field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="colo-field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
