import { type Call, columnsBeside, type Database, type JsonObject, type Presented } from '@colophon/core';
import { currentEditions } from './record/current-editions.ts';
import { knownBylines } from '../bylines/known-bylines.ts';
import { requireDigest } from './shown-to-readers.ts';
import { SIGNED_FIELDS, textIn } from '../record/signed-text.ts';
import { classOfType, isText, ownFieldsIn, ownTextIn } from '../record/own-fields.ts';
import { mayHave } from '../record/may-have.ts';
import { preparedQuery } from '../record/prepared-query.ts';
import { isTenantStaff } from '../record/staff-access.ts';

const NOTHING: Presented = {};
const UNCHANGED: Presented = { changedSincePublication: [] };

/** The digests that presented records were found to have. */
const checked = new WeakMap<Presented, string>();

const PENDING = preparedQuery((builder, ids) =>
  builder.selectFrom('content_pending_changes').select(['contentId', 'what']).where('contentId', 'in', ids).orderBy('what'),
);

/**
 * For readers, replaces the tags of a published piece by those that it was published with, and refuses a text that is not the one that was
 * published. For staff, adds what has changed since the
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
  const whole = records.filter((record) => !isStaff(record) && isWhole(record, database));
  const editions = await currentEditions(
    database,
    whole.map(({ id }) => String(id)),
  );
  const unchecked = whole.flatMap((record) => {
    const edition = editions.get(String(record['id']));
    return edition && checked.get(record) !== edition.textDigest ? [{ record, edition }] : [];
  });
  const named = unchecked.flatMap(({ edition }) => (edition.shown.authors?.length ? [edition.contentId] : []));
  const known = await knownBylines(database, named);
  for (const { record, edition } of unchecked) {
    const values = { ...record, ...tagsForReaders(record, database) } as JsonObject;
    const text = textIn(values, ownTextIn(values, database));
    requireDigest(text, edition, known.get(edition.contentId));
    // Frozen while nothing is written: the same text need not be hashed for each reader.
    if (Object.isFrozen(record)) checked.set(record, edition.textDigest);
  }
  return records.map((record) => {
    if (!isStaff(record)) return tagsForReaders(record, database);
    const own = pending.get(String(record['id']));
    return own ? { changedSincePublication: own.map((row) => String(row['what'])) } : UNCHANGED;
  });
}

/** Whether a record has everything that its edition's digest covers: lists leave out the text. */
function isWhole(record: Presented, database: Database): boolean {
  if (record['status'] !== 'published' || SIGNED_FIELDS.some((name) => record[name] === undefined)) return false;
  const objectClass = classOfType(database, record['type']);
  return !objectClass || ownFieldsIn(objectClass.definition).every(([name, field]) => !isText(field) || record[name] !== undefined);
}

function tagsForReaders(record: Presented, { dialect }: Database): Presented {
  const stored = columnsBeside(record)?.['tagsAsPublished'] ?? null;
  return stored === null ? NOTHING : { tags: dialect.decode('json', stored) as string[] };
}
