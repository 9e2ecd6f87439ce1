import { type Database, type JsonObject, NotFoundError } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import type { PublishedRevision } from './account-payload.ts';
import { currentText, textDigestOf } from '../record/signed-text.ts';
import { type FrozenPlace, type SignedAddresses, UnversionedPublications } from '../versions/unversioned-publication.ts';

/** A publication without a version, as stored. */
export interface StoredPublication extends PublishedRevision {
  readonly id: string;
  readonly tenantId: string | null;
  readonly place: FrozenPlace;
  readonly kid: string | null;
  readonly signature: string | null;
  readonly signedAt: number | null;
  readonly addresses: SignedAddresses | null;
}

export const UNSIGNED_HINT = 'What was published before accounts were signed here is signed by the command: newsroom credentials issue.';

/**
 * Returns the latest publication of a piece, which is a version if an assignment governed it. A type can be governed for a time only, so
 * a piece can have publications of both kinds.
 */
export async function latestPublication(
  database: Database,
  contentId: string,
): Promise<{ versionId: string } | { publication: StoredPublication } | undefined> {
  const version = await latestVersion(database, contentId);
  const [publication] = await new UnversionedPublications(database).list({ where: { contentId }, orderBy: '-revision', limit: 1 });
  if (version && (!publication || version.createdAt >= publication.publishedAt)) return { versionId: version.id };
  return publication && { publication };
}

async function latestVersion(database: Database, contentId: string): Promise<{ id: string; createdAt: string } | undefined> {
  const { dialect } = database;
  const query = dialect.builder
    .selectFrom('content_versions')
    .select(['id', 'created_at'])
    .where('contentId', '=', contentId)
    .where('kind', '=', 'publication')
    .orderBy('version', 'desc')
    .limit(1);
  const row = await database.first(query.compile());
  return row && { id: String(row['id']), createdAt: String(dialect.decode('datetime', row['created_at'])) };
}

/**
 * Returns the text of a publication without a version. It is not stored twice: it is that of the record, as long as its digest is the
 * one that was recorded. If a published record has another text than its latest publication, somebody changed it without a save: its text is
 * returned as it is, so that a verification detects the change.
 *
 * @throws NotFoundError if the text has been replaced by a later one
 */
export async function textOfPublication(content: ContentRecord, publication: StoredPublication): Promise<JsonObject> {
  const text: JsonObject = { ...currentText(content), tags: publication.place.tags };
  if (textDigestOf(text) === publication.textDigest) return text;
  const latest = await latestPublication(content.database, content.id);
  const isLatest = latest !== undefined && 'publication' in latest && latest.publication.revision === publication.revision;
  if (isLatest && content.status === 'published') return text;
  throw new NotFoundError('The text of this publication is not stored: the record has been changed since.', {
    hint: 'Its credential is still available. Every text is stored for types that a governance assignment names.',
  });
}
