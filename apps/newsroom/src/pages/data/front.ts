import type { Call, Database } from '@colophon/core';
import { Contents } from '@colophon/content';
import { type Summary, SUMMARY_FIELDS, summariesOf } from './summaries.ts';
import { topTags, type TagLink } from './tags.ts';

/** What the front page shows. */
export interface FrontData {
  readonly highlighted: readonly Summary[];
  readonly latest: readonly Summary[];
  readonly tags: readonly TagLink[];
  /** Where older pieces are listed; null where there are none. */
  readonly older: string | null;
  readonly isFirst: boolean;
}

const HIGHLIGHTED = 4;
const LATEST = 24;

/** The latest pieces that readers may see, highlighted ones first; `after` is where a page of older ones begins. */
export async function readFront(database: Database, call: Call, after: string | null): Promise<FrontData> {
  const contents = new Contents(database, call);
  const page = await contents.rows({
    ...LIST,
    where: ORIGINAL,
    orderBy: '-publish_date',
    limit: LATEST,
    ...(after === null ? {} : { cursor: after }),
  });
  const older = page.nextCursor === undefined ? null : `/?after=${encodeURIComponent(page.nextCursor)}`;
  if (after !== null) return { highlighted: [], latest: await summariesOf(database, page.items), tags: [], older, isFirst: false };
  const chosen = await contents.rows({
    ...LIST,
    where: { ...ORIGINAL, state: 'highlighted' },
    orderBy: '-publish_date',
    limit: HIGHLIGHTED,
  });
  const isChosen = new Set(chosen.items.map((row) => row['id']));
  const latest = await summariesOf(
    database,
    page.items.filter((row) => !isChosen.has(row['id'])),
  );
  return { highlighted: await summariesOf(database, chosen.items), latest, tags: await topTags(database, call), older, isFirst: true };
}

const LIST = { fields: SUMMARY_FIELDS, count: 'none' } as const;
/** Mirrors are copies of what others published. */
export const ORIGINAL = { type: { ne: 'mirror' } } as const;
