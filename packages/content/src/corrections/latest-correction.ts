import type { Call, Database, Presented } from '@colophon/core';
import { mayHave } from '../record/may-have.ts';
import { preparedQuery } from '../record/prepared-query.ts';
import type { ContentCorrectionType } from './content-correction.ts';

const OF_PIECES = preparedQuery((builder, contentIds) =>
  builder
    .selectFrom('content_corrections')
    .select(['contentId', 'type'])
    .where('contentId', 'in', contentIds)
    .orderBy('publishedAt')
    .orderBy('id'),
);

/**
 * Returns the type of the latest correction of each record, by its id; records without corrections are omitted. A retraction takes
 * precedence over anything later: a withdrawn piece stays withdrawn.
 */
export async function readLatestCorrections(
  database: Database,
  contentIds: readonly string[],
): Promise<ReadonlyMap<string, ContentCorrectionType>> {
  const found = new Map<string, ContentCorrectionType>();
  if (contentIds.length === 0) return found;
  for (const row of await database.all({ ...OF_PIECES(database.dialect, contentIds), repeatable: true })) {
    const id = String(row['contentId']);
    if (found.get(id) !== 'retraction') found.set(id, row['type'] as ContentCorrectionType);
  }
  return found;
}

const NONE: Presented = { latestCorrection: null };

/** Adds `latestCorrection`, so that a list can mark a retracted piece; in one query per page, and none for pieces without corrections. */
export async function presentLatestCorrection(
  records: readonly Presented[],
  { database }: { database: Database; call: Call },
): Promise<readonly Presented[]> {
  const ids = records.flatMap((record) => (typeof record['id'] === 'string' && mayHave(record, 'hasCorrections') ? [record['id']] : []));
  const found = await readLatestCorrections(database, ids);
  return records.map(({ id }) => {
    if (typeof id !== 'string') return {};
    const latestCorrection = found.get(id);
    return latestCorrection === undefined ? NONE : { latestCorrection };
  });
}
