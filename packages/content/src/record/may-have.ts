import { columnsBeside, type Presented } from '@colophon/core';

/**
 * Whether a record on its way out may have rows of a kind, by the name that its capability gives them in `presence`: true
 * where that was not read with the record.
 */
export function mayHave(record: Presented, name: string): boolean {
  const known = columnsBeside(record)?.[name];
  return known === undefined || Boolean(known);
}
