import type { Database } from '@colophon/core';

/** What hangs on records and is in no Markdown file: its table, and the column that names the record. */
const KINDS = {
  facts: ['fact_links', 'contentId'],
  references: ['content_references', 'source_id'],
  assets: ['content_assets', 'content_id'],
  reviews: ['content_reviews', 'contentId'],
  versions: ['content_versions', 'contentId'],
  accounts: ['content_editions', 'contentId'],
  translations: ['content_translations', 'contentId'],
  comments: ['content_comments', 'contentId'],
  chats: ['content_chat_threads', 'contentId'],
  mirrors: ['content_mirrors', 'contentId'],
} as const;

/** The kinds of what is in no Markdown file, besides whole records. */
export type LeftOutKind = keyof typeof KINDS | 'thumbnails' | 'deleted' | 'trashed';

/** How many of each kind were left out; kinds of which there are none are omitted. */
export type LeftOutCounts = Readonly<Partial<Record<LeftOutKind, number>>>;

/** Returns what hangs on these records, by kind. */
export async function leftOutOf(
  database: Database,
  records: readonly { readonly id: string; readonly thumbnailAssetId: string | null }[],
): Promise<LeftOutCounts> {
  const ids = records.map(({ id }) => id);
  const counts: Partial<Record<LeftOutKind, number>> = {};
  if (ids.length === 0) return counts;
  for (const [kind, [table, column]] of Object.entries(KINDS) as [keyof typeof KINDS, (typeof KINDS)[keyof typeof KINDS]][]) {
    const all = database.dialect.builder
      .selectFrom(table)
      .select((each) => each.fn.countAll().as('count'))
      .where(column, 'in', ids);
    // Editions are told of once their account is signed.
    const query = kind === 'accounts' ? all.where('kid', 'is not', null) : all;
    counts[kind] = Number((await database.first(query.compile()))?.['count'] ?? 0);
  }
  // The front matter names the asset, which is not in the file.
  counts.thumbnails = records.filter(({ thumbnailAssetId }) => thumbnailAssetId !== null).length;
  return counts;
}

/** Returns the sums of counts, without those that are zero. */
export function addedUp(all: readonly LeftOutCounts[]): LeftOutCounts {
  const sums: Partial<Record<LeftOutKind, number>> = {};
  for (const counts of all)
    for (const [kind, count] of Object.entries(counts) as [LeftOutKind, number][]) if (count > 0) sums[kind] = (sums[kind] ?? 0) + count;
  return sums;
}
