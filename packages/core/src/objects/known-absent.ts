import type { Row } from '../storage/database.ts';
import type { RelatedRows } from './object.ts';
import { originOf } from './origin.ts';
import type { StoredObject } from './stored-object.ts';

/**
 * Returns false for each kind of related rows that a record cannot have: the current transaction has created it under a new key, and has
 * not written the table of these rows. Others are omitted.
 */
export function knownAbsent(record: StoredObject, presence: Readonly<Record<string, RelatedRows>> | undefined): Row {
  const { madeIn } = originOf(record);
  const known: Row = {};
  if (!presence || !madeIn || madeIn !== record.database.written) return known;
  for (const [name, { table }] of Object.entries(presence)) if (!madeIn.mayInclude(table)) known[name] = false;
  return known;
}
