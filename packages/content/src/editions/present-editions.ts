import { type Call, columnsBeside, type Database, type Presented } from '@colophon/core';
import { mayHave } from '../record/may-have.ts';
import { preparedQuery } from '../record/prepared-query.ts';
import { isTenantStaff } from '../record/staff-access.ts';

const NOTHING: Presented = {};
const UNCHANGED: Presented = { changedSincePublication: [] };

const PENDING = preparedQuery((builder, ids) =>
  builder.selectFrom('content_pending_changes').select(['contentId', 'what']).where('contentId', 'in', ids).orderBy('what'),
);

/**
 * For readers, replaces the tags of a published piece by those that it was published with. For staff, adds what has changed since the
 * publication and readers do not get yet: one query per page, and none for pieces without such changes.
 */
export async function presentEditions(
  records: readonly Presented[],
  { database, call }: { database: Database; call: Call },
): Promise<readonly Presented[]> {
  const isStaff = (record: Presented): boolean => isTenantStaff(call.caller, record);
  const changed = records.flatMap((record) =>
    typeof record['id'] === 'string' && isStaff(record) && mayHave(record, 'hasPendingChanges') ? [record['id']] : [],
  );
  const rows = changed.length === 0 ? [] : await database.all({ ...PENDING(database.dialect, changed), repeatable: true });
  const pending = Map.groupBy(rows, (row) => String(row['contentId']));
  return records.map((record) => {
    if (!isStaff(record)) return tagsForReaders(record, database);
    const own = pending.get(String(record['id']));
    return own ? { changedSincePublication: own.map((row) => String(row['what'])) } : UNCHANGED;
  });
}

function tagsForReaders(record: Presented, { dialect }: Database): Presented {
  const stored = columnsBeside(record)?.['tagsAsPublished'] ?? null;
  return stored === null ? NOTHING : { tags: dialect.decode('json', stored) as string[] };
}
