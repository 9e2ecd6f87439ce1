import type { Database } from '@colophon/core';
import { type ContentCorrectionType, ContentCorrections } from './content-correction.ts';

/** A correction as readers see it: who issued it stays in the house. */
export interface PublicCorrection {
  readonly id: string;
  readonly contentId: string;
  readonly type: ContentCorrectionType;
  readonly summary: string;
  readonly note: string | null;
  readonly publishedAt: string;
  readonly versionId: string | null;
}

/** The corrections of a record, in the order they were issued. */
export async function readCorrections(database: Database, contentId: string): Promise<PublicCorrection[]> {
  const found = await new ContentCorrections(database).list({ where: { contentId }, orderBy: 'publishedAt', limit: 1000 });
  return found.map(({ id, type, summary, note, publishedAt, versionId }) => ({
    id,
    contentId,
    type,
    summary,
    note,
    publishedAt,
    versionId,
  }));
}
