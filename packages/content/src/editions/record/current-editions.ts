import type { EditionKind, Shown } from '@colophon/contract';
import type { Database, Row } from '@colophon/core';
import { preparedQuery } from '../../record/prepared-query.ts';
import type { EditionPlace } from './content-edition.ts';

/** An edition as it is read. */
export interface Edition {
  readonly contentId: string;
  readonly number: number;
  readonly kind: EditionKind;
  readonly revision: number;
  readonly versionId: string | null;
  readonly shown: Shown;
  readonly textDigest: string;
  readonly shownDigest: string;
  readonly digest: string;
  readonly place: EditionPlace;
  readonly publishedAt: string;
}

const CURRENT = preparedQuery((builder, contentIds) =>
  builder
    .selectFrom('content_editions as edition')
    .select([
      'edition.contentId as contentId',
      'edition.number as number',
      'edition.kind as kind',
      'edition.revision as revision',
      'edition.versionId as versionId',
      'edition.shown as shown',
      'edition.textDigest as textDigest',
      'edition.shownDigest as shownDigest',
      'edition.digest as digest',
      'edition.place as place',
      'edition.publishedAt as publishedAt',
    ])
    .where('edition.contentId', 'in', contentIds)
    // What was published before there were editions has none.
    .where('edition.number', '>', 0)
    .where((each) =>
      each(
        'edition.number',
        '=',
        each
          .selectFrom('content_editions as later')
          .select((inner) => inner.fn.max('later.number').as('latest'))
          .whereRef('later.contentId', '=', 'edition.contentId'),
      ),
    ),
);

/** Returns the current edition of each record, by its id: one query. A piece that was never published has none. */
export async function currentEditions(database: Database, contentIds: readonly string[]): Promise<ReadonlyMap<string, Edition>> {
  if (contentIds.length === 0) return new Map();
  const rows = await database.all({ ...CURRENT(database.dialect, contentIds), repeatable: true });
  return new Map(rows.map((row) => [String(row['contentId']), editionOf(row, database)]));
}

/** Returns the current edition of a record, as written so far. */
export async function currentEdition(database: Database, contentId: string): Promise<Edition | undefined> {
  return (await currentEditions(database, [contentId])).get(contentId);
}

/** The editions that were decoded from rows that a database returns again as long as nothing is written. */
const decoded = new WeakMap<Row, Edition>();

function editionOf(row: Row, { dialect }: Database): Edition {
  const known = decoded.get(row);
  if (known) return known;
  const edition: Edition = {
    contentId: String(row['contentId']),
    number: Number(row['number']),
    kind: row['kind'] as EditionKind,
    revision: Number(row['revision']),
    versionId: (row['versionId'] as string | null | undefined) ?? null,
    shown: dialect.decode('json', row['shown']) as Shown,
    textDigest: String(row['textDigest']),
    shownDigest: String(row['shownDigest']),
    digest: String(row['digest']),
    place: dialect.decode('json', row['place']) as EditionPlace,
    publishedAt: String(dialect.decode('datetime', row['publishedAt'])),
  };
  decoded.set(row, edition);
  return edition;
}
