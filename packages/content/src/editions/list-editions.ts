import type { ContentRecord } from '../record/content-record.ts';
import { NestedList } from '../record/nested-list.ts';
import { ContentEditions } from './record/content-edition.ts';

/** An edition in lists, without what it shows. */
export interface ListedEdition {
  readonly number: number;
  readonly kind: string;
  readonly revision: number;
  readonly publishedAt: string;
  readonly digest: string;
  readonly textDigest: string;
  readonly shownDigest: string;
  readonly previous: string | null;
}

/** Returns the editions of a record, latest first. */
export async function listEditions(
  { database, id }: ContentRecord,
  { limit = 50, offset = 0 }: { readonly limit?: number | undefined; readonly offset?: number | undefined },
): Promise<NestedList<ListedEdition>> {
  const page = await new ContentEditions(database).page({ where: { contentId: id, number: { gt: 0 } }, orderBy: '-number', limit, offset });
  const items = page.items.map(({ number, kind, revision, publishedAt, digest, textDigest, shownDigest, previous }) => ({
    number,
    kind,
    revision: revision ?? 1,
    publishedAt,
    digest,
    textDigest,
    shownDigest: shownDigest ?? '',
    previous,
  }));
  return new NestedList({ ...page, items });
}
