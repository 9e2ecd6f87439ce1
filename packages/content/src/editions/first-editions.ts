import { type Database, SYSTEM_CALL } from '@colophon/core';
import { asFrozen } from '../bylines/disclosure.ts';
import { keepBylines } from '../bylines/keep-bylines.ts';
import { contentsOf } from '../record/contents-of.ts';
import { lockContent } from '../record/lock-content.ts';
import { currentText, textDigestOf } from '../record/signed-text.ts';
import { publicationVersion } from './publication-version.ts';
import { freezeEdition } from './freeze-edition.ts';
import { currentEdition } from './record/current-editions.ts';
import { PendingChanges } from './record/pending-change.ts';
import { changesSince } from './read-publication.ts';
import { forgetChanges } from './record/mark-changed.ts';

/** Records per round, so that other writers do not wait long. */
const AT_ONCE = 200;
const CHECKED_EVERY_MS = 60_000;

/** The last record that was looked at in each database; undefined once all were: from then on each save makes its own edition. */
const progress = new WeakMap<Database, string | undefined>();

/**
 * Freezes the first edition of records that were published before there were editions, 200 a round. Readers get what such a record has at
 * the moment until then.
 *
 * A record that cannot be frozen holds up no other; it is tried again by the next process.
 *
 * @returns how many were looked at
 * @throws AggregateError if some could not be frozen, after all others of the round were
 */
export async function freezeFirstEditions(database: Database): Promise<number> {
  if (progress.has(database) && progress.get(database) === undefined) return 0;
  const ids = await withoutEdition(database, progress.get(database) ?? '');
  progress.set(database, ids.length < AT_ONCE ? undefined : ids.at(-1));
  await eachApart(database, ids, async (id) => {
    const record = await contentsOf(database, SYSTEM_CALL).get(id);
    // It was published again, or taken back, in the meantime.
    if (record?.status !== 'published' || (await currentEdition(database, id))) return;
    const bylines = await keepBylines(record);
    const authors = bylines.map(({ digest }) => ({ digest }));
    const textDigest = textDigestOf(asFrozen(currentText(record), authors));
    const version = await publicationVersion(database, id, { textDigest, authors, names: record.authors });
    const publishedAt = version?.createdAt ?? record.publish_date ?? record.updated_at;
    await freezeEdition(record, SYSTEM_CALL, { isFirst: true, isEarlier: true, bylines, version, publishedAt });
  });
  return ids.length;
}

async function withoutEdition(database: Database, after: string): Promise<string[]> {
  const query = database.dialect.builder
    .selectFrom('contents as content')
    .select('content.id')
    .where('content.status', '=', 'published')
    .where('content.id', '>', after)
    // Those without a date get one first, which is a part of their text.
    .where('content.publish_date', 'is not', null)
    .where((each) =>
      each.not(
        each.exists(
          each
            .selectFrom('content_editions as edition')
            .select('edition.id')
            .whereRef('edition.contentId', '=', 'content.id')
            .where('edition.number', '>', 0),
        ),
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
  const ids = [...new Set(marks.map(({ contentId }) => contentId))];
  if (ids.length === 0) return;
  // Noted first, so that a record that cannot be compared is not the first of every round.
  const checked = { updated_at: dialect.encode('datetime', now.toISOString()) };
  await database.run(dialect.builder.updateTable('content_pending_changes').set(checked).where('contentId', 'in', ids).compile());
  await eachApart(database, ids, async (id) => {
    const record = await contentsOf(database, SYSTEM_CALL).get(id);
    const edition = await currentEdition(database, id);
    if (!record || !edition || (await changesSince(record, edition, SYSTEM_CALL)).length === 0) await forgetChanges(database, id);
  });
}

/** Does something for each record, in a transaction of its own that holds the record's lock. @throws AggregateError after all were tried */
async function eachApart(database: Database, ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  for (const id of ids) {
    try {
      await database.transaction(async () => {
        await lockContent(database, id);
        await work(id);
      });
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${ids.length} records could not be handled.`);
}
