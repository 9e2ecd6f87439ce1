import { type Database, SYSTEM_CALL } from '@colophon/core';
import { contentsOf } from '../record/contents-of.ts';
import { lockContent } from '../record/lock-content.ts';
import { freezeEdition } from './freeze-edition.ts';
import { currentEdition } from './record/current-editions.ts';
import { PendingChanges } from './record/pending-change.ts';
import { changesSince } from './read-publication.ts';
import { forgetChanges } from './record/mark-changed.ts';

/** Records per round, so that other writers do not wait long. */
const AT_ONCE = 200;
const CHECKED_EVERY_MS = 60_000;

/** Databases in which every published record has an edition: from then on each save makes its own. */
const complete = new WeakSet<Database>();

/**
 * Freezes the first edition of records that were published before there were editions, 200 a round. Readers get what such a record has at
 * the moment until then.
 *
 * @returns how many were frozen
 */
export async function freezeFirstEditions(database: Database): Promise<number> {
  if (complete.has(database)) return 0;
  const ids = await withoutEdition(database);
  if (ids.length < AT_ONCE) complete.add(database);
  for (const id of ids) {
    await database.transaction(async () => {
      await lockContent(database, id);
      const record = await contentsOf(database, SYSTEM_CALL).get(id);
      // It was published again, or taken back, in the meantime.
      if (record?.status !== 'published' || (await currentEdition(database, id))) return;
      await freezeEdition(record, SYSTEM_CALL, { isFirst: true, isEarlier: true, publishedAt: record.publish_date ?? record.updated_at });
    });
  }
  return ids.length;
}

async function withoutEdition(database: Database): Promise<string[]> {
  const query = database.dialect.builder
    .selectFrom('contents as content')
    .select('content.id')
    .where('content.status', '=', 'published')
    // Those without a date get one first, which is a part of their text.
    .where('content.publish_date', 'is not', null)
    .where((each) =>
      each.not(
        each.exists(each.selectFrom('content_editions as edition').select('edition.id').whereRef('edition.contentId', '=', 'content.id')),
      ),
    )
    .orderBy('content.id')
    .limit(AT_ONCE);
  return (await database.all(query.compile())).map((row) => String(row['id']));
}

/** Removes marks of records that no longer differ from their edition, such as after a picture was attached and detached again. */
export async function recheckPendingChanges(database: Database): Promise<void> {
  const [now, { dialect }] = [new Date(), database];
  const before = new Date(now.getTime() - CHECKED_EVERY_MS).toISOString();
  const marks = await new PendingChanges(database).list({ where: { updated_at: { lt: before } }, orderBy: 'updated_at', limit: AT_ONCE });
  for (const contentId of new Set(marks.map((each) => each.contentId))) {
    await database.transaction(async () => {
      await lockContent(database, contentId);
      const record = await contentsOf(database, SYSTEM_CALL).get(contentId);
      const edition = await currentEdition(database, contentId);
      if (!record || !edition || (await changesSince(record, edition, SYSTEM_CALL)).length === 0) return forgetChanges(database, contentId);
      const checked = { updated_at: dialect.encode('datetime', now.toISOString()) };
      await database.run(dialect.builder.updateTable('content_pending_changes').set(checked).where('contentId', '=', contentId).compile());
    });
  }
}
