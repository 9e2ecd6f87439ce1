import type { Database } from '@colophon/core';
import { preparedQuery } from '../record/prepared-query.ts';
import type { ContentCorrectionType } from './content-correction.ts';

/** A correction as readers see it: only staff see who issued it. */
export interface PublicCorrection {
  readonly id: string;
  readonly contentId: string;
  readonly type: ContentCorrectionType;
  readonly summary: string;
  readonly note: string | null;
  readonly publishedAt: string;
  readonly versionId: string | null;
}

const CORRECTIONS = preparedQuery((builder, [contentId]) =>
  builder
    .selectFrom('content_corrections')
    .select(['id', 'type', 'summary', 'note', 'publishedAt', 'versionId'])
    .where('contentId', '=', contentId)
    .orderBy('publishedAt')
    .orderBy('id')
    .limit(1000),
);

/** Returns the corrections of a record, in the order of issue. */
export async function readCorrections(database: Database, contentId: string): Promise<PublicCorrection[]> {
  return (await database.all(CORRECTIONS(database.dialect, [contentId]))).map((row) => ({
    id: String(row['id']),
    contentId,
    type: String(row['type']) as ContentCorrectionType,
    summary: String(row['summary']),
    note: (row['note'] as string | null | undefined) ?? null,
    publishedAt: String(row['publishedAt']),
    versionId: (row['versionId'] as string | null | undefined) ?? null,
  }));
}
