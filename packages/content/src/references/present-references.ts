import type { Call, Database, Presented } from '@colophon/core';
import { isVisibleToReaders } from '../content/access.ts';
import { isOfTheHouse } from '../governance/house-access.ts';
import { type DriftEdge, driftOf, readDrift } from './drift.ts';

/** Whether a caller may know of the record that an edge points at. */
export function maySeeTarget({ target }: DriftEdge, call: Call): boolean {
  if (isVisibleToReaders(target, call.now())) return true;
  return target['status'] !== 'deleted' && isOfTheHouse(call.caller, target);
}

/** Adds to each record of a page its `references` with their drift, by one query for all of them. */
export async function presentReferences(
  records: readonly Presented[],
  { database, call }: { database: Database; call: Call },
): Promise<void> {
  const known = records.filter((record) => typeof record['id'] === 'string');
  const edges = await readDrift(
    database,
    known.map((record) => String(record['id'])),
  );
  const bySource = Map.groupBy(
    edges.filter((edge) => maySeeTarget(edge, call)),
    (edge) => edge.sourceId,
  );
  for (const record of known) record['references'] = (bySource.get(String(record['id'])) ?? []).map(driftOf);
}
