import type { RelatedRows } from '../planner/planned-table.ts';
import type { Row } from '../storage/statement.ts';
import { originOf } from './origin.ts';
import type { StoredObject } from './stored-object.ts';

/**
 * Returns false for each kind of related rows that a record cannot have: the current transaction has created it under a new key, and has
 * not written the table of these rows. Others are omitted. Undefined for a record that was not created so.
 */
export function knownAbsent(record: StoredObject, presence: Readonly<Record<string, RelatedRows>> | undefined): Row | undefined {
  const { madeIn } = originOf(record);
  if (!presence || !madeIn || madeIn !== record.database.written) return undefined;
  const known: Row = {};
  for (const [name, { table }] of Object.entries(presence)) if (!madeIn.mayInclude(table)) known[name] = false;
  return known;
}
