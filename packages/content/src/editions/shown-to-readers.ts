import type { Shown } from '@colophon/contract';
import { type Database, type JsonObject, UnavailableError } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { currentText, textDigestOf } from '../record/signed-text.ts';
import { readShown, type ShowingRecord } from './read-shown.ts';
import { currentEditions, type Edition } from './record/current-editions.ts';

/**
 * Returns what readers get of published records besides their text: what their editions show. A record that was published before there were
 * editions shows what it uses now, until it has one. One query, if all have an edition.
 *
 * @example
 * const shown = (await shownToReaders(database, [article], call.now())).get(article.id);
 */
export async function shownToReaders(
  database: Database,
  records: readonly ShowingRecord[],
  now: Date,
): Promise<ReadonlyMap<string, Shown>> {
  const editions = await currentEditions(
    database,
    records.map(({ id }) => id),
  );
  const without = records.filter(({ id }) => !editions.has(id));
  const live = without.length === 0 ? new Map<string, Shown>() : await readShown(database, without, { now });
  return new Map([...live, ...Array.from(editions, ([id, { shown }]): [string, Shown] => [id, shown])]);
}

/**
 * Checks that the text of a record is the one that was published: the gate and the signature cover that text, and a change of the database
 * by other means is not served as if it were.
 *
 * @throws UnavailableError `not_as_published`
 */
export function requireAsPublished(content: ContentRecord, edition: Pick<Edition, 'textDigest' | 'number'>): void {
  const tags = content.tagsAsPublished ?? content.tags;
  requireDigest({ ...currentText(content), tags: [...tags] }, edition);
}

/** Like `requireAsPublished`, for the public fields of a record. @throws UnavailableError `not_as_published` */
export function requireDigest(text: JsonObject, edition: Pick<Edition, 'textDigest' | 'number'>): void {
  if (textDigestOf(text) === edition.textDigest) return;
  throw new UnavailableError(
    'The stored text of this piece is not the text that was published.',
    {
      hint: 'It was changed without a save. Restore it from a version or a backup, or publish it again.',
      extensions: { edition: edition.number },
    },
    'not_as_published',
  );
}
