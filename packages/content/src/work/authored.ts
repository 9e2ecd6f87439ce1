import type { Database, JsonObject } from '@colophon/core';
import { readAll } from '../record/read-all.ts';
import { ContentReviews } from '../reviews/content-review.ts';

/** What somebody did to content, by the ids of the records. */
export interface AuthoredContent {
  /** Pieces that they made. */
  readonly created: readonly string[];
  /** Pieces that they changed last. */
  readonly changedLast: readonly string[];
  /** Versions of pieces that they made. */
  readonly versions: readonly string[];
  /** Removed drafts that they removed. */
  readonly removed: readonly string[];
  /** Comments that they resolved. */
  readonly resolvedComments: readonly string[];
  /** Links to previews that they made. */
  readonly previewLinks: readonly string[];
  /** Verdicts that they gave, whole. */
  readonly reviews: readonly JsonObject[];
}

const COLUMNS = {
  created: ['contents', 'ownerId'],
  changedLast: ['contents', 'updatedBy'],
  versions: ['content_versions', 'createdBy'],
  removed: ['content_trash', 'deletedBy'],
  resolvedComments: ['content_comments', 'resolvedBy'],
  previewLinks: ['content_preview_links', 'createdBy'],
} as const;

/** Which records of content name an account as whoever made, changed, removed or judged them. */
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
    removed: await idsWhere(COLUMNS.removed),
    resolvedComments: await idsWhere(COLUMNS.resolvedComments),
    previewLinks: await idsWhere(COLUMNS.previewLinks),
    reviews: (await readAll(new ContentReviews(database), { reviewerId: userId })).map((review) => review.toJSON()),
  };
}
