import { columnsBeside, type Presented } from '@colophon/core';

/**
 * Returns whether a presented record may have rows of a kind, by the name of its capability's `presence` entry: true if that was not read
 * with the record.
 */
export function mayHave(record: Presented, name: string): boolean {
  const known = columnsBeside(record)?.[name];
  return known === undefined || Boolean(known);
}
