import { useEffect, useState } from 'react';
import type { WebSubmission } from '../../state/contributions/records.ts';
import type { ContentContributionFormProps } from './ContentContributionForm.tsx';

/** The input of a form, without files. */
export type Typed = Omit<WebSubmission, 'files'>;

const DRAFT_KEY = 'colophon:contribution:1';

/** Keeps the input on the device, if the form is sent by a script. */
export function useTyped(
  { values, contributor, onSubmit }: ContentContributionFormProps,
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
  const isKept = onSubmit !== undefined && storage !== null;
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
