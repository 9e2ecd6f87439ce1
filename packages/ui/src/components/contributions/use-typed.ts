import { useEffect, useState } from 'react';
import type { WebSubmission } from '../../state/contributions/records.ts';

/** The input of a form, without files. */
export type Typed = Omit<WebSubmission, 'files'>;

const DRAFT_KEY = 'colophon:contribution:1';

/** What a form begins with. */
export interface Beginning {
  /** The initial values. */
  readonly values?: Partial<Typed>;
  /** The sender, if known: the form then does not ask for name and address. */
  readonly contributor?: { readonly name: string; readonly email: string };
}

/**
 * The input, kept on the device.
 *
 * @param storage where it is kept; null: nowhere
 */
export function useTyped(
  { values, contributor }: Beginning,
  storage: { getItem(key: string): string | null; setItem(key: string, value: string): void; removeItem(key: string): void } | null,
): { readonly typed: Typed; readonly change: (changes: Partial<Typed>) => void; readonly forget: () => void } {
  const empty: Typed = {
    typeKey: '',
    contributorEmail: contributor?.email ?? '',
    contributorName: contributor?.name ?? '',
    title: '',
    body: '',
    ...values,
  };
  const [typed, setTyped] = useState(empty);
  const isKept = storage !== null;
  useEffect(() => {
    if (!isKept) return;
    try {
      const kept: unknown = JSON.parse(storage.getItem(DRAFT_KEY) ?? 'null');
      if (typeof kept !== 'object' || kept === null) return;
      const texts = Object.entries(kept).filter(([name, value]) => typeof value === 'string' && value !== '' && Object.hasOwn(empty, name));
      setTyped((before) => ({ ...before, ...(Object.fromEntries(texts) as Partial<Typed>) }));
    } catch {
      // Unreadable content counts as nothing kept.
    }
    // Once, when the form is mounted.
  }, [isKept]);
  const change = (changes: Partial<Typed>): void => {
    const next = { ...typed, ...changes };
    setTyped(next);
    try {
      if (isKept) storage.setItem(DRAFT_KEY, JSON.stringify(next));
    } catch {
      // Without storage, the text is only in the form.
    }
  };
  const forget = (): void => {
    setTyped({ ...empty, typeKey: typed.typeKey });
    storage?.removeItem(DRAFT_KEY);
  };
  return { typed, change, forget };
}
