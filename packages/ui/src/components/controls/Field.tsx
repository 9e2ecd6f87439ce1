import { type ReactElement, useId } from 'react';
import { classNames } from '../class-names.ts';

/** What every field of a form says beside its control. */
export interface FieldProps {
  readonly label: string;
  readonly hint?: string | null | undefined;
  /** What is wrong with it, and what would be right. */
  readonly error?: string | null | undefined;
  readonly className?: string | undefined;
}

/** What a control takes from its field. */
export interface FieldIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** A label above a control, a hint and a fault below it, which it is described by. */
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
