import type { Call, Database, Presented } from '@colophon/core';
import { isVisibleToReaders } from '../record/access.ts';
import { mayHave } from '../record/may-have.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { type DriftEdge, driftOf, readDrift } from './drift.ts';

/** Returns whether a caller may see the target of an edge. */
export function maySeeTarget({ target }: DriftEdge, call: Call): boolean {
  if (isVisibleToReaders(target, call.now())) return true;
  return target['status'] !== 'deleted' && isTenantStaff(call.caller, target);
}

const NONE: Presented = { references: [] };

/** Returns the `references` of each record of a page, with their drift, in one query. */
export async function presentReferences(
  records: readonly Presented[],
  { database, call }: { database: Database; call: Call },
): Promise<readonly Presented[]> {
  const ids = records.flatMap((record) => (typeof record['id'] === 'string' && mayHave(record, 'hasReferences') ? [record['id']] : []));
  const edges = (await readDrift(database, ids)).filter((edge) => maySeeTarget(edge, call));
  const bySource = Map.groupBy(edges, (edge) => edge.sourceId);
  return records.map(({ id }) => {
    if (typeof id !== 'string') return {};
    const own = bySource.get(id);
    return own ? { references: own.map(driftOf) } : NONE;
  });
}
