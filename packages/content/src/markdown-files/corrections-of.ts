import type { Database } from '@colophon/core';
import type { StatedCorrection } from '../markdown/stated-corrections.ts';
import type { ContentCorrectionType } from '../record/correction-input.ts';

/** Returns the corrections of records for their files, in the order of issue, by record. Records without corrections are omitted. */
export async function correctionsOf(database: Database, contentIds: readonly string[]): Promise<Map<string, StatedCorrection[]>> {
  const found = new Map<string, StatedCorrection[]>();
  if (contentIds.length === 0) return found;
  const query = database.dialect.builder
    .selectFrom('content_corrections')
    .select(['contentId', 'type', 'summary', 'note', 'publishedAt'])
    .where('contentId', 'in', contentIds)
    .orderBy('publishedAt')
    .orderBy('id');
  for (const row of await database.all(query.compile())) {
    const id = String(row['contentId']);
    const correction = {
      type: String(row['type']) as ContentCorrectionType,
      summary: String(row['summary']),
      note: (row['note'] as string | null | undefined) ?? null,
      publishedAt: String(row['publishedAt']),
    };
    found.set(id, [...(found.get(id) ?? []), correction]);
  }
  return found;
}
