import type { ContentRecord } from './records.ts';

/** What a schedule does next with a piece. */
export interface NextDate {
  /** `due`: it was to be published and is not; it is retried until it is ready. */
  readonly what: 'publish' | 'due' | 'unpublish';
  readonly at: string;
}

/** Returns what a schedule does next with a piece; null if nothing is scheduled for its status. */
export function nextDateOf(
  { status, publishAt, unpublishAt }: Pick<ContentRecord, 'status'> & Partial<Pick<ContentRecord, 'publishAt' | 'unpublishAt'>>,
  now: number,
): NextDate | null {
  if ((status === 'draft' || status === 'review') && publishAt) return { what: isPast(publishAt, now) ? 'due' : 'publish', at: publishAt };
  return status === 'published' && unpublishAt ? { what: 'unpublish', at: unpublishAt } : null;
}

/** Whether a date takes effect as soon as the piece is saved. */
export function isPast(at: string | null | undefined, now: number): boolean {
  return typeof at === 'string' && Date.parse(at) <= now;
}
