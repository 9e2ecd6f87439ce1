import { useColophon } from '@colophon/ui';
import { SelectField, TextField } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { languageOptions } from './languages.ts';

interface LanguageFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (language: string) => void;
  /** Languages to leave out. */
  readonly taken: readonly string[];
  readonly hint?: string;
  readonly error?: string | null;
}

const OTHER = 'other';

/** Selects a language from a list, or any other by its tag. */
export function LanguageField({ label, value, onChange, taken, hint, error = null }: LanguageFieldProps): ReactElement {
  const { format } = useColophon();
  const options = languageOptions(format, taken);
  const [isOther, setIsOther] = useState(false);
  return (
    <>
      <SelectField
        label={label}
        hint={hint}
        value={isOther ? OTHER : value}
        options={[...(value === '' && !isOther ? [{ value: '', label: 'Choose…' }] : []), ...options, { value: OTHER, label: 'Other…' }]}
        onChange={(chosen) => {
          setIsOther(chosen === OTHER);
          onChange(chosen === OTHER ? '' : chosen);
        }}
        error={isOther ? null : error}
      />
      {isOther && (
        <TextField
          label="Language tag"
          hint="For example, ga, gsw or zh-Hant-TW."
          value={value}
          onChange={onChange}
          error={error}
          input={{ autoComplete: 'off', autoFocus: true, dir: 'ltr' }}
        />
      )}
    </>
  );
}
