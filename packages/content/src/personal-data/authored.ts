import { type Database, type JsonObject, readAll } from '@colophon/core';
import { ContentReviews } from '../reviews/content-review.ts';

/** The content that a person worked on, as ids of records. */
export interface AuthoredContent {
  /** Pieces that they created. */
  readonly created: readonly string[];
  /** Pieces that they were the last to change. */
  readonly changedLast: readonly string[];
  /** Versions of pieces that they created. */
  readonly versions: readonly string[];
  /** Corrections that they issued. */
  readonly corrections: readonly string[];
  /** Drafts that they moved to the trash. */
  readonly removed: readonly string[];
  /** Comments that they resolved. */
  readonly resolvedComments: readonly string[];
  /** Preview links that they created. */
  readonly previewLinks: readonly string[];
  /** Their reviews, complete. */
  readonly reviews: readonly JsonObject[];
}

const COLUMNS = {
  created: ['contents', 'ownerId'],
  changedLast: ['contents', 'updatedBy'],
  versions: ['content_versions', 'createdBy'],
  corrections: ['content_corrections', 'issuedBy'],
  removed: ['content_trash', 'deletedBy'],
  resolvedComments: ['content_comments', 'resolvedBy'],
  previewLinks: ['content_preview_links', 'createdBy'],
} as const;

/** Returns the content records that an account created, changed, removed or reviewed. */
export async function readAuthoredContent(database: Database, userId: string): Promise<AuthoredContent> {
  const { builder } = database.dialect;
  const idsWhere = async ([table, column]: readonly [string, string]): Promise<string[]> => {
    const rows = await database.all(builder.selectFrom(table).select('id').where(column, '=', userId).orderBy('id').compile());
    return rows.map(({ id }) => String(id));
  };
  return {
    created: await idsWhere(COLUMNS.created),
    changedLast: await idsWhere(COLUMNS.changedLast),
    versions: await idsWhere(COLUMNS.versions),
    corrections: await idsWhere(COLUMNS.corrections),
    removed: await idsWhere(COLUMNS.removed),
    resolvedComments: await idsWhere(COLUMNS.resolvedComments),
    previewLinks: await idsWhere(COLUMNS.previewLinks),
    reviews: (await readAll(new ContentReviews(database), { reviewerId: userId })).map((review) => review.toJSON()),
  };
}
