import type { ReactElement } from 'react';
import { useSearchParams } from 'wouter';
import { Choice } from './Choice.tsx';

/** The status filter of a list, from the address; empty for all. */
export function useStatus(): string {
  return useSearchParams()[0].get('status') ?? '';
}

/** Filters a list by status; the status is kept in the address. */
export function StatusChoice({
  options,
}: {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}): ReactElement {
  const [, setSearch] = useSearchParams();
  return (
    <Choice
      label="Status"
      value={useStatus()}
      options={options}
      onChange={(chosen) => setSearch(chosen === '' ? {} : { status: chosen }, { replace: true })}
    />
  );
}
