import { type ReactElement, useEffect, useState } from 'react';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  /** Called when the user pauses typing. */
  readonly onChange: (text: string) => void;
}

const DEBOUNCE = 250;

export function SearchField({ label, value, onChange }: SearchFieldProps): ReactElement {
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onChange(text), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <label className="colo-field desk-search">
      <span className="colo-field-label">{label}</span>
      <input type="search" className="colo-input" value={text} onChange={(event) => setText(event.target.value)} />
    </label>
  );
}

/** The search parameter for a text whose last word may be incomplete. */
export function searchOf(text: string): { readonly search?: string } {
  const words = text.trim();
  if (words === '') return {};
  return { search: /[\p{L}\p{N}]$/u.test(words) && !words.includes('"') ? `${words}*` : words };
}
