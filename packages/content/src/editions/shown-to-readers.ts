import { isDeepStrictEqual } from 'node:util';
import type { Shown } from '@colophon/contract';
import { type Database, type JsonObject, UnavailableError } from '@colophon/core';
import { asFrozen, type KnownBylines, namesOf } from '../bylines/disclosure.ts';
import { knownBylines } from '../bylines/known-bylines.ts';
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
export async function requireAsPublished(content: ContentRecord, edition: PublishedText): Promise<void> {
  const tags = content.tagsAsPublished ?? content.tags;
  const known = edition.shown.authors?.length ? await knownBylines(content.database, [content.id]) : undefined;
  requireDigest({ ...currentText(content), tags: [...tags] }, edition, known?.get(content.id));
}

/** The text of an edition: its digest, and the digests of its authors. */
export type PublishedText = Pick<Edition, 'textDigest' | 'number' | 'shown'>;

/**
 * Like `requireAsPublished`, for the public fields of a record and the names of its authors by their digests.
 *
 * @throws UnavailableError `not_as_published`
 */
export function requireDigest(text: JsonObject, edition: PublishedText, known: KnownBylines | undefined): void {
  const { authors } = edition.shown;
  // A name that was erased is in neither.
  const isNamed = authors === undefined || isDeepStrictEqual(text['authors'], namesOf(authors, known));
  if (isNamed && textDigestOf(asFrozen(text, authors)) === edition.textDigest) return;
  throw new UnavailableError(
    'The stored text of this piece is not the text that was published.',
    {
      hint: 'It was changed without a save. Restore it from a version or a backup, or publish it again.',
      extensions: { edition: edition.number },
    },
    'not_as_published',
  );
}
