import type { ColumnName, FrontMatterColumns, LeftOutKey } from '../markdown/columns.ts';
import type { ReadPost } from './read-post.ts';

/** The dates of a piece that the scheduler carries out, and its status. */
type Schedule = Pick<FrontMatterColumns, 'status' | 'publishAt' | 'unpublishAt'>;

/**
 * Returns a schedule as it is to be imported. A date of publication that has passed is left out, since an import publishes nothing that
 * was not public; what has expired is archived at once, without being public until the scheduler comes to it.
 *
 * @param now an ISO date
 */
export function withoutPastDates({ status, publishAt, unpublishAt }: Schedule, now: string): Schedule {
  const isDue = (date: string | null): boolean => date !== null && date <= now;
  const isWaiting = status === 'draft' || status === 'review';
  return {
    status: status === 'published' && isDue(unpublishAt) ? 'archived' : status,
    publishAt: isWaiting && isDue(publishAt) ? null : publishAt,
    unpublishAt: isDue(unpublishAt) ? null : unpublishAt,
  };
}

/** Returns a post as it is to be imported: see `withoutPastDates`. The dates that are left out are added to those of the report. */
export function dueOf(read: ReadPost, now: string): ReadPost {
  const { columns } = read.post;
  const schedule = withoutPastDates(columns, now);
  const names = (['publishAt', 'unpublishAt'] as const).filter((name) => schedule[name] !== columns[name]);
  if (names.length === 0) return read;
  const { parsed, post } = read;
  const leftOut = names.map((name): LeftOutKey => ({
    name,
    value: columns[name] ?? '',
    line: parsed.lines.get(name satisfies ColumnName) ?? 1,
    reason: 'date_passed',
  }));
  return {
    ...read,
    parsed: { ...parsed, leftOut: [...parsed.leftOut, ...leftOut] },
    post: { ...post, columns: { ...columns, ...schedule } },
  };
}
