import type { ReactElement } from 'react';
import { useSearchParams } from 'wouter';
import { Choice } from './Choice.tsx';

/** The status that a list is asked for, which stands in the address; empty is all. */
export function useStatus(): string {
  return useSearchParams()[0].get('status') ?? '';
}

/** Chooses it. */
export function StatusChoice({
  options,
}: {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}): ReactElement {
  const [, setSearch] = useSearchParams();
  return (
    <Choice
      label="Which"
      value={useStatus()}
      options={options}
      onChange={(chosen) => setSearch(chosen === '' ? {} : { status: chosen }, { replace: true })}
    />
  );
}
