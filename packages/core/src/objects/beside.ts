import type { Row } from '../storage/database.ts';
import type { Presented } from './object.ts';

const rows = new WeakMap<Presented, Row>();

/** Remembers the row that a record on its way out was made from, for `present` of its class. */
export function keepBeside(record: Presented, row: Row): void {
  rows.set(record, row);
}

/**
 * The columns of a record on its way out as they were read, the private ones that its class names in `presentColumns` among
 * them: `present` need not read the row again. Undefined where the record was not answered from a row.
 */
export function columnsBeside(record: Presented): Row | undefined {
  return rows.get(record);
}
