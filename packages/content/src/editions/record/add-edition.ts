import { hash } from 'node:crypto';
import { canonicalJson, type EditionKind, type EditionStatement, type Shown } from '@colophon/contract';
import type { Database } from '@colophon/core';
import { preparedQuery } from '../../record/prepared-query.ts';
import { sealOf } from './edition-seal.ts';
import type { EditionPlace } from './content-edition.ts';
import type { Edition } from './current-editions.ts';
import { keepShownFiles } from './keep-shown-files.ts';

/** The data of a new edition besides its number and digests. */
export interface EditionData {
  readonly contentId: string;
  readonly tenantId: string | null;
  readonly kind: EditionKind;
  readonly revision: number;
  readonly versionId: string | null;
  readonly shown: Shown;
  readonly textDigest: string;
  /** The frozen transparency, or the correction. */
  readonly evidence?: object | undefined;
  readonly place: EditionPlace;
  readonly publishedAt: string;
  /** Whether it was published before there were editions: it is not sealed, because nobody knows who wrote what is stored. */
  readonly isEarlier?: boolean | undefined;
  /** Whether readers can load its files: not if it is a correction of a piece that was taken back. */
  readonly isReadable?: boolean | undefined;
  /** Why something is withheld. */
  readonly code?: string | undefined;
  readonly note?: string | undefined;
}

/** Returns the digest of what an edition shows. */
export function shownDigestOf(shown: Shown): string {
  return digestOf(shown);
}

/** Returns the digest of a JSON value. */
export function digestOf(value: unknown): string {
  return `sha256:${hash('sha256', canonicalJson(value), 'hex')}`;
}

/** Returns the digest of an edition, which is known at its commit, before any signature. */
export function editionDigest(edition: EditionStatement): string {
  const { contentId, number, kind, textDigest, shownDigest, evidenceDigest, publishedAt, previous } = edition;
  return digestOf({ contentId, number, kind, textDigest, shownDigest, evidenceDigest, publishedAt, previous });
}

const COLUMNS = [
  'id',
  'contentId',
  'number',
  'kind',
  'revision',
  'versionId',
  'shown',
  'references',
  'textDigest',
  'shownDigest',
  'evidenceDigest',
  'previous',
  'digest',
  'seal',
  'place',
  'publishedAt',
  'code',
  'note',
  'signedLate',
  'tenantId',
  'rev',
  'created_at',
  'updated_at',
] as const;

/** Written with every publication, so it is neither validated nor built again: its values are those of a record that was just saved. */
const INSERT = preparedQuery((builder, values) =>
  builder.insertInto('content_editions').values(Object.fromEntries(COLUMNS.map((name, index) => [name, values[index]]))),
);

/**
 * Adds the next edition of a piece, in the transaction of what made it. The piece's row must be locked, as by saving it or by `lockContent`:
 * then no number is given twice.
 *
 * @param current the latest edition so far; undefined if there is none
 * @param hadFiles whether there may be rows of the files that it shows
 */
export async function addEdition(database: Database, data: EditionData, current: Edition | undefined, hadFiles: boolean): Promise<Edition> {
  const { contentId, tenantId, kind, revision, versionId, shown, textDigest, place, publishedAt } = data;
  const { dialect } = database;
  const number = (current?.number ?? 0) + 1;
  const shownDigest = shownDigestOf(shown);
  const previous = current?.digest ?? null;
  const evidenceDigest = data.evidence === undefined ? null : digestOf(data.evidence);
  const digest = editionDigest({ contentId, number, kind, textDigest, shownDigest, evidenceDigest, publishedAt, previous });
  const seal = data.isEarlier ? null : await sealOf(database, digest);
  const at = dialect.encode('datetime', publishedAt);
  await database.run(
    INSERT(dialect, [
      `${contentId}.${number}`,
      contentId,
      number,
      kind,
      revision,
      versionId,
      dialect.encode('json', shown),
      shown.references.length,
      textDigest,
      shownDigest,
      evidenceDigest,
      previous,
      digest,
      seal,
      dialect.encode('json', place),
      at,
      data.code ?? null,
      data.note ?? null,
      dialect.encode('boolean', false),
      tenantId,
      1,
      at,
      at,
    ]),
  );
  await keepShownFiles(database, data, hadFiles);
  return { contentId, number, kind, revision, versionId, shown, textDigest, shownDigest, digest, place, publishedAt };
}
