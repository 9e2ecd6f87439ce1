import { type Call, type Database, hasRole, type Presented } from '@colophon/core';
import { mayHave } from '../record/may-have.ts';
import { peopleOf } from '../record/people.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { type DraftRow, readDraftRows } from './record/draft-rows.ts';
import { isHiddenFrom } from './record/hidden-drafts.ts';
import { idOfWriter } from './record/writer.ts';
import { writersSinceSave } from './record/writers-since-save.ts';

const NOTHING: Presented = {};

/** Adds to records, for staff, whether their draft has unsaved text, when it was last written in, and by whom. */
export async function presentDraft(
  records: readonly Presented[],
  { database, call }: { database: Database; call: Call },
): Promise<readonly Presented[]> {
  const { caller } = call;
  if (!hasRole(caller, 'viewer')) return records.map(() => NOTHING);
  const asked = records.filter((each) => typeof each['id'] === 'string' && mayHave(each, 'hasDraft') && isTenantStaff(caller, each));
  if (asked.length === 0) return records.map(() => NOTHING);
  const rows = await readDraftRows(
    database,
    asked.map(({ id }) => String(id)),
  );
  const told = new Map<unknown, Presented>();
  for (const row of rows) told.set(row.contentId, { draft: await memberOf(database, row, call) });
  return records.map(({ id }) => told.get(id) ?? NOTHING);
}

async function memberOf(database: Database, row: DraftRow, call: Call): Promise<Presented> {
  const isChanged = row.sequence > row.savedSequence;
  if (isHiddenFrom(call, row)) return { isPrivate: true };
  const writers = isChanged ? await peopleOf(database, (await writersSinceSave(database, row)).map(idOfWriter)) : new Map();
  return { isChanged, isPrivate: row.isPrivate, touchedAt: row.touchedAt, writers: [...writers.values()] };
}
