import type { Call, Database, Presented } from '@colophon/core';
import { currentEditions } from '../editions/record/current-editions.ts';
import { shownReferences } from '../editions/record/shown-references.ts';
import { isVisibleToReaders } from '../record/access.ts';
import { mayHave } from '../record/may-have.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { type DriftEdge, driftOf, readDrift, type ReferenceDrift } from './drift.ts';

/** A record that another one cites. */
export interface CitedContent extends ReferenceDrift {
  readonly title: string;
  readonly url: string | null;
}

const NONE: Presented = { references: [] };

/** Returns the `references` of each record of a page, with their drift: two queries at most, and none for records without references. */
export async function presentReferences(
  records: readonly Presented[],
  { database, call }: { database: Database; call: Call },
): Promise<readonly Presented[]> {
  const citing = records.filter((record) => mayHave(record, 'hasReferences') || mayHave(record, 'showsReferences'));
  const cited = await readCited(database, citing, call);
  return records.map(({ id }) => {
    if (typeof id !== 'string') return {};
    const own = cited.get(id);
    return own ? { references: own.map(driftOf) } : NONE;
  });
}

/**
 * Returns the pieces that records cite, as far as the caller may see them, by the id of the citing record: for the staff of its tenant those
 * that it cites now, for everyone else those that its edition shows. A record published before there were editions shows those that it
 * cites now until it has one.
 */
export async function readCited(
  database: Database,
  records: readonly Presented[],
  call: Call,
): Promise<ReadonlyMap<string, readonly CitedContent[]>> {
  const stored = records.flatMap((record) => (typeof record['id'] === 'string' ? [{ id: record['id'], record }] : []));
  const forReaders = stored.filter(({ record }) => !isTenantStaff(call.caller, record)).map(({ id }) => id);
  const editions = await currentEditions(database, forReaders);
  const live = stored.map(({ id }) => id).filter((id) => !editions.has(id));
  const edges = (await readDrift(database, live)).filter((edge) => maySeeTarget(edge, call));
  const cited = edges.map((edge): [string, CitedContent] => [edge.sourceId, { ...driftOf(edge), title: edge.title, url: edge.url }]);
  const bySource = Map.groupBy(cited, ([sourceId]) => sourceId);
  return new Map([
    ...Array.from(bySource, ([id, own]): [string, CitedContent[]] => [id, own.map(([, each]) => each)]),
    ...(await shownReferences(database, editions.values())),
  ]);
}

/** Returns whether a caller may see the target of an edge. */
function maySeeTarget({ target }: DriftEdge, call: Call): boolean {
  if (isVisibleToReaders(target, call.now())) return true;
  return target['status'] !== 'deleted' && isTenantStaff(call.caller, target);
}
