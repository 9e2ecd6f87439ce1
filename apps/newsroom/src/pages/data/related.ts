import { type Content, Contents } from '@colophon/content';
import type { Reading } from '../reader-call.ts';
import { type Summary, summariesOf, SUMMARY_FIELDS } from './summaries.ts';

const RELATED = 3;

/** Returns the pieces that readers can see and that are most like a piece. */
export async function readRelated(piece: Content, reading: Reading): Promise<readonly Summary[]> {
  const { database } = piece;
  const ids = (await piece.similar({ limit: RELATED }, reading.call)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const { items } = await new Contents(database, reading.call).rows({
    fields: SUMMARY_FIELDS,
    where: { id: { in: ids } },
    limit: ids.length,
    count: 'none',
  });
  const summaries = new Map((await summariesOf(database, items, reading)).map((summary) => [summary.id, summary]));
  return ids.flatMap((id) => summaries.get(id) ?? []);
}
