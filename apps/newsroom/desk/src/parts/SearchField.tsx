import { type ReactElement, useEffect, useState } from 'react';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  /** Told once typing rests. */
  readonly onChange: (text: string) => void;
}

const REST = 250;

export function SearchField({ label, value, onChange }: SearchFieldProps): ReactElement {
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onChange(text), REST);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <label className="colo-field desk-search">
      <span className="colo-field-label">{label}</span>
      <input type="search" className="colo-input" value={text} onChange={(event) => setText(event.target.value)} />
    </label>
  );
}

/** A search whose last word is still being typed. */
export function searchOf(text: string): { readonly search?: string } {
  const words = text.trim();
  if (words === '') return {};
  return { search: /[\p{L}\p{N}]$/u.test(words) && !words.includes('"') ? `${words}*` : words };
}
