import { type Call, columnsBeside, type Database, hasRole, type Presented, type Row } from '@colophon/core';
import { peopleOf } from '../../record/people.ts';
import { permissionsOf } from '../../record/permissions.ts';
import { preparedQuery } from '../../record/prepared-query.ts';
import { isTenantStaff } from '../../record/staff-access.ts';

/** The private fields from which members for staff are derived. */
export const STAFF_COLUMNS = ['ownerId', 'updatedBy', 'firstPublishedAt'] as const;

const PRIVATE_COLUMNS = preparedQuery((builder, ids) =>
  builder
    .selectFrom('contents')
    .select(['id', ...STAFF_COLUMNS])
    .where('id', 'in', ids),
);

const NOTHING: Presented = {};

/**
 * Adds the members for staff to records: who created and last changed them, when they were first published, and what the caller may do. The
 * data is in the rows that the records were read from; otherwise one query per page reads it, and none for readers.
 */
export async function presentStaffFields(
  records: readonly Presented[],
  { database, call }: { database: Database; call: Call },
): Promise<readonly Presented[]> {
  const { caller } = call;
  if (!hasRole(caller, 'viewer')) return records.map(() => NOTHING);
  const told = records.filter((record) => typeof record['id'] === 'string' && isTenantStaff(caller, record));
  if (told.length === 0) return records.map(() => NOTHING);
  const rows = await rowsOf(told, database);
  const people = await peopleOf(
    database,
    [...rows.values()].flatMap((row) => [idOf(row, 'ownerId'), idOf(row, 'updatedBy')]),
  );
  return records.map((record) => {
    const row = isTenantStaff(caller, record) ? rows.get(record['id']) : undefined;
    if (!row) return NOTHING;
    const firstPublishedAt = database.dialect.decode('datetime', row['firstPublishedAt'] ?? null);
    return {
      createdBy: people.get(idOf(row, 'ownerId') ?? '') ?? null,
      updatedBy: people.get(idOf(row, 'updatedBy') ?? '') ?? null,
      firstPublishedAt,
      can: permissionsOf(caller, { ...record, ownerId: row['ownerId'], firstPublishedAt }),
    };
  });
}

async function rowsOf(records: readonly Presented[], database: Database): Promise<ReadonlyMap<unknown, Row>> {
  const rows = new Map<unknown, Row>();
  const unread: unknown[] = [];
  for (const record of records) {
    const row = columnsBeside(record);
    if (row) rows.set(record['id'], row);
    else unread.push(record['id']);
  }
  if (unread.length === 0) return rows;
  const read = await database.all({ ...PRIVATE_COLUMNS(database.dialect, unread), repeatable: true });
  for (const row of read) rows.set(row['id'], row);
  return rows;
}

function idOf(row: Row, name: string): string | null {
  return (row[name] as string | null | undefined) ?? null;
}
