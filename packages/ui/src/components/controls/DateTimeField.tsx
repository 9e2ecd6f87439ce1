import type { ReactElement } from 'react';
import { fromZonedTime, isFirstOfTwo, toZonedTime } from '../../state/text/zoned-time.ts';
import { useColophon } from '../provider/colophon-context.ts';
import { Field, type FieldProps } from './Field.tsx';

interface DateTimeFieldProps extends FieldProps {
  /** An instant in ISO 8601; null for none. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

/** A date and time in the newsroom's time zone, which is shown next to it. */
export function DateTimeField({ value, onChange, label, hint, ...field }: DateTimeFieldProps): ReactElement {
  const { format, messages } = useColophon();
  const twice =
    value !== null && isFirstOfTwo(value, format.timeZone) ? messages['common.hourTwice']({ time: format.dateTime(value) }) : null;
  return (
    <Field label={`${label} (${format.timeZone})`} hint={hint ?? twice} {...field}>
      {(ids) => (
        <input
          {...ids}
          type="datetime-local"
          className="colo-input"
          value={toZonedTime(value, format.timeZone)}
          onChange={(event) => onChange(fromZonedTime(event.currentTarget.value, format.timeZone))}
        />
      )}
    </Field>
  );
}
