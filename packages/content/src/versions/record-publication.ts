import type { SaveContext } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { preparedQuery } from '../record/prepared-query.ts';
import { currentText, SIGNED_FIELDS, textDigestOf } from '../record/signed-text.ts';
import type { FrozenPlace } from './unversioned-publication.ts';

/**
 * Records a publication of a record that no assignment governs, in the transaction of the save: the digest is that of what was committed,
 * whatever becomes of the row later. A save that changes nothing that readers see is not a publication of its own.
 */
export async function recordUnversionedPublication(
  content: ContentRecord,
  { previous, changed }: Pick<SaveContext, 'previous' | 'changed'>,
  publishedAt: string,
): Promise<void> {
  if (previous?.['status'] === 'published' && !SIGNED_FIELDS.some((name) => changed.includes(name))) return;
  await addPublication(content, publishedAt);
}

/** Adds the publication of the current values of a record, unless it was added before. */
export async function addPublication(content: ContentRecord, publishedAt: string): Promise<void> {
  const { database, id, tenantId, rev, type, context, slug, tags } = content;
  const { dialect } = database;
  const place: FrozenPlace = { type, context, slug, tags };
  const at = dialect.encode('datetime', publishedAt);
  const values = [`${id}.${rev}`, id, rev, textDigestOf(currentText(content)), dialect.encode('json', place), at, tenantId, 1, at, at];
  await database.run(INSERT(dialect, values));
}

const COLUMNS = [
  'id',
  'contentId',
  'revision',
  'textDigest',
  'place',
  'publishedAt',
  'tenantId',
  'rev',
  'created_at',
  'updated_at',
] as const;

/** Written with every publication, so it is neither validated nor built again: its values are those of a record that was just saved. */
const INSERT = preparedQuery((builder, values) =>
  builder
    .insertInto('content_publications')
    .values(Object.fromEntries(COLUMNS.map((name, index) => [name, values[index]])))
    .onConflict((conflict) => conflict.column('id').doNothing()),
);
