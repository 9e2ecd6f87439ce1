import type { Row } from '../storage/statement.ts';
import type { Presented } from './object.ts';

const rows = new WeakMap<Presented, Row>();

/** Remembers the row that a presented record was created from, for `present` of its class. */
export function keepBeside(record: Presented, row: Row): void {
  rows.set(record, row);
}

/**
 * Returns the columns of a presented record as they were read, including the private ones that its class lists in `presentColumns`:
 * `present` does not need to read the row again. Undefined if the record was not created from a row.
 */
export function columnsBeside(record: Presented): Row | undefined {
  return rows.get(record);
}
